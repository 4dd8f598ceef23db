// What stands around every screen: where one can go, what just happened, and whether the server answers.
import { useEffect } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { unreachable } from "./api.ts";
import { listenToKeys } from "./keys.ts";
import { Icon, Screen } from "./parts.tsx";
import { Accounts } from "./screens/accounts.tsx";
import { CreditCards } from "./screens/credit_cards.tsx";
import { CreditCardsInvoices } from "./screens/credit_cards_invoices.tsx";
import { More } from "./screens/more.tsx";
import { Overview } from "./screens/overview.tsx";
import { Transactions } from "./screens/transactions.tsx";
import { TransactionsEdit } from "./screens/transactions_edit.tsx";
import { TransactionsNew } from "./screens/transactions_new.tsx";
import { message } from "./state.ts";
import { words } from "./words.ts";

export function App() {
  return (
    <LocationProvider>
      <Frame />
    </LocationProvider>
  );
}

const PLACES = [
  ["/", "home", words.nav.home],
  ["/transactions", "list", words.nav.transactions],
  ["/transactions/new", "plus", words.nav.add],
  ["/credit_cards", "card", words.nav.cards],
  ["/accounts", "bank", words.nav.accounts],
  ["/more", "more", words.nav.more],
] as const;

function Frame() {
  const { path, route } = useLocation();
  useEffect(() => listenToKeys(route), [route]);
  return (
    <>
      <a class="skip" href="#main" target="_self">
        {words.skip}
      </a>
      <nav class="nav" aria-label={words.nav.main}>
        <p class="nav-brand">{document.documentElement.dataset.brand}</p>
        <ul>
          {PLACES.map(([url, icon, label]) => (
            <li key={url} class={icon === "plus" ? "adds" : undefined}>
              <a href={url} aria-current={path === url ? "page" : undefined}>
                <Icon name={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        {unreachable.value && (
          <p class="banner" role="status">
            {navigator.onLine ? words.problems.unreachable : words.problems.offline}
          </p>
        )}
        <Router>
          <Route path="/" component={Overview} />
          <Route path="/transactions" component={Transactions} />
          <Route path="/transactions/new" component={TransactionsNew} />
          <Route path="/transactions/:id" component={TransactionsEdit} />
          <Route path="/credit_cards" component={CreditCards} />
          <Route path="/credit_cards/:id/invoices/:number" component={CreditCardsInvoices} />
          <Route path="/accounts" component={Accounts} />
          <Route path="/more" component={More} />
          <Route default component={Nowhere} />
        </Router>
      </main>
      <Toast />
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
            <button
              type="button"
              onClick={() => {
                void shown.undo?.().then(() => {
                  message.value = { text: words.undone };
                });
              }}
            >
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
