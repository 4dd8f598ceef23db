// Test support: situations of accounts, and which of them is the default.
import {
  all,
  archived,
  asDefault,
  buy,
  change,
  first,
  makeAccount,
  makeCard,
  nothing,
  remove,
  renamed,
  type Situation,
  transfer,
  undoneAlready,
  undoneAndDoneAgain,
} from "./steps.ts";

export const accounts: Record<string, Situation> = {
  "a new account": {
    before: all(first),
    write: makeAccount("account"),
    since: {
      nothing: [nothing, "1 undone"],
      "it is renamed": [change("accounts", "account", renamed), "nothing, account changed", "1 undone"],
      "something is booked on it": [buy("account"), "nothing, account needed"],
      "it is deleted": [remove("accounts", "account"), "nothing"],
      "it is archived": [change("accounts", "account", archived), "nothing, account changed", "1 undone"],
      "it is made the default": [change("accounts", "account", asDefault), "nothing, account changed", "1 undone"],
      "it is made the default, the other one is deleted": [
        all(change("accounts", "account", asDefault), remove("accounts", "first")),
        "nothing, account changed",
        "1 undone",
      ],
      "the other one is deleted": [remove("accounts", "first"), "nothing, account changed", "1 undone"],
      "the other one is archived": [change("accounts", "first", archived), "nothing, account changed", "1 undone"],
      "a card is paid from it": [
        all(makeCard("card"), async (on, ids) => on.put(`/credit_cards/${ids.card}`, { payment_account_id: ids.account })),
        "nothing, account needed",
      ],
      "it was undone already": [undoneAlready, "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "1 undone"],
    },
  },
  "a new account that is the default": {
    before: all(first),
    write: makeAccount("account", asDefault),
    since: {
      nothing: [nothing, "1 undone"],
      "it is renamed": [change("accounts", "account", renamed), "nothing, account changed", "1 undone"],
      "something is booked on it": [buy("account"), "nothing, account needed"],
      "the one before is deleted": [remove("accounts", "first"), "1 undone, space incomplete"],
      "the one before is archived": [change("accounts", "first", archived), "1 undone"],
      "the default is moved back": [change("accounts", "first", asDefault), "1 undone"],
      "the default is moved on": [makeAccount("other", asDefault), "1 undone, space changed", "1 undone"],
      "it is archived": [change("accounts", "account", archived), "nothing, account changed", "1 undone"],
    },
  },
  "a new account where there is no other": {
    before: all(first, remove("accounts", "first")),
    write: makeAccount("account"),
    since: {
      nothing: [nothing, "1 undone"],
      "it is archived": [change("accounts", "account", archived), "nothing, account changed", "1 undone"],
      "another one is made": [makeAccount("other"), "1 undone"],
      "something is booked on it": [buy("account"), "nothing, account needed"],
    },
  },
  "a default account that is moved": {
    before: all(first, makeAccount("account")),
    write: change("accounts", "account", asDefault),
    since: {
      nothing: [nothing, "1 undone"],
      "the one before is deleted": [remove("accounts", "first"), "nothing, space incomplete"],
      "the one before is archived": [change("accounts", "first", archived), "nothing, space incomplete"],
      "it is moved on": [makeAccount("other", asDefault), "nothing, space changed", "1 undone"],
      "the new one is deleted": [remove("accounts", "account"), "nothing, account gone"],
      "the new one is archived": [change("accounts", "account", archived), "nothing"],
      "it was undone already": [undoneAlready, "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "1 undone"],
    },
  },
  "an account that is renamed": {
    before: all(first, makeAccount("account")),
    write: change("accounts", "account", renamed),
    since: {
      nothing: [nothing, "1 undone"],
      "it is renamed again": [change("accounts", "account", { name: "mais um" }), "nothing, account changed", "1 undone"],
      "it is archived": [change("accounts", "account", archived), "1 undone"],
      "it is deleted": [remove("accounts", "account"), "nothing, account gone"],
      "its creation is undone": [async (on, { written }) => on.undo((written as number) - 1, true), "nothing, account gone"],
    },
  },
  "an account that is archived": {
    before: all(first, makeAccount("account", asDefault)),
    write: (on, ids) => on.put(`/accounts/${ids.account}/archive`),
    since: {
      nothing: [nothing, "1 undone"],
      "it is opened again": [(on, ids) => on.put(`/accounts/${ids.account}/unarchive`), "nothing, account changed", "1 undone"],
      "the default is moved on": [makeAccount("other", asDefault), "1 undone, space changed", "1 undone"],
      "the other one is deleted": [remove("accounts", "first"), "1 undone"],
      "it is deleted": [remove("accounts", "account"), "nothing, account gone, space incomplete"],
    },
  },
  "an account that is opened again": {
    before: all(first, makeAccount("account", archived)),
    write: (on, ids) => on.put(`/accounts/${ids.account}/unarchive`),
    since: {
      nothing: [nothing, "1 undone"],
      "it is made the default": [change("accounts", "account", asDefault), "1 undone"],
      "the other one is archived": [change("accounts", "first", archived), "1 undone"],
      "the other one is deleted": [remove("accounts", "first"), "1 undone"],
      "something is booked on it": [buy("account"), "1 undone"],
    },
  },
  "a deleted account": {
    before: all(first, makeAccount("account", asDefault), buy("account"), transfer),
    write: remove("accounts", "account"),
    since: {
      nothing: [nothing, "4 undone"],
      "the other one is deleted": [remove("accounts", "first"), "2 undone, transaction changed, transaction gone"],
      "the default is moved on": [makeAccount("other", asDefault), "4 undone, space changed", "4 undone"],
      "the other side of its transfer gets another amount": [
        async (on, ids) => on.put(`/transactions/${ids.leg}`, { amount_cents: -900 }),
        "2 undone, transaction changed",
      ],
      "the other side of its transfer is deleted": [
        remove("transactions", "leg"),
        "2 undone, transaction changed, transaction gone",
      ],
      "it was undone already": [undoneAlready, "nothing, account exists, transaction changed, transaction exists"],
      "it was undone, and the account renamed": [
        all(undoneAlready, change("accounts", "account", renamed)),
        "nothing, account exists, transaction changed, transaction exists",
      ],
    },
  },
  "the deletion of the first of two accounts that both go": {
    before: all(first, makeAccount("account")),
    write: remove("accounts", "first"),
    since: { "the second one is deleted": [remove("accounts", "account"), "1 undone"] },
  },
};
