// Test support: situations of transactions, alone and in series.
import {
  all,
  archived,
  BOUGHT,
  buy,
  change,
  FAR,
  FIXED,
  first,
  look,
  makeAccount,
  makeCard,
  makeCategory,
  nothing,
  OTHER_DAYS,
  PARTS,
  pay,
  remove,
  type Situation,
  transfer,
  undoneAlready,
  undoneAndDoneAgain,
} from "./steps.ts";

export const rows: Record<string, Situation> = {
  "a new transaction": {
    before: all(first, makeAccount("account"), makeCard("card")),
    write: buy("account"),
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed": [change("transactions", "row", { amount_cents: -4_000 }), "nothing, transaction changed", "1 undone"],
      "it goes on a card": [
        async (on, ids) => on.put(`/transactions/${ids.row}`, { credit_card_id: ids.card }),
        "nothing, transaction changed",
        "1 undone",
      ],
      "it is deleted": [remove("transactions", "row"), "nothing"],
      "its account is deleted": [remove("accounts", "account"), "nothing"],
      "its account is archived": [change("accounts", "account", archived), "1 undone"],
      "it was undone already": [undoneAlready, "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "1 undone"],
      "it was undone, and somebody else books": [
        all(undoneAlready, async (on) => on.make("/transactions", { ...BOUGHT, description: "de outra pessoa" })),
        "nothing",
      ],
    },
  },
  "a changed transaction": {
    before: all(first, makeAccount("account"), makeCard("card"), buy("account")),
    write: async (on, ids) => on.put(`/transactions/${ids.row}`, { credit_card_id: ids.card, notes: "cartão" }),
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed again": [change("transactions", "row", { notes: "outra" }), "nothing, transaction changed", "1 undone"],
      "its account is deleted": [remove("accounts", "account"), "nothing, transaction incomplete"],
      "the card gets other days": [
        change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
        "nothing, transaction changed",
        "1 undone",
      ],
      "the card is deleted": [remove("credit_cards", "card"), "nothing, transaction gone"],
    },
  },
  "a purchase that leaves its card": {
    before: all(first, makeCard("card"), buy("card")),
    write: async (on, ids) => on.put(`/transactions/${ids.row}`, { account_id: ids.first }),
    since: {
      nothing: [nothing, "1 undone"],
      "it is no longer paid": [change("transactions", "row", { paid: false }), "1 undone"],
      "the card gets other days": [
        change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
        "1 undone",
      ],
      "the card is deleted": [remove("credit_cards", "card"), "nothing, transaction incomplete"],
    },
  },
  "a deleted purchase": {
    before: all(makeCard("card"), buy("card")),
    write: remove("transactions", "row"),
    since: {
      nothing: [nothing, "1 undone"],
      "the card gets other days": [
        change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
        "1 undone",
      ],
      "the card is archived": [change("credit_cards", "card", archived), "1 undone"],
      "the card is deleted": [remove("credit_cards", "card"), "nothing, transaction incomplete"],
    },
  },
  "a purchase in instalments": {
    before: all(makeCard("card")),
    write: buy("card", PARTS),
    since: {
      nothing: [nothing, "4 undone"],
      "one is changed": [
        change("transactions", "row", { amount_cents: -1 }),
        "2 undone, series changed, transaction changed",
        "4 undone",
      ],
      "one is deleted": [remove("transactions", "row"), "2 undone, series changed", "3 undone"],
      "all are changed": [
        change("transactions", "row", { description: "outra", update_all: true }),
        "nothing, series changed, transaction changed",
        "4 undone",
      ],
      "the card is deleted": [remove("credit_cards", "card"), "nothing"],
      "the card gets other days": [
        change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
        "nothing, series needed, transaction changed",
        "4 undone",
      ],
      "it was undone and done again": [undoneAndDoneAgain, "4 undone"],
    },
  },
  "a fixed series": {
    before: all(first, makeAccount("account")),
    write: buy("account", FIXED),
    since: {
      nothing: [nothing, "24 undone"],
      "it goes on": [look(FAR), "24 undone"],
      "one row is changed": [
        change("transactions", "row", { amount_cents: -1 }),
        "22 undone, series needed, transaction changed",
        "24 undone",
      ],
      "those to come are changed": [
        change("transactions", "row", { amount_cents: -1, update_future: true }),
        "nothing, series changed, transaction changed",
        "24 undone",
      ],
      "it is deleted": [remove("transactions", "row", { update_all: true }), "nothing"],
      "a row that it made by itself is changed": [
        async (on) => {
          const [row] = await on.get<{ id: number }[]>(FAR);
          await on.put(`/transactions/${row?.id}`, { notes: "tocada" });
        },
        "23 undone, series needed",
      ],
      "its account is deleted": [remove("accounts", "account"), "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "24 undone"],
    },
  },
  "a transfer": {
    before: all(first, makeAccount("account")),
    write: transfer,
    since: {
      nothing: [nothing, "2 undone"],
      "it is changed": [change("transfers", "leg", { amount_cents: 900 }), "nothing, transaction changed", "2 undone"],
      "it is deleted": [remove("transfers", "leg"), "nothing"],
      "an account of it is deleted": [remove("accounts", "account"), "nothing, transaction changed", "1 undone"],
      "an account of it is archived": [change("accounts", "account", archived), "2 undone"],
    },
  },
  "a deleted transfer": {
    before: all(first, makeAccount("account"), transfer),
    write: remove("transfers", "leg"),
    since: {
      nothing: [nothing, "2 undone"],
      "an account of it is deleted": [remove("accounts", "account"), "nothing, transaction incomplete"],
    },
  },
  "the payment of an invoice": {
    before: all(first, makeCard("card"), buy("card")),
    write: pay,
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed": [change("transactions", "payment", { notes: "outra" }), "nothing, transaction changed", "1 undone"],
      "the card is deleted": [remove("credit_cards", "card"), "nothing, transaction changed", "1 undone"],
      "the purchase is deleted": [remove("transactions", "row"), "1 undone"],
      "the account is archived": [change("accounts", "first", archived), "1 undone"],
      "the account is deleted": [remove("accounts", "first"), "nothing"],
    },
  },
  "many rows that are changed at once": {
    before: all(first, makeAccount("account"), makeCategory("category"), buy("account"), makeCard("card")),
    write: async (on, ids) => on.make("/transactions/bulk", { ids: [ids.row], set: { category_id: ids.category, tags: ["x"] } }),
    since: {
      nothing: [nothing, "1 undone"],
      "one is changed": [change("transactions", "row", { amount_cents: -1 }), "1 undone"],
      "the category is deleted": [remove("categories", "category"), "nothing, transaction changed", "1 undone"],
      "one goes on a card": [async (on, ids) => on.put(`/transactions/${ids.row}`, { credit_card_id: ids.card }), "1 undone"],
    },
  },
  "many rows that are deleted at once": {
    before: all(first, makeAccount("account"), buy("account"), transfer),
    write: async (on, ids) => on.make("/transactions/bulk", { ids: [ids.row, ids.leg], delete: true }),
    since: {
      nothing: [nothing, "3 undone"],
      "the account is deleted": [remove("accounts", "account"), "nothing, transaction incomplete"],
    },
  },
};
