// The fuzzer's data for imports: files that are not applied yet, and the category memory of an applied one.
import { make, type RecordView, read } from "../finance/records.ts";
import type { Member } from "../people.ts";
import type { Stock } from "./recipe.ts";

const lineOf = (day: number, who: string) => `${String(day).padStart(2, "0")}/01/2026,-8.00,${day},${who}\n`;
const FILE = `Data,Valor,Identificador,Descrição\n${lineOf(5, "Café")}${lineOf(6, "Feira")}`;
const TABLE = "Quando;Quem;Quanto\n05/01/2026;Padaria Sol;-8,00\n06/01/2026;Feira;-9,00\n";

export async function stockImports(stock: Stock, owner: Member, caller: string): Promise<void> {
  const account = await make(owner, "/accounts", { name: "imported" });
  const request = { content: FILE, account_id: account.id };
  const imported = async (body: object = request) => (await make(owner, "/imports", body)).id;
  stock.add("finance POST /imports", { caller, body: request });
  const preview = { params: { id: await imported() }, caller };
  stock.add("finance GET /imports/:id", preview);
  stock.add("finance GET /imports/:id/lines", preview);
  stock.add("finance PUT /imports/:id/lines", { ...preview, body: { verdict: "new", action: "accept" } });
  const line = { params: { ...preview.params, n: 1 }, caller };
  stock.add("finance PUT /imports/:id/lines/:n", { ...line, body: { description: "fuzzed" } });
  stock.add("finance DELETE /imports/:id", { params: { id: await imported() }, caller, body: {} });
  stock.add("finance POST /imports/:id/apply", { params: { id: await imported() }, caller, body: { proposals: "new" } });
  await stockLearned(stock, owner, caller, account.id);
}

async function stockLearned(stock: Stock, owner: Member, caller: string, account: number): Promise<void> {
  const { id: category } = await make(owner, "/categories", { name: "learned" });
  const rule = { name: "fuzzed", conditions: { text_contains: "padaria" }, actions: { category_id: category } };
  stock.add("finance POST /import_rules", { caller, body: rule });
  const { id: changed } = await make(owner, "/import_rules", rule);
  const { id: gone } = await make(owner, "/import_rules", rule);
  stock.add("finance GET /import_rules/:id", { params: { id: changed }, caller });
  stock.add("finance PUT /import_rules/:id", { params: { id: changed }, caller, body: { actions: { description: "Padaria" } } });
  stock.add("finance DELETE /import_rules/:id", { params: { id: gone }, caller, body: {} });
  const trial = { conditions: { merchant_contains: "feira" }, actions: { description: "Feira livre" } };
  stock.add("finance POST /import_rules/try", { caller, body: trial });
  stock.add("finance POST /import_rules/run", { caller, body: { start_date: "2026-01-01", end_date: "2026-01-31" } });
  const columns = { day: 0, description: [1], amount: 2 };
  const { id } = await make(owner, "/imports", { content: TABLE, account_id: account, columns });
  await owner.put(`/imports/${id}/lines/2`, { category_id: category });
  await owner.post(`/imports/${id}/apply`, { proposals: "new" });
  for (const [path, list] of [
    ["/category_memory", await read<RecordView[]>(owner, "/category_memory")],
    ["/import_layouts", await read<RecordView[]>(owner, "/import_layouts")],
  ] as const) {
    for (const each of list) stock.add(`finance DELETE ${path}/:id`, { params: { id: each.id }, caller, body: {} });
  }
  stock.add("finance POST /category_memory/forget", { caller, body: { category_id: category } });
}
