// Test support: situations of categories, budgets, imports, restored files, and what is never undone.
import {
  all,
  archived,
  asDefault,
  BOUGHT,
  bookUnderCategory,
  change,
  FAR,
  first,
  look,
  make,
  makeAccount,
  makeBudget,
  makeCategory,
  nothing,
  remove,
  renamed,
  type Situation,
  undoneAlready,
  undoneAndDoneAgain,
} from "./steps.ts";

export const others: Record<string, Situation> = {
  "a new category": {
    write: makeCategory("category"),
    since: {
      nothing: [nothing, "1 undone"],
      "it is renamed": [change("categories", "category", renamed), "nothing, category changed", "1 undone"],
      "something is booked under it": [bookUnderCategory, "nothing, category needed"],
      "it gets a budget": [makeBudget(100), "nothing, category needed"],
      "it gets one below": [makeCategory("child", (ids) => ({ parent_id: ids.category })), "nothing, category needed"],
      "it is deleted": [remove("categories", "category"), "nothing"],
      "it is archived": [change("categories", "category", archived), "nothing, category changed", "1 undone"],
      "it was undone and done again": [undoneAndDoneAgain, "1 undone"],
    },
  },
  "a category that leaves its parent": {
    before: all(
      makeCategory("root"),
      makeCategory("category", (ids) => ({ parent_id: ids.root })),
    ),
    write: change("categories", "category", { parent_id: null }),
    since: {
      nothing: [nothing, "1 undone"],
      "the parent is deleted": [remove("categories", "root"), "nothing, category incomplete"],
      "the parent gets a parent": [
        all(makeCategory("top"), async (on, ids) => on.put(`/categories/${ids.root}`, { parent_id: ids.top })),
        "nothing, category incomplete",
      ],
      "it gets one below": [makeCategory("child", (ids) => ({ parent_id: ids.category })), "nothing, category needed"],
    },
  },
  "a category of another kind": {
    before: all(makeCategory("category")),
    write: change("categories", "category", { kind: "earnings" }),
    since: {
      nothing: [nothing, "1 undone"],
      "something is booked under it": [
        async (on, ids) => on.make("/transactions", { ...BOUGHT, amount_cents: 100, category_id: ids.category }),
        "nothing, category needed",
      ],
      "it gets one below": [
        makeCategory("child", (ids) => ({ parent_id: ids.category, kind: "earnings" })),
        "nothing, category needed",
      ],
    },
  },
  "a deleted category": {
    before: all(
      makeCategory("category"),
      makeCategory("child", (ids) => ({ parent_id: ids.category })),
      bookUnderCategory,
      makeBudget(100),
    ),
    write: remove("categories", "category"),
    since: {
      nothing: [nothing, "4 undone"],
      "what was booked under it is deleted": [remove("transactions", "row"), "3 undone, transaction gone"],
      "the one below gets one below": [
        makeCategory("grandchild", (ids) => ({ parent_id: ids.child })),
        "3 undone, category needed",
      ],
      "the one below is of another kind": [change("categories", "child", { kind: "earnings" }), "3 undone, category incomplete"],
      "the one below is deleted": [remove("categories", "child"), "3 undone, category gone"],
    },
  },
  "a budget": {
    before: makeCategory("category"),
    write: makeBudget(100),
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed": [change("budgets", "budget", { amount_cents: 200 }), "nothing, budget changed", "1 undone"],
      "it is deleted": [remove("budgets", "budget"), "nothing"],
      "its category is deleted": [remove("categories", "category"), "nothing"],
    },
  },
  "a deleted budget": {
    before: all(makeCategory("category"), makeBudget(100)),
    write: remove("budgets", "budget"),
    since: {
      nothing: [nothing, "1 undone"],
      "another one is made": [makeBudget(200), "nothing, budget exists"],
      "its category is deleted": [remove("categories", "category"), "nothing, budget incomplete"],
    },
  },
  "an import": {
    before: all(first, makeAccount("account"), async (on, ids) => {
      const content = "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,Café\n06/01/2026,-9.00,2,Feira\n";
      ids.import = await on.make("/imports", { content, account_id: ids.account });
    }),
    write: async (on, ids) => on.make(`/imports/${ids.import}/apply`, { proposals: "new" }),
    since: {
      nothing: [nothing, "3 undone"],
      "a row is changed": [
        async (on) => {
          const [row] = await on.get<{ id: number }[]>("/transactions?start_date=2026-01-01&end_date=2026-01-31");
          await on.put(`/transactions/${row?.id}`, { notes: "tocada" });
        },
        "2 undone, transaction changed",
        "3 undone",
      ],
      "the account is deleted": [remove("accounts", "account"), "1 undone"],
      "it was undone already": [undoneAlready, "nothing, import changed", "nothing"],
      "it was undone and done again": [undoneAndDoneAgain, "3 undone"],
    },
  },
  "a rule for imports": {
    write: make("rule", "/import_rules", () => ({ name: "r", conditions: { kind: "pix" }, actions: { stop: true } })),
    since: {
      nothing: [nothing, "1 undone"],
      "it is changed": [change("import_rules", "rule", renamed), "nothing, import_rule changed", "1 undone"],
      "it is deleted": [remove("import_rules", "rule"), "nothing"],
    },
  },
  "a restored file": {
    write: (on) => on.make("/exports/restore", on.file),
    since: {
      nothing: [nothing, "all undone"],
      "something is booked": [
        async (on) => on.make("/transactions", BOUGHT),
        "all but 2 undone, account needed, category needed",
      ],
      "another account becomes the default": [makeAccount("account", asDefault), "all undone, space changed", "all undone"],
      "one of its accounts becomes the default": [
        async (on) => {
          const accounts = await on.get<{ id: number; default: boolean }[]>("/accounts");
          await on.put(`/accounts/${accounts.find((each) => !each.default)?.id}`, asDefault);
        },
        "all but 1 undone, account changed, space changed",
        "all undone",
      ],
      "a card of it is renamed": [
        async (on) => {
          const [card] = await on.get<{ id: number }[]>("/credit_cards");
          await on.put(`/credit_cards/${card?.id}`, renamed);
        },
        "all but 3 undone, account needed, card_days needed, credit_card changed",
        "all undone",
      ],
      "its series go on": [look(FAR), "all undone"],
      "a row that a series made by itself goes elsewhere": [
        all(makeAccount("account"), async (on, ids) => {
          const [row] = await on.get<{ id: number }[]>(FAR);
          await on.put(`/transactions/${row?.id}`, { account_id: ids.account });
        }),
        "all but 3 undone, account needed, category needed, series needed",
      ],
      "it was undone already": [undoneAlready, "nothing, account exists, category exists"],
      "it was undone and done again": [undoneAndDoneAgain, "all undone"],
    },
  },
  "an invitation": {
    write: (on) => on.make("/invitations", { email: "convidada@example.com", role: "viewer" }),
    since: { nothing: [nothing, "refused 422"] },
  },
  "an API token": {
    write: (on) => on.make("/api_tokens", { name: "x", scope: "read" }),
    since: { nothing: [nothing, "refused 422"] },
  },
};
