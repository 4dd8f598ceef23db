// What stands around every screen: where one can go, what just happened, and whether the server answers.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { exec } from "preact-iso/router";
import { Icon, ownRefusal, Screen } from "./parts.tsx";
import { PLACES, placeOfPath } from "./places.ts";
import { isReadOnly } from "./role.ts";
import { TransactionsNew } from "./screens/transactions_new.tsx";
import { message } from "./state.ts";
import { Failed } from "./trouble.tsx";
import { undoLast } from "./undo.ts";
import { words } from "./words.ts";

/** A screen whose file does not come says so: there is no connection, or a newer app has replaced the one that is open. */
const screen = (load: () => Promise<FunctionComponent>) => lazy(() => load().catch(() => Missing));

function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}

/** Quick entry is there at once. The others come when they are first shown; the server's page names the one it is for, so that it is fetched beside the app. */
const Accounts = screen(() => import("./screens/accounts.tsx").then(({ Accounts }) => Accounts));
const AccountsEdit = screen(() => import("./screens/accounts_edit.tsx").then(({ AccountsEdit }) => AccountsEdit));
const Agenda = screen(() => import("./screens/agenda.tsx").then(({ Agenda }) => Agenda));
const Budgets = screen(() => import("./screens/budgets.tsx").then(({ Budgets }) => Budgets));
const Categories = screen(() => import("./screens/categories.tsx").then(({ Categories }) => Categories));
const CreditCards = screen(() => import("./screens/credit_cards.tsx").then(({ CreditCards }) => CreditCards));
const CreditCardsInvoices = screen(() =>
  import("./screens/credit_cards_invoices.tsx").then(({ CreditCardsInvoices }) => CreditCardsInvoices),
);
const Forecast = screen(() => import("./screens/forecast.tsx").then(({ Forecast }) => Forecast));
const Imports = screen(() => import("./screens/imports.tsx").then(({ Imports }) => Imports));
const ImportsPreview = screen(() => import("./screens/imports_preview.tsx").then(({ ImportsPreview }) => ImportsPreview));
const More = screen(() => import("./screens/more.tsx").then(({ More }) => More));
const Overview = screen(() => import("./screens/overview.tsx").then(({ Overview }) => Overview));
const ReportsCashFlow = screen(() => import("./screens/reports_cash_flow.tsx").then(({ ReportsCashFlow }) => ReportsCashFlow));
const ReportsCategories = screen(() =>
  import("./screens/reports_categories.tsx").then(({ ReportsCategories }) => ReportsCategories),
);
const ReportsInstalments = screen(() =>
  import("./screens/reports_instalments.tsx").then(({ ReportsInstalments }) => ReportsInstalments),
);
const ReportsNetWorth = screen(() => import("./screens/reports_net_worth.tsx").then(({ ReportsNetWorth }) => ReportsNetWorth));
const ReportsYear = screen(() => import("./screens/reports_year.tsx").then(({ ReportsYear }) => ReportsYear));
const Settings = screen(() => import("./screens/settings.tsx").then(({ Settings }) => Settings));
const Tags = screen(() => import("./screens/tags.tsx").then(({ Tags }) => Tags));
const Transactions = screen(() => import("./screens/transactions.tsx").then(({ Transactions }) => Transactions));
const TransactionsEdit = screen(() => import("./screens/transactions_edit.tsx").then(({ TransactionsEdit }) => TransactionsEdit));
const Welcome = screen(() => import("./screens/welcome.tsx").then(({ Welcome }) => Welcome));

const ROUTES = [
  ["/", Overview],
  ["/transactions", Transactions],
  ["/transactions/new", TransactionsNew],
  ["/transactions/:id", TransactionsEdit],
  ["/categories", Categories],
  ["/credit_cards", CreditCards],
  ["/credit_cards/:id/invoices/:number", CreditCardsInvoices],
  ["/accounts", Accounts],
  ["/accounts/:id", AccountsEdit],
  ["/agenda", Agenda],
  ["/budgets", Budgets],
  ["/budgets/:year/:month", Budgets],
  ["/forecast", Forecast],
  ["/imports", Imports],
  ["/imports/:id", ImportsPreview],
  ["/more", More],
  ["/reports", ReportsCategories],
  ["/reports/cash_flow", ReportsCashFlow],
  ["/reports/categories", ReportsCategories],
  ["/reports/instalments", ReportsInstalments],
  ["/reports/net_worth", ReportsNetWorth],
  ["/reports/year", ReportsYear],
  ["/settings/:section?", Settings],
  ["/tags", Tags],
  ["/welcome", Welcome],
] as const;

/** Begun before anything is drawn: a page that the worker kept for another screen does not name this one. */
export async function preloadScreen(): Promise<void> {
  const found = ROUTES.find(([path]) => exec(location.pathname, path));
  if (found && "preload" in found[1]) await found[1].preload();
}

export function App() {
  return (
    <LocationProvider>
      <Frame />
    </LocationProvider>
  );
}

/** What comes when the screen is there. */
export const later = signal<typeof import("./later.tsx") | undefined>(undefined);

function Frame() {
  const { path } = useLocation();
  const beside = later.value;
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {words.skip}
      </a>
      <nav class="nav" aria-label={words.nav.main}>
        <p class="nav-brand">{document.documentElement.dataset.brand}</p>
        <ul>
          {PLACES.filter(({ writes }) => !writes || !isReadOnly.value).map(({ url, icon, label, isMain }) => (
            <li key={url} class={icon === "plus" ? "adds" : isMain ? undefined : "beside"}>
              <a href={url} aria-current={placeOfPath(path) === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
        {beside && <beside.SideBalances />}
      </nav>
      <main id="main" tabIndex={-1}>
        {beside && <beside.Banners />}
        <Router>
          {ROUTES.map(([path, component]) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route default component={Nowhere} />
        </Router>
      </main>
      <Toast />
      {beside && <beside.Keyboard />}
    </>
  );
}

function Nowhere() {
  return (
    <Screen title={words.problems.notFound}>
      <a href="/">{words.nav.home}</a>
    </Screen>
  );
}

/** Says what was done, and takes it back. It stays until the next one, or until it is closed. */
function Toast() {
  const shown = message.value;
  return (
    <div class="toast-place" role="status">
      {shown && (
        <p class="toast">
          <span>{shown.text}</span>
          {shown.undo && (
            <button type="button" onClick={() => void undoLast()}>
              {words.undo}
            </button>
          )}
          <button type="button" class="quiet" aria-label={words.close} onClick={() => (message.value = undefined)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
