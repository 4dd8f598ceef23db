// Test support: what imports have learned, layouts of columns, and rules over earlier rows, on the page of rules.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function lookAtLearned(stage: Stage): void {
  stage.flow(
    "what was learned is searched, forgotten one by one or at once, and had back; so are layouts of columns",
    forgetLearned,
  );
  stage.flow("rules are applied to earlier imports: what changes is shown first, and one undo takes it back", runRules);
}

const requestsOf = (who: TestBrowser) => ({
  async send<T = { id: number }>(method: "POST" | "PUT", path: string, body: object): Promise<T> {
    const reply = await who.fetch(`/api/finance${path}`, { method, body });
    assert.ok(reply.status < 300, reply.text);
    return reply.body as T;
  },
  list: async <Item>(path: string) => (await who.fetch(`/api/finance${path}`)).body as Item[],
});

const COLUMNS = { day: 0, description: [2], amount: 3, separator: "|", dayOrder: "dmy" };

/** Imports a table of these merchants; each gets the category. */
async function importTable(who: TestBrowser, merchants: readonly string[], categoryId?: number): Promise<void> {
  const { send, list } = requestsOf(who);
  const [account] = await list<{ id: number }>("/accounts");
  const rows = merchants.map((name, index) => `${String(index + 1).padStart(2, "0")}/02/2026|a|${name}|-${index + 1},00\n`);
  const content = `Quando|Nada|Quem|Quanto\n${rows.join("")}`;
  const { id } = await send("POST", "/imports", { content, account_id: account?.id, columns: COLUMNS, file_name: "banco.csv" });
  for (const n of categoryId === undefined ? [] : merchants.keys())
    await send("PUT", `/imports/${id}/lines/${n + 1}`, { category_id: categoryId });
  await send("POST", `/imports/${id}/apply`, {});
}

const section = (page: Page, name: string) => page.getByRole("region", { name });

async function forgetLearned({ web, open }: OnStage): Promise<void> {
  const iris = await signedIn(web, "aprendido@example.com");
  const { send, list } = requestsOf(iris);
  await using opened = await open({ width: 375, touch: true }, iris);
  const { page, faults } = opened;
  const learned = section(page, "O que foi aprendido");
  const layouts = section(page, "Modelos de colunas");
  await page.goto("/imports/rules");
  await learned.getByText("Nada ainda.").waitFor();
  await layouts.getByText("Nenhum ainda.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Esquecer tudo" }).count(), 0);
  await assertSound(page, "nothing learned");

  const names = ["Padaria Sol", "Farmácia São João", "Cinema", "Feira", "Livraria", "Posto", "Bar", "Floricultura", "Sapataria"];
  const category = await send("POST", "/categories", { name: "Coisas", kind: "expenses" });
  await importTable(iris, names, category.id);
  await page.reload();
  await learned.getByText("PADARIA SOL").waitFor();
  assert.equal(await learned.locator(".row").count(), names.length);
  await layouts.getByText("data: Quando · descrição: Quem · valor: Quanto").waitFor();
  await assertSound(page, "what was learned");
  await learned.getByRole("searchbox").fill("são joão");
  await until(
    "one is found",
    async () => (await learned.locator(".row strong").allTextContents()).join() === "FARMACIA SAO JOAO",
  );
  await learned.getByRole("button", { name: "Esquecer FARMACIA SAO JOAO" }).tap();
  await learned.getByText("Nada encontrado.").waitFor();
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await learned.getByText("FARMACIA SAO JOAO").waitFor();

  const memory = () => list<object>("/category_memory");
  await learned.getByRole("button", { name: "Esquecer tudo" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Esquecer tudo" }).tap();
  await page.getByText("9 estabelecimentos esquecidos.").waitFor();
  assert.deepEqual(await memory(), []);
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await until("all are back", async () => (await memory()).length === names.length);

  await layouts.getByRole("button", { name: /^Esquecer Quando/ }).tap();
  await layouts.getByText("Nenhum ainda.").waitFor();
  assert.deepEqual(await list("/import_layouts"), []);
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await layouts.getByText("Quando, Nada, Quem, Quanto").waitFor();
  assert.deepEqual(faults, []);
}

async function runRules({ web, open }: OnStage): Promise<void> {
  const ugo = await signedIn(web, "retroativo@example.com");
  const { send, list } = requestsOf(ugo);
  await importTable(ugo, ["Padaria Sol", "Padaria Lua", "Cinema"]);
  await send("POST", "/import_rules", {
    name: "Pães",
    conditions: { text_contains: "padaria" },
    actions: { description: "Pão" },
  });
  await using opened = await open({ width: 1280 }, ugo);
  const { page, faults } = opened;
  const dialog = page.locator("dialog");
  const descriptions = async () =>
    (await list<{ description: string }>("/transactions?start_date=2026-02-01&end_date=2026-02-28"))
      .map(({ description }) => description)
      .sort()
      .join();
  const before = await descriptions();
  await page.goto("/imports/rules");
  await page.getByRole("button", { name: "Aplicar ao que já existe" }).click();
  await dialog.getByText(/^Nada muda/).waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Aplicar" }).isDisabled(), "February is long ago");
  await dialog.getByLabel("Período").selectOption({ label: "tudo" });
  await dialog.getByText("Muda 2 de 3 linhas importadas:").waitFor();
  assert.equal(await descriptions(), before, "only shown");
  await assertSound(page, "what rules would change");
  await dialog.getByRole("button", { name: "Aplicar" }).click();
  await page.getByText("2 lançamentos alterados.").waitFor();
  assert.equal(await descriptions(), "Cinema,Pão,Pão");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await until("all is as before", async () => (await descriptions()) === before);
  assert.deepEqual(faults, []);
}
