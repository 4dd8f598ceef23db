// Test support: situations of cards, their days and their invoices.
import {
  all,
  archived,
  asDefault,
  buy,
  change,
  FAR,
  FIXED,
  look,
  makeCard,
  nothing,
  OTHER_DAYS,
  PARTS,
  pay,
  remove,
  renamed,
  type Situation,
  undoneAlready,
  undoneAndDoneAgain,
} from "./steps.ts";

export const cards: Record<string, Situation> = {
  "a new card": {
    before: all(makeCard("other card")),
    write: makeCard("card"),
    since: {
      nothing: [nothing, "2 undone"],
      "it is renamed": [change("credit_cards", "card", renamed), "nothing, card_days needed, credit_card changed", "2 undone"],
      "something is bought on it": [buy("card"), "nothing, card_days needed, credit_card needed"],
      "something is bought on it and goes again": [all(buy("card"), remove("transactions", "row")), "2 undone"],
      "an invoice is paid": [pay, "nothing, card_days needed, credit_card needed"],
      "it gets other days": [
        change("credit_cards", "card", OTHER_DAYS),
        "nothing, card_days needed, credit_card changed",
        "2 undone",
      ],
      "it gets other days for all invoices": [
        change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "1990-01-01" }),
        "nothing, card_days needed, credit_card changed",
        "2 undone",
      ],
      "it gets other days twice": [
        all(change("credit_cards", "card", OTHER_DAYS), change("credit_cards", "card", { closing_day: 3, due_day: 9 })),
        "nothing, card_days needed, credit_card changed",
        "2 undone",
      ],
      "it is deleted": [remove("credit_cards", "card"), "nothing"],
      "it is archived": [change("credit_cards", "card", archived), "nothing, card_days needed, credit_card changed", "2 undone"],
      "it is made the default": [
        change("credit_cards", "card", asDefault),
        "nothing, card_days needed, credit_card changed",
        "2 undone",
      ],
      "the other one is deleted": [
        remove("credit_cards", "other card"),
        "nothing, card_days needed, credit_card changed",
        "2 undone",
      ],
      "an invoice is checked": [
        all(buy("card"), async (on, ids) =>
          on.put(`/credit_cards/${ids.card}/invoices/315/checks`, { transaction_ids: [ids.row] }),
        ),
        "nothing, card_days needed, credit_card needed",
      ],
      "it was undone already": [undoneAlready, "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "2 undone"],
      "it was undone in vain, and renamed back": [
        all(change("credit_cards", "card", renamed), undoneAlready, change("credit_cards", "card", { name: "card" })),
        "2 undone",
      ],
    },
  },
  "the first card, which is the default": {
    write: makeCard("card"),
    since: {
      nothing: [nothing, "2 undone"],
      "it is archived": [change("credit_cards", "card", archived), "nothing, card_days needed, credit_card changed", "2 undone"],
      "the default is moved on": [makeCard("other card", asDefault), "2 undone"],
      "another one is made": [makeCard("other card"), "2 undone"],
      "something is bought on it": [buy("card"), "nothing, card_days needed, credit_card needed"],
      "it is renamed": [change("credit_cards", "card", renamed), "nothing, card_days needed, credit_card changed", "2 undone"],
    },
  },
  "a default card that is moved": {
    before: all(makeCard("card"), makeCard("other card")),
    write: change("credit_cards", "other card", asDefault),
    since: {
      nothing: [nothing, "1 undone"],
      "the one before is deleted": [remove("credit_cards", "card"), "nothing, space incomplete"],
      "the one before is archived": [change("credit_cards", "card", archived), "nothing, space incomplete"],
      "it is moved on": [makeCard("third card", asDefault), "nothing, space changed", "1 undone"],
      "both are archived": [
        all(change("credit_cards", "card", archived), change("credit_cards", "other card", archived)),
        "nothing, space changed",
        "nothing, space incomplete",
      ],
    },
  },
  "a card that is archived": {
    before: all(makeCard("card"), makeCard("other card")),
    write: change("credit_cards", "card", archived),
    since: {
      nothing: [nothing, "1 undone"],
      "the other one is deleted": [remove("credit_cards", "other card"), "1 undone"],
      "it is opened again": [change("credit_cards", "card", { archived: false }), "nothing, credit_card changed", "1 undone"],
    },
  },
  "a card that is opened again": {
    before: all(makeCard("card", archived)),
    write: change("credit_cards", "card", { archived: false }),
    since: {
      nothing: [nothing, "1 undone"],
      "another one is made": [makeCard("other card"), "1 undone"],
      "something is bought on it": [buy("card"), "1 undone"],
    },
  },
  "new days of a card": {
    before: all(makeCard("card"), buy("card")),
    write: change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
    since: {
      nothing: [nothing, "3 undone"],
      "something is bought on it": [buy("card"), "3 undone"],
      "they are changed for the same invoices": [
        change("credit_cards", "card", { closing_day: 8, due_day: 15, update_invoices_since: "2026-01-01" }),
        "nothing, card_days changed, transaction changed",
        "1 undone",
      ],
      "they are changed for later invoices": [
        change("credit_cards", "card", { closing_day: 8, due_day: 15, update_invoices_since: "2026-06-01" }),
        "2 undone",
      ],
      "they are changed for earlier invoices": [
        change("credit_cards", "card", { closing_day: 8, due_day: 15, update_invoices_since: "2025-06-01" }),
        "nothing, transaction changed",
        "nothing",
      ],
      "the card is renamed": [change("credit_cards", "card", renamed), "2 undone"],
      "the card is deleted": [remove("credit_cards", "card"), "nothing, credit_card gone, transaction gone"],
      "an invoice is paid": [pay, "3 undone"],
      "a purchase is changed": [
        async (on, ids) => on.put(`/transactions/${ids.row}`, { date: "2026-03-25" }),
        "2 undone, transaction changed",
        "2 undone",
      ],
      "a fixed series is made and goes on": [all(buy("card", FIXED), look(FAR)), "3 undone"],
      "it was undone already": [undoneAlready, "nothing, transaction changed", "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "3 undone"],
      "its creation is undone with force": [
        async (on, ids) => {
          await on.delete(`/transactions/${ids.row}`);
          await on.undo((ids.written as number) - 2, true);
        },
        "nothing, credit_card gone, transaction gone",
      ],
    },
  },
  "new days of a card with a fixed series": {
    before: all(makeCard("card"), buy("card", { ...FIXED, date: "2026-03-10" })),
    write: change("credit_cards", "card", { ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
    since: { nothing: [nothing, "25 undone"], "the series goes on": [look(FAR), "25 undone"] },
  },
  "a new name and new days of a card": {
    before: all(makeCard("card"), buy("card")),
    write: change("credit_cards", "card", { ...renamed, ...OTHER_DAYS, update_invoices_since: "2026-01-01" }),
    since: {
      nothing: [nothing, "3 undone"],
      "the card is renamed": [
        change("credit_cards", "card", { name: "mais um" }),
        "nothing, card_days needed, credit_card changed",
        "3 undone",
      ],
    },
  },
  "a deleted card": {
    before: all(makeCard("card"), buy("card", PARTS), pay),
    write: remove("credit_cards", "card"),
    since: {
      nothing: [nothing, "7 undone"],
      "another one becomes the default": [makeCard("other card"), "7 undone, space changed", "7 undone"],
      "what paid it is changed": [change("transactions", "payment", { amount_cents: -100 }), "7 undone"],
      "what paid it comes in": [change("transactions", "payment", { kind: "income" }), "6 undone, transaction changed"],
      "what paid it is deleted": [remove("transactions", "payment"), "6 undone, transaction gone"],
      "what paid it goes on another card": [
        all(makeCard("other card"), async (on, ids) =>
          on.put(`/transactions/${ids.payment}`, { credit_card_id: ids["other card"] }),
        ),
        "6 undone, space changed, transaction changed",
        "6 undone, transaction changed",
      ],
      "it was undone already": [
        undoneAlready,
        "nothing, card_days exists, credit_card exists, series exists, transaction changed, transaction exists",
        "nothing, card_days exists, credit_card exists, series exists, transaction exists",
      ],
      "it was undone, and got other days": [
        all(undoneAlready, change("credit_cards", "card", { ...OTHER_DAYS, force: true })),
        "nothing, card_days exists, credit_card exists, series exists, transaction changed, transaction exists",
        "nothing, card_days exists, credit_card exists, series exists, transaction exists",
      ],
    },
  },
  "a check of an invoice": {
    before: all(makeCard("card"), buy("card")),
    write: async (on, ids) => on.put(`/credit_cards/${ids.card}/invoices/315/checks`, { transaction_ids: [ids.row] }),
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed": [
        async (on, ids) => on.put(`/credit_cards/${ids.card}/invoices/315/checks`, { transaction_ids: [] }),
        "nothing, invoice_check changed",
        "1 undone",
      ],
      "the card is deleted": [remove("credit_cards", "card"), "nothing"],
    },
  },
};
