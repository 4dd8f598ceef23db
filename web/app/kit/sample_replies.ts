// What the parts of the kit show, instead of replies of a server.
import type { Budget, Category, Transaction } from "../rules/records.ts";
import { ROW } from "../rules/testing.ts";

const category = (id: number, name: string, icon: string, color: string): Category =>
  ({ id, name, icon, color, parent_id: null, kind: "expenses", archived: false, default: false }) as unknown as Category;

export const CATEGORIES: readonly Category[] = [
  category(1, "Mercado", "cart", "27ae60"),
  category(2, "Moradia", "home", "2980b9"),
  category(3, "Transporte", "car", "e67e22"),
  category(4, "Salário", "wallet", "16a085"),
];

export const ROWS: readonly Transaction[] = [
  { ...ROW, id: 1, description: "Supermercado", amount_cents: -264_50, category_id: 1 },
  {
    ...ROW,
    id: 2,
    description: "Aluguel de novembro, apartamento do centro",
    amount_cents: -1_850_00,
    category_id: 2,
    paid: false,
  },
  { ...ROW, id: 3, description: "Notebook", amount_cents: -399_90, category_id: 3, installment: 3, total_installments: 10 },
  { ...ROW, id: 4, description: "Salário", amount_cents: 6_200_00, category_id: 4, date: "2026-11-05" },
];

const budget = (id: number, amount: number, total: number, predicted: number): Budget => ({
  id,
  category_id: id,
  date: "2026-11-01",
  activity_type: 0,
  amount_cents: amount,
  total,
  predicted_total: predicted,
});

export const BUDGETS: readonly Budget[] = [
  budget(1, 900_00, 581_47, 700_00),
  budget(2, 2_000_00, 1_850_00, 2_100_00),
  budget(3, 400_00, 452_10, 452_10),
];

const REPLIES: Readonly<Record<string, unknown>> = {
  "/categories": CATEGORIES,
  "/accounts": [{ id: 1, name: "Nubank", archived: false, default: true, type: "checking", opening_balance_cents: 0 }],
  "/credit_cards": [],
};

/** Reads are answered from here; nothing leaves the page. */
export function answerFromSample(): void {
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), location.href);
    const paths = url.pathname === "/api/reads" ? url.searchParams.getAll("path") : [url.pathname.replace("/api/finance", "")];
    const texts = paths.map((path) => JSON.stringify(REPLIES[path] ?? []));
    const body = paths.length === 1 ? texts[0] : texts.map((text) => `{"status":200}\n${text}\n`).join("");
    return new Response(body ?? "", { status: 200 });
  };
}
