// Test support: files of banks, in a browser.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260201<DTEND>20260228
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260203<TRNAMT>-45.90<FITID>a1<MEMO>PADARIA &lt;b&gt;</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260205<TRNAMT>1200.00<FITID>a2<MEMO>SALARIO</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

export function importFiles(stage: Stage): void {
  stage.flow(
    "a bank's file is read, corrected, applied and undone; a table that nobody knows asks for its columns",
    importBankFile,
  );

  stage.flow(
    "the preview shows what rules and memory fill, the invoice that a line pays, and other rows after something has changed",
    previewImport,
  );
}

async function importBankFile({ web, open }: OnStage): Promise<void> {
  const duda = await signedIn(web, "arquivo@example.com");
  await using opened = await open({ width: 360, touch: true }, duda);
  const { page, faults } = opened;
  await page.goto("/imports");
  const give = (name: string, text: string) =>
    page.getByLabel("Arquivos do banco").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await give("extrato.ofx", OFX);
  await page.getByRole("button", { name: "Ler arquivo" }).tap();
  await page.getByText("PADARIA").first().waitFor();
  await page.getByRole("button", { name: "PADARIA", exact: false }).first().tap();
  await page.locator("dialog").getByLabel("Categoria").selectOption({ label: "Alimentação" });
  await page.getByLabel("Descrição").fill("Padaria <script>1</script>");
  await page.getByLabel("Etiquetas").fill("café, <img src=x>");
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).tap();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Padaria <script>1</script>", exact: true }).waitFor();
  await assertSound(page, "a preview");
  await page.getByRole("button", { name: "Importar 2 linhas" }).tap();
  await page.getByRole("button", { name: "Desfazer importação" }).waitFor();
  const rows = async () =>
    (await duda.fetch("/api/finance/transactions?start_date=2026-02-01&end_date=2026-02-28")).body as {
      description: string;
      amount_cents: number;
      tags: { name: string }[];
    }[];
  assert.deepEqual((await rows()).map((row) => [row.description, row.amount_cents]).sort(), [
    ["Padaria <script>1</script>", -4590],
    ["SALARIO", 120000],
  ]);
  await page.getByRole("button", { name: "Desfazer importação" }).tap();
  await page.getByText("Esta importação foi desfeita").first().waitFor();
  assert.deepEqual(await rows(), []);

  await page.goto("/imports");
  await give("qualquer.csv", "aaa;bbb;ccc\n2026-02-03;Mercado;-12,34\n2026-02-04;Feira;-5,00\n");
  await page.getByRole("button", { name: "Ler arquivo" }).tap();
  await page.getByText("foram adivinhadas").tap();
  await assertSound(page, "the columns of a table");
  await page.getByLabel("Coluna 2 bbb").selectOption({ label: "não usar" });
  await page.getByRole("button", { name: "Ler com estas colunas" }).tap();
  await page.getByText("Diga qual coluna é a descrição.").waitFor();
  await page.getByLabel("Coluna 2 bbb").selectOption({ label: "descrição" });
  await page.getByLabel("Ordem da data").selectOption({ label: "ano/mês/dia" });
  await page.getByRole("button", { name: "Ler com estas colunas" }).tap();
  await page.getByText("foram adivinhadas").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Importar 2 linhas" }).waitFor();
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("422")),
    [],
  );
}

async function previewImport({ web, open }: OnStage): Promise<void> {
  const rita = await signedIn(web, "previa@example.com");
  const { create, account, card } = await prepareImports(rita);
  await using opened = await open({ width: 375 }, rita);
  const { page, faults } = opened;
  await page.goto("/imports");
  const rows = [
    row("20260203", "120.00", "p1", "POSTO IPE 42"),
    row("20260204", "9.00", "p2", "PADARIA LUA"),
    row("20260209", "300.00", "p3", "PAG FATURA CARTAO"),
    row("20260212", "55.00", "p4", "LOJA XYZ"),
    row("20260213", "8.00", "p5", "CAFE"),
  ];
  await readFile(page, "Banco Sol", "extrato.ofx", statement(rows.join("\n")));
  const lineOf = (text: string) => page.getByRole("row").filter({ hasText: text });
  await checkFilled(page, lineOf);
  await page.getByLabel("Importar: CAFE").click();
  await page.getByLabel("Importar: PAG FATURA CARTAO").click();
  const go = page.getByRole("button", { name: /^Importar \d/ });
  await page.locator(".form button.main:enabled").waitFor();
  assert.equal(await page.getByLabel("Importar: CAFE").isChecked(), false);
  assert.equal(await page.getByLabel("Importar: PAG FATURA CARTAO").isChecked(), true);

  // Somebody else enters one of the lines meanwhile, and the page has not heard of it.
  const nothing = { changes: [], cursor: "", has_more: false };
  await page.route("**/api/finance/changes?*", (question) => question.fulfill({ json: nothing }));
  await create("/transactions", { description: "Loja", amount_cents: -5500, date: "2026-02-12", account_id: account.id });
  await go.click();
  await page.getByText("Algo mudou desde a prévia").waitFor();
  await lineOf("LOJA XYZ").getByText("já lançado por você").first().waitFor();
  assert.equal(await page.getByLabel("Importar: CAFE").isChecked(), false);
  await go.click();
  await page.getByRole("button", { name: "Desfazer importação" }).waitFor();
  const invoice = (await rita.fetch(`/api/finance/credit_cards/${card.id}/invoices/313`)).body as { balance_cents: number };
  assert.equal(invoice.balance_cents, 0);

  await importCardFile(page, rita);
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("409")),
    [],
  );
}

const row = (day: string, amount: string, id: string, text: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>-${amount}<FITID>${id}<MEMO>${text}</STMTTRN>`;
const statement = (rows: string) => OFX.replace(/<STMTTRN>.*<\/STMTTRN>/s, rows);

/** A rule, a merchant that was learned of, and an invoice that a line can pay. */
async function prepareImports(who: TestBrowser) {
  const send = async (method: string, path: string, body: object) => {
    const reply = await who.fetch(`/api/finance${path}`, { method, body });
    assert.ok(reply.status < 300, reply.text);
    return reply.body as { id: number };
  };
  const create = (path: string, body: object) => send("POST", path, body);
  const account = await create("/accounts", { name: "Banco Sol", default: true });
  const [fuel, bread] = [await create("/categories", { name: "Combustível" }), await create("/categories", { name: "Pães" })];
  const card = await create("/credit_cards", { name: "Roxinho", closing_day: 3, due_day: 10 });
  await create("/transactions", { description: "tv", amount_cents: -30_000, date: "2026-02-02", credit_card_id: card.id });
  await create("/import_rules", {
    name: "Posto",
    conditions: { merchant_pattern: "posto*" },
    actions: { category_id: fuel.id, description: "Posto da esquina", tags: ["carro"] },
  });
  const learned = await create("/imports", {
    content: statement(row("20260201", "7.00", "l1", "PADARIA LUA")),
    account_id: account.id,
  });
  await send("PUT", `/imports/${learned.id}/lines/1`, { category_id: bread.id });
  await create(`/imports/${learned.id}/apply`, {});
  return { create, account, card };
}

async function readFile(page: Page, into: string, name: string, text: string): Promise<void> {
  await page.getByLabel("Conta ou cartão").selectOption({ label: into });
  await page.getByLabel("Arquivos do banco").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Ler arquivo" }).click();
}

async function checkFilled(page: Page, lineOf: (text: string) => ReturnType<Page["locator"]>): Promise<void> {
  await page.getByRole("button", { name: "Certas 2 · 1 por regra, 1 aprendida" }).click();
  const fuelLine = lineOf("POSTO IPE 42");
  await fuelLine.getByText("Regra sua").waitFor();
  await fuelLine.getByText("Combustível", { exact: true }).waitFor();
  await fuelLine.getByText("#carro").waitFor();
  await lineOf("PADARIA LUA").getByText("Aprendido com você").waitFor();
  await lineOf("PADARIA LUA").getByText("Pães", { exact: true }).waitFor();
  await lineOf("PAG FATURA CARTAO").getByText("Paga a fatura de fevereiro de 2026 de Roxinho").waitFor();
  await assertSound(page, "a preview with what is filled");
}

/** A file of a card says its invoice by its name. */
async function importCardFile(page: Page, who: TestBrowser): Promise<void> {
  await page.goto("/imports");
  await page.getByLabel("Conta ou cartão").selectOption({ label: "Roxinho" });
  await page.getByText("Em branco: a que o nome do arquivo diz").waitFor();
  const cardFile = statement(row("20261120", "10.00", "c1", "LIVRARIA"))
    .replaceAll("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
    .replaceAll("STMTTRNRS", "CCSTMTTRNRS")
    .replaceAll("STMTRS", "CCSTMTRS");
  await readFile(page, "Roxinho", "Nubank_2026-12-07.ofx", cardFile);
  await page.getByText("LIVRARIA").first().waitFor();
  const [newest] = (await who.fetch("/api/finance/imports?limit=1")).body as { invoice: number }[];
  assert.equal(newest?.invoice, 323);
}
