// The frame around every screen: navigation, banners, messages and shortcuts.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isReadOnly } from "../data/role.ts";
import { TransactionsNew } from "../screens/transactions/transactions_new.tsx";
import { Icon } from "../ui/icon.tsx";
import { Failed } from "../ui/problems.tsx";
import { ownRefusal } from "../ui/use_sending.ts";
import { uiWords } from "../ui/words.ts";
import { entryOfPath, NAVIGATION } from "./navigation.ts";
import { here, type Screens, startRouting, targetPath } from "./router.ts";
import { Screen } from "./screen.tsx";
import { returnTo } from "./scroll_positions.ts";
import { shellWords } from "./words.ts";

/** Quick entry is part of the app. Other screens load on demand; the server's page preloads the one of its address. */
const screens: Screens = {
  "/": () => import("../screens/overview/overview.tsx"),
  "/transactions": () => import("../screens/transactions/transactions.tsx"),
  "/transactions/new": { TransactionsNew },
  "/transactions/:id": () => import("../screens/transactions/transactions_edit.tsx"),
  "/categories": () => import("../screens/categories/categories.tsx"),
  "/credit_cards": () => import("../screens/credit_cards/credit_cards.tsx"),
  "/credit_cards/:id/invoices/:number": () => import("../screens/credit_cards/credit_cards_invoices.tsx"),
  "/accounts": () => import("../screens/accounts/accounts.tsx"),
  "/accounts/:id": () => import("../screens/accounts/accounts_edit.tsx"),
  "/agenda": () => import("../screens/agenda/agenda.tsx"),
  "/budgets": () => import("../screens/budgets/budgets.tsx"),
  "/budgets/:year/:month": () => import("../screens/budgets/budgets.tsx"),
  "/forecast": () => import("../screens/forecast/forecast.tsx"),
  "/imports": () => import("../screens/imports/imports.tsx"),
  "/imports/:id": () => import("../screens/imports/imports_preview.tsx"),
  "/more": () => import("../screens/more/more.tsx"),
  "/reports": () => import("../screens/reports/reports_categories.tsx"),
  "/reports/cash_flow": () => import("../screens/reports/reports_cash_flow.tsx"),
  "/reports/categories": () => import("../screens/reports/reports_categories.tsx"),
  "/reports/instalments": () => import("../screens/reports/reports_instalments.tsx"),
  "/reports/net_worth": () => import("../screens/reports/reports_net_worth.tsx"),
  "/reports/year": () => import("../screens/reports/reports_year.tsx"),
  "/settings/:section?": () => import("../settings/settings.tsx"),
  "/tags": () => import("../screens/tags/tags.tsx"),
  "/welcome": () => import("../screens/welcome/welcome.tsx"),
};

/** Resolves with the first screen, so that the app draws it at once. */
export const openFirst = () => startRouting({ screens, Nowhere, Missing });

/** Loaded after the first screen. */
export const lateParts = signal<typeof import("./late_parts.tsx") | undefined>(undefined);

export function App() {
  const currentEntry = entryOfPath(targetPath.value);
  const parts = lateParts.value;
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {shellWords.skip}
      </a>
      <nav class="nav" aria-label={shellWords.nav.main}>
        <p class="nav-brand">{document.documentElement.dataset.brand}</p>
        <ul>
          {NAVIGATION.filter(({ writes }) => !writes || !isReadOnly.value).map(({ url, icon, label, isMain }) => (
            <li key={url} class={icon === "plus" ? "adds" : isMain ? undefined : "beside"}>
              <a href={url} aria-current={currentEntry === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
        {parts && <parts.SideBalances />}
      </nav>
      <main id="main" tabIndex={-1}>
        {parts && <parts.Banners />}
        <CurrentView />
      </main>
      {parts && <parts.Toast />}
      {parts && <parts.Keyboard />}
    </>
  );
}

function CurrentView() {
  const { Screen: Current, pattern, path, url, isNew, returnsTo } = here.value;
  useLayoutEffect(() => {
    if (isNew) scrollTo(0, 0);
  }, [path]);
  useLayoutEffect(() => (returnsTo ? returnTo(returnsTo) : undefined), [url]);
  return <Current key={pattern} />;
}

function Nowhere() {
  return (
    <Screen title={uiWords.problems.notFound}>
      <a href="/">{shellWords.nav.home}</a>
    </Screen>
  );
}

/** There is no connection, or a newer version has replaced the file. */
function Missing() {
  return <Failed problem={ownRefusal({}, 0)} retry={() => location.reload()} />;
}
