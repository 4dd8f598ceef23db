// Test support: the table of a bank's lines by keyboard, with thousands of lines, and the rules that come of it.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function checkLines(stage: Stage): void {
  stage.flow(
    "a preview is worked through by keys alone: a category, a name, a skipped line, a rule of a correction, and all imported",
    byKeys,
  );

  stage.flow("3,000 lines keep a small document, and a decision about one of the last loads no lines again", manyLines);

  stage.flow(
    "rules are created, tried, ordered, changed and deleted on a page of their own, and a deleted one comes back",
    keepRules,
  );
}

interface Line {
  day: string;
  cents: number;
  text: string;
}

const statement = (lines: readonly Line[]) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260201<DTEND>20260228
${lines
  .map(
    ({ day, cents, text }, index) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202602${day}<TRNAMT>${(cents / 100).toFixed(2)}<FITID>${text}${index}<MEMO>${text}</STMTTRN>`,
  )
  .join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

async function uploadTo(who: TestBrowser, lines: readonly Line[]): Promise<number> {
  const send = async (path: string, body: object) => {
    const reply = await who.fetch(`/api/finance${path}`, { method: "POST", body });
    assert.ok(reply.status < 300, reply.text);
    return reply.body as { id: number };
  };
  const [account] = (await who.fetch("/api/finance/accounts")).body as { id: number }[];
  return (await send("/imports", { content: statement(lines), file_name: "extrato.ofx", account_id: account?.id })).id;
}

async function byKeys({ web, open }: OnStage): Promise<void> {
  const nina = await signedIn(web, "teclas@example.com");
  const id = await uploadTo(nina, [
    { day: "03", cents: -4590, text: "PIX QRS LANCHE A03/02" },
    { day: "04", cents: -2000, text: "PIX QRS LANCHE B04/02" },
    { day: "05", cents: -900, text: "TARIFA" },
    { day: "06", cents: -7700, text: "MERCADO SOL" },
  ]);
  await using opened = await open({ width: 1280 }, nina);
  const { page, faults } = opened;
  await page.goto(`/imports/${id}`);
  const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });
  await rowOf("MERCADO SOL").waitFor();
  assert.equal((await rowOf("MERCADO SOL").boundingBox())?.height, 32);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const focused = (text: string) => page.locator(".import-row:focus").filter({ hasText: text }).waitFor();

  await press("ArrowDown");
  await focused("A03/02");
  await press("c");
  await page.locator("select:focus").selectOption({ label: "Alimentação" });
  await focused("A03/02");
  await page.getByText("Pega mais 1 linha deste arquivo.").waitFor();
  await press("Enter");
  await page.locator("dialog").getByLabel("Descrição").fill("Lanche");
  await press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByText("“PIX QRS LANCHE” vira Lanche, em Alimentação.").waitFor();
  await assertSound(page, "a preview with the offer of a rule");
  await focused("A03/02");
  await press("r");
  await rowOf("B04/02").getByText("Regra sua").waitFor();
  await rowOf("B04/02").getByRole("button", { name: "Lanche", exact: true }).waitFor();
  await press("ArrowDown", "ArrowDown");
  await focused("TARIFA");
  await press("Space");
  await until("the line is skipped", async () => !(await page.getByLabel("Importar: TARIFA").isChecked()));
  await page.getByText("Linha 3 de 4").waitFor();
  await press("End");
  await focused("MERCADO SOL");
  await press("Control+Enter");
  await page.getByRole("button", { name: "Desfazer importação" }).waitFor();
  const period = "start_date=2026-02-01&end_date=2026-02-28";
  const rows = (await nina.fetch(`/api/finance/transactions?${period}`)).body as { description: string }[];
  assert.deepEqual(rows.map(({ description }) => description).sort(), ["Lanche", "Lanche", "MERCADO SOL"]);

  const next = await uploadTo(nina, [{ day: "20", cents: -3100, text: "PIX QRS LANCHE C20/02" }]);
  await page.goto(`/imports/${next}`);
  await rowOf("C20/02").getByText("Regra sua").waitFor();
  await rowOf("C20/02").getByRole("button", { name: "Lanche", exact: true }).waitFor();
  assert.deepEqual(faults, []);
}

const MANY = 3_000;
const MOST_NODES = 3_000;

async function manyLines({ web, open }: OnStage): Promise<void> {
  const otto = await signedIn(web, "tresmil@example.com");
  const id = await uploadTo(
    otto,
    Array.from({ length: MANY }, (_, index) => ({
      day: String((index % 28) + 1).padStart(2, "0"),
      cents: -100 - index,
      text: `LOJA NUMERO ${index + 1} RUA`,
    })),
  );
  await using opened = await open({ width: 1280 }, otto);
  const { page, faults } = opened;
  const loads: string[] = [];
  page.on("request", (request) => {
    const text = `${request.url()} ${request.postData() ?? ""}`;
    if (request.method() === "GET" || text.includes("/lines?")) loads.push(text);
  });
  await page.goto(`/imports/${id}`);
  await page.getByRole("button", { name: `Para conferir ${MANY} · ${MANY} sem categoria` }).waitFor();
  const countNodes = () => page.evaluate("document.querySelectorAll('*').length") as Promise<number>;
  assert.ok((await countNodes()) < MOST_NODES, `${await countNodes()} nodes`);

  const grid = page.getByRole("grid");
  assert.equal(await grid.getAttribute("aria-rowcount"), String(MANY + 2));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page
    .locator(".import-row:focus")
    .filter({ hasText: `LOJA NUMERO ${MANY} RUA` })
    .waitFor();
  await page
    .evaluate("document.querySelector('[role=rowgroup]').getBoundingClientRect().top + 2500 * 32 + scrollY")
    .then((top) => page.evaluate(`scrollTo(0, ${Number(top) - 400})`));
  const row = page.getByRole("row").filter({ hasText: "LOJA NUMERO 2500 RUA" });
  await row.waitFor();
  // The row with the focus is far away, and still there.
  assert.equal(await page.locator(".import-row:focus").count(), 1);
  assert.ok((await countNodes()) < MOST_NODES, `${await countNodes()} nodes`);
  loads.length = 0;
  await row.getByRole("button", { name: /^Categoria/ }).click();
  await page.locator("select:focus").selectOption({ label: "Alimentação" });
  await row.getByText("Escolha sua").waitFor();
  await page.keyboard.press("Space");
  await until("the line is skipped", async () => !(await row.getByRole("checkbox").isChecked()));
  const stored = async () => {
    const [line] = (await otto.fetch(`/api/finance/imports/${id}/lines?after=2499&limit=1`)).body as {
      decision: { action?: string; category_id?: number } | null;
    }[];
    return line?.decision;
  };
  await until("the decision is stored", async () => (await stored())?.action === "skip");
  assert.ok(((await stored())?.category_id ?? 0) > 0);
  assert.deepEqual(
    loads.filter((each) => each.includes("/lines?")),
    [],
  );
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("row").filter({ hasText: "LOJA NUMERO 1 RUA" }).waitFor();
  await assertSound(page, "a preview of 3,000 lines");
  assert.deepEqual(faults, []);
}

async function keepRules({ web, open }: OnStage): Promise<void> {
  const rosa = await signedIn(web, "regras@example.com");
  await using opened = await open({ width: 375, touch: true }, rosa);
  const { page, faults } = opened;
  const dialog = page.locator("dialog");
  const rules = async () =>
    (await rosa.fetch("/api/finance/import_rules")).body as {
      name: string;
      conditions: object;
      actions: { description?: string };
    }[];
  await page.goto("/imports");
  await page.getByRole("link", { name: "Regras" }).tap();
  await page.getByText("Nenhuma regra ainda.").waitFor();
  await assertSound(page, "no rules");
  const add = async (text: string) => {
    await page.getByRole("button", { name: "Nova regra" }).tap();
    await dialog.getByLabel("Texto").fill(text);
    await dialog.getByLabel("Descrição").fill(`Nome de ${text}`);
    await dialog.getByLabel("Categoria").selectOption({ label: "Alimentação" });
  };
  await add("ifood");
  await dialog.getByRole("button", { name: "Testar" }).tap();
  await dialog.getByText("Pega 0 das últimas 0 linhas importadas.").waitFor();
  await assertSound(page, "a new rule");
  await dialog.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText("o extrato contém “ifood”").waitFor();
  await add("posto");
  await dialog.getByRole("button", { name: "Salvar" }).tap();
  await page.getByRole("button", { name: "Subir posto" }).tap();
  await until("the order is stored", async () => (await rules())[0]?.name === "posto");
  await assertSound(page, "rules");
  await page.getByRole("button", { name: /^ifood/ }).tap();
  await dialog.getByLabel("Descrição").fill("Lanche");
  await dialog.getByRole("button", { name: "Salvar" }).tap();
  await until("the rule is changed", async () => (await rules())[1]?.actions.description === "Lanche");
  assert.deepEqual((await rules())[1]?.conditions, { text_contains: "ifood" });
  await page.getByRole("button", { name: /^ifood/ }).tap();
  await dialog.getByRole("button", { name: "Excluir" }).tap();
  await until("the rule is deleted", async () => (await rules()).length === 1);
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await until("the rule is back", async () => (await rules()).length === 2);
  assert.deepEqual(faults, []);
}
