// What stands around every screen: where one can go, what just happened, and whether the server answers.
import { LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { unreachable } from "./api.ts";
import { Keyboard } from "./keyboard.tsx";
import { Icon, Screen } from "./parts.tsx";
import { message } from "./state.ts";
import { undoLast } from "./undo.ts";
import { words } from "./words.ts";

/** Each comes when it is first shown; the server's page names the one it is for, so that it is fetched beside the app. */
const Accounts = lazy(() => import("./screens/accounts.tsx").then(({ Accounts }) => Accounts));
const CreditCards = lazy(() => import("./screens/credit_cards.tsx").then(({ CreditCards }) => CreditCards));
const CreditCardsInvoices = lazy(() =>
  import("./screens/credit_cards_invoices.tsx").then(({ CreditCardsInvoices }) => CreditCardsInvoices),
);
const More = lazy(() => import("./screens/more.tsx").then(({ More }) => More));
const Overview = lazy(() => import("./screens/overview.tsx").then(({ Overview }) => Overview));
const Transactions = lazy(() => import("./screens/transactions.tsx").then(({ Transactions }) => Transactions));
const TransactionsEdit = lazy(() => import("./screens/transactions_edit.tsx").then(({ TransactionsEdit }) => TransactionsEdit));
const TransactionsNew = lazy(() => import("./screens/transactions_new.tsx").then(({ TransactionsNew }) => TransactionsNew));

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
  const { path } = useLocation();
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
      <Keyboard />
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
