// What stands around every screen: where one can go, what just happened, and whether the server answers.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { Icon, ownRefusal, Screen } from "./parts.tsx";
import { PLACES, placeOfPath } from "./places.ts";
import { isReadOnly } from "./role.ts";
import { beginRouting, headedFor, here, type Screens } from "./router.ts";
import { TransactionsNew } from "./screens/transactions_new.tsx";
import { returnTo } from "./scroll_places.ts";
import { Failed } from "./trouble.tsx";
import { words } from "./words.ts";

/** Quick entry is there at once. The others come when they are first shown; the server's page names the one it is for, so that it is fetched beside the app. */
const screens: Screens = {
  "/": () => import("./screens/overview.tsx"),
  "/transactions": () => import("./screens/transactions.tsx"),
  "/transactions/new": { TransactionsNew },
  "/transactions/:id": () => import("./screens/transactions_edit.tsx"),
  "/categories": () => import("./screens/categories.tsx"),
  "/credit_cards": () => import("./screens/credit_cards.tsx"),
  "/credit_cards/:id/invoices/:number": () => import("./screens/credit_cards_invoices.tsx"),
  "/accounts": () => import("./screens/accounts.tsx"),
  "/accounts/:id": () => import("./screens/accounts_edit.tsx"),
  "/agenda": () => import("./screens/agenda.tsx"),
  "/budgets": () => import("./screens/budgets.tsx"),
  "/budgets/:year/:month": () => import("./screens/budgets.tsx"),
  "/forecast": () => import("./screens/forecast.tsx"),
  "/imports": () => import("./screens/imports.tsx"),
  "/imports/:id": () => import("./screens/imports_preview.tsx"),
  "/more": () => import("./screens/more.tsx"),
  "/reports": () => import("./screens/reports_categories.tsx"),
  "/reports/cash_flow": () => import("./screens/reports_cash_flow.tsx"),
  "/reports/categories": () => import("./screens/reports_categories.tsx"),
  "/reports/instalments": () => import("./screens/reports_instalments.tsx"),
  "/reports/net_worth": () => import("./screens/reports_net_worth.tsx"),
  "/reports/year": () => import("./screens/reports_year.tsx"),
  "/settings/:section?": () => import("./screens/settings.tsx"),
  "/tags": () => import("./screens/tags.tsx"),
  "/welcome": () => import("./screens/welcome.tsx"),
};

/** Whoever opens the app waits for the screen as well. */
export const openFirst = () => beginRouting({ screens, Nowhere, Missing });

/** What comes when the screen is there. */
export const later = signal<typeof import("./later.tsx") | undefined>(undefined);

export function App() {
  const place = placeOfPath(headedFor.value);
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
              <a href={url} aria-current={place === url ? "page" : undefined}>
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
        <Shown />
      </main>
      {beside && <beside.Toast />}
      {beside && <beside.Keyboard />}
    </>
  );
}

function Shown() {
  const { Screen: Current, pattern, path, url, isNew, returnsTo } = here.value;
  useLayoutEffect(() => {
    if (isNew) scrollTo(0, 0);
  }, [path]);
  useLayoutEffect(() => (returnsTo ? returnTo(returnsTo) : undefined), [url]);
  return <Current key={pattern} />;
}

function Nowhere() {
  return (
    <Screen title={words.problems.notFound}>
      <a href="/">{words.nav.home}</a>
    </Screen>
  );
}

/** There is no connection, or a newer app has replaced the one that is open. */
function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}
