// The pages and the app in a real browser: what people do, figures against the rows of the API, and what axe finds.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { type OidcStandIn, startOidcStandIn } from "../auth/external/testing/oidc_stand_in.ts";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import { openChromium, openPage, type Page, type Sight } from "./testing/chromium.ts";
import { figuresFlows } from "./testing/flows_figures.ts";
import { fillSample } from "./testing/sample.ts";
import { signedIn, startTestWeb, type TestBrowser, type TestWeb } from "./testing.ts";

let web: TestWeb;
let browser: Browser | undefined;
let axe: string;
let provider: OidcStandIn;
before(async () => {
  provider = await startOidcStandIn(() => web.finance.clock.now());
  // Providers send browsers back to auth, so its port is known before.
  const authUrl = `http://127.0.0.1:${await freePort()}`;
  provider.redirectUri = `${authUrl}/callback`;
  const google = Object.entries(provider.variables).filter(([name]) => name.startsWith("EXTERNAL_GOOGLE_"));
  const auth = {
    PASSKEY_ENABLED: "true",
    API_PORT: new URL(authUrl).port,
    API_EXTERNAL_URL: authUrl,
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    ...Object.fromEntries(google),
    EXTERNAL_GOOGLE_REDIRECT_URI: provider.redirectUri,
  };
  [web, browser, axe] = await Promise.all([
    startTestWeb({ auth }),
    openChromium(),
    readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  ]);
  web.finance.clock.advance((Date.now() - web.finance.clock.now().getTime()) / 1000);
});
after(async () => {
  await browser?.close();
  await web[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const NONE = "no Chromium for this machine: set COFRE_CHROMIUM to one";

function open(sight: Sight, who?: TestBrowser) {
  return openPage(browser as Browser, { ...sight, url: web.url, ...(who && { who }) });
}

const money = (cents: number) => `R$\u00a0${(Math.abs(cents) / 100).toFixed(2).replace(".", ",")}`;

async function assertSound(page: Page, what: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const sideways = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  assert.ok(sideways <= 0, `${what}: ${sideways} px wider than the window`);
  // Given by the debugger, so that the policy of the page does not hold for it.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe
      .run()
      .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)),
  );
  assert.deepEqual(found, [], what);
}

test("an expense on a phone by five taps, a purchase in three parts, its invoice, why, and paying it", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const ana = await signedIn(web, "toque@example.com");
  const card = (
    await ana.fetch("/api/finance/credit_cards", { method: "POST", body: { name: "Lua", closing_day: 31, due_day: 10 } })
  ).body as { id: number };
  await using opened = await open({ width: 360, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto("/");
  await page.getByRole("link", { name: "Novo", exact: true }).tap();
  await page.getByLabel("Valor").fill("12+3,50");
  await page.getByLabel("Descrição").fill("Café <b>&amp;</b>");
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Lançamento salvo.").waitFor();
  await page.getByText("Café <b>&amp;</b>").waitFor();
  await page
    .getByText(`−${money(1550)}`)
    .first()
    .waitFor();

  await page.getByRole("link", { name: "Novo", exact: true }).tap();
  await page.getByLabel("Valor").fill("100");
  await page.getByLabel("Descrição").fill("Bicicleta");
  await page.getByLabel("Onde").selectOption({ label: "Lua" });
  await page.getByLabel("Repetição").selectOption({ label: "Parcelado" });
  await page.getByLabel("Parcelas").fill("3");
  await page.getByText(`1× ${money(3334)} + 2× ${money(3333)}`).waitFor();
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("1/3").waitFor();

  const invoices = (await ana.fetch(`/api/finance/invoices`)).body as { id: number; balance_cents: number }[];
  const first = invoices.find(({ balance_cents: cents }) => cents === -3334);
  assert.ok(first, JSON.stringify(invoices));
  await page.goto(`/credit_cards/${card.id}/invoices/${first.id}`);
  await page.getByRole("button", { name: "Por quê?" }).tap();
  await page.locator(".why li").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pagar fatura" }).first().tap();
  await page.locator("dialog").getByRole("button", { name: "Pagar fatura" }).tap();
  await page.getByText("Pagamento registrado.").waitFor();
  await page.locator(".status.paid").waitFor();
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await page.locator(".status.paid").waitFor({ state: "detached" });
  const after = (await ana.fetch(`/api/finance/credit_cards/${card.id}/invoices/${first.id}`)).body as { balance_cents: number };
  assert.equal(after.balance_cents, -3334);
  assert.deepEqual(faults, []);
});

test("by the keyboard alone: a row is booked, changed and deleted, a refused field keeps the form, and figures are the sum of the rows", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const bia = await signedIn(web, "teclado@example.com");
  await using opened = await open({ width: 1280 }, bia);
  const { page, faults } = opened;
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.keyboard.press("n");
  const amount = page.getByLabel("Valor");
  await amount.waitFor();
  await page.keyboard.type("abc");
  await page.keyboard.press("Enter");
  await page.getByText("Digite um valor").waitFor();
  assert.equal(await amount.inputValue(), "abc");
  assert.equal(await page.evaluate(`document.activeElement.classList.contains("amount")`), true, "focus on what is wrong");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.234,56");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Geladeira");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Lançamento salvo.").waitFor();
  await page.keyboard.type("10");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Pão");
  await page.keyboard.press("Enter");
  await page.getByText("Pão").waitFor();
  const rows = (await bia.fetch("/api/finance/transactions")).body as { amount_cents: number }[];
  const sum = rows.reduce((total, row) => total + row.amount_cents, 0);
  assert.equal(sum, -124456);
  await page.locator(".foot").getByText("−R$\u00a01.244,56").first().waitFor();
  await page.getByRole("link", { name: /Pão/ }).press("Enter");
  await page.getByLabel("Descrição").fill("Pão de queijo");
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  await page.getByRole("link", { name: /Pão de queijo/ }).press("Enter");
  await page.getByRole("button", { name: "Excluir" }).press("Enter");
  await page.locator("dialog").getByRole("button", { name: "Excluir" }).press("Enter");
  await page.getByText("Lançamento excluído.").waitFor();
  await page.getByText("Pão de queijo").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("a second step by an app: added by its picture, codes to print, and asked for at the next sign-in, by code and by recovery code", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const email = "segundo@example.com";
  const { password, ...dora } = await signedIn(web, email);
  await using opened = await open({ width: 360, touch: true }, dora);
  const { page, faults } = opened;
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar aplicativo" }).tap();
  const picture = page.getByRole("img", { name: "Imagem para o aplicativo autenticador" });
  await picture.waitFor();
  assert.ok(Number(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) > 0);
  const secret = (await page.locator("dialog .secret").innerText()).replaceAll(" ", "");
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: web.finance.clock.now().getTime() + steps * 30_000 });
  await page.getByLabel("Código de seis dígitos").fill(code() === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Confirmar" }).tap();
  await page.getByText("O código não confere.").waitFor();
  await page.getByLabel("Código de seis dígitos").fill(code());
  await page.getByRole("button", { name: "Confirmar" }).tap();
  await page.getByText("Segundo passo ligado.").waitFor();
  await page.getByRole("button", { name: "Criar códigos" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Criar códigos" }).tap();
  await page.locator(".codes li").nth(9).waitFor();
  const recovery = await page.locator(".codes code").first().innerText();
  await assertSound(page, "recovery codes");
  await page.keyboard.press("Escape");
  await page.getByText("Restam 10 de 10").waitFor();
  await assertSound(page, "/settings/security with factors");

  for (const [way, given] of [
    ["code", () => code(1)],
    ["recovery", () => recovery],
  ] as const) {
    await page.goto("/more");
    await page.getByRole("button", { name: "Sair" }).tap();
    await page.getByText("Você saiu").waitFor();
    await page.goto("/sign_in?next=/accounts");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Senha", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).tap();
    await page.getByRole("heading", { name: "Confirme que é você" }).waitFor();
    await assertSound(page, `/second_factor by ${way}`);
    if (way === "recovery") await page.getByRole("link", { name: /código de recuperação/ }).tap();
    await page.getByLabel(way === "recovery" ? "Código de recuperação" : "Código").fill(given());
    await page.getByRole("button", { name: "Continuar" }).tap();
    await page.getByRole("heading", { name: "Contas" }).waitFor();
  }
  assert.deepEqual(
    faults.filter((line) => !line.includes("status of 422")),
    [],
  );
});

const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260201<DTEND>20260228
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260203<TRNAMT>-45.90<FITID>a1<MEMO>PADARIA &lt;b&gt;</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260205<TRNAMT>1200.00<FITID>a2<MEMO>SALARIO</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

test("a bank's file is read, corrected, applied and undone; a table that nobody knows asks for its columns", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const duda = await signedIn(web, "arquivo@example.com");
  await using opened = await open({ width: 360, touch: true }, duda);
  const { page, faults } = opened;
  await page.goto("/imports");
  const give = (name: string, text: string) =>
    page.getByLabel("Arquivos do banco").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await give("extrato.ofx", OFX);
  await page.getByRole("button", { name: "Ler arquivo" }).tap();
  await page.getByText("PADARIA").first().waitFor();
  await page.getByLabel("Categoria: PADARIA").selectOption({ label: "Alimentação" });
  await page.getByRole("button", { name: "Corrigir" }).first().tap();
  await page.getByLabel("Descrição").fill("Padaria <script>1</script>");
  await page.getByLabel("Etiquetas").fill("café, <img src=x>");
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).tap();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByText("Padaria <script>1</script>").waitFor();
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
});

test("a passkey: made in the settings, named, signs in by its button and by the list at the field, and is gone when removed", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const eva = await signedIn(web, "chave@example.com");
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable", { enableUI: false });
  // The list at the field answers by itself here, so it is kept away where the button is meant.
  await page.addInitScript({
    content: 'if (location.hash === "#button") PublicKeyCredential.isConditionalMediationAvailable = async () => false;',
  });
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signOut = async () => {
    await page.goto("/more");
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByText("Você saiu").waitFor();
  };
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await page.getByText("Chave de acesso criada.").waitFor();
  await page.getByRole("button", { name: "Renomear" }).click();
  await page.getByRole("textbox", { name: "Nome" }).fill("Meu <b>laptop</b>");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Meu <b>laptop</b>").waitFor();

  await signOut();
  await page.goto("/sign_in?next=/accounts#button");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.getByRole("heading", { name: "Contas" }).waitFor();

  await signOut();
  await page.goto("/sign_in?next=/settings/security");
  await page.getByText("Meu <b>laptop</b>").waitFor();
  await page.locator("li", { hasText: "Meu <b>laptop</b>" }).getByRole("button", { name: "Remover" }).click();
  await page.locator("dialog").getByRole("button", { name: "Remover" }).click();
  await page.getByText("Nenhuma chave de acesso ainda.").waitFor();
  await signOut();
  await page.goto("/sign_in#button");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.getByText("A chave de acesso não foi usada").waitFor();
  const kept = await page.evaluate(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
  );
  assert.doesNotMatch(String(kept), /eyJ|cofre=/);
  assert.deepEqual(
    faults.filter((line) => !line.includes("status of 401")),
    [],
  );
});

test("another provider: signs in, is linked in the settings and unlinked, and an account that somebody else has is refused there", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  provider.person = { ...provider.person, subject: "1", email: "ana.google@example.com", name: "Ana" };
  await using first = await open({ width: 360 });
  await first.page.goto("/sign_in?next=/accounts");
  await first.page.getByRole("link", { name: "Continuar com Google" }).click();
  await first.page.getByRole("heading", { name: "Contas" }).waitFor();
  const gil = await signedIn(web, "ligado@example.com");
  await using second = await open({ width: 1280 }, gil);
  const link = () => second.page.locator("li", { hasText: "Google" }).getByRole("link", { name: "Ligar" }).click();
  await second.page.goto("/settings/security");
  await link();
  await second.page.getByText("Não foi possível ligar aquela conta.").waitFor();
  provider.person = { ...provider.person, subject: "2", email: "gil.google@example.com", name: "Gil" };
  await link();
  await second.page.getByText("gil.google@example.com").waitFor();
  await second.page.locator("li", { hasText: "Google" }).getByRole("button", { name: "Desligar" }).click();
  await second.page.locator("dialog").getByRole("button", { name: "Desligar" }).click();
  await second.page.getByText("Conta desligada.").waitFor();
  assert.deepEqual([first.faults, second.faults, provider.refusals], [[], [], []]);
});

/** Until it holds; the policy of the page lets nobody else look in it by texts. */
const inPage = (condition: string) =>
  `(async () => { while (!(${condition})) await new Promise((again) => setTimeout(again, 20)); })()`;

/** Whatever a script of the page can read. */
const ALL_STORED = `(async () => {
  const database = await new Promise((resolve) => { indexedDB.open("cofre").onsuccess = (event) => resolve(event.target.result); });
  const shelf = (name) => new Promise((resolve) => {
    database.transaction(name).objectStore(name).getAll().onsuccess = (event) => resolve(event.target.result);
  });
  const all = await Promise.all([...database.objectStoreNames].map(shelf));
  database.close();
  return JSON.stringify([all, { ...localStorage }, document.cookie, await caches.keys()]);
})()`;

test("offline, entries wait and are booked once each, also where an answer was lost and a tab closed; sign-out leaves nothing behind", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const gil = await signedIn(web, "semrede@example.com");
  await using opened = await open({ width: 360, touch: true }, gil);
  const { page } = opened;
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.evaluate(inPage("navigator.serviceWorker.controller !== null"));
  const add = async (tab: Page, amount: string, what: string) => {
    await tab.goto("/transactions/new");
    await tab.getByLabel("Valor").fill(amount);
    await tab.getByLabel("Descrição").fill(what);
    await tab.locator("select option").first().waitFor({ state: "attached" });
    return tab.getByRole("button", { name: "Salvar", exact: true });
  };
  const lost = await add(page, "1", "Perdido <i>");
  // The server books it, and the answer never comes.
  await page.evaluate(() => {
    const { fetch: real } = globalThis;
    globalThis.fetch = async (...args) => {
      const answer = await real(...args);
      if (args[1]?.method === "POST") throw new TypeError("lost");
      return answer;
    };
  });
  await lost.tap();
  await page.getByText("Na fila: será enviado").waitFor();
  await page.context().setOffline(true);
  for (const [amount, what] of [
    ["2", "Pão"],
    ["3", "Leite"],
  ] as const) {
    await (await add(page, amount, what)).tap();
    await page.getByText("Na fila: será enviado").waitFor();
  }
  const another = await page.context().newPage();
  await page.close();
  await another.goto("/transactions");
  await another.getByRole("heading", { name: "Na fila (3)" }).waitFor();
  await another.getByText("Dados de").waitFor();
  await assertSound(another, "offline");
  await another.context().setOffline(false);
  await another.getByRole("heading", { name: "Na fila" }).waitFor({ state: "detached" });
  const rows = (await gil.fetch("/api/finance/transactions")).body as { description: string; amount_cents: number }[];
  assert.deepEqual(rows.map((row) => [row.description, row.amount_cents]).sort(), [
    ["Leite", -300],
    ["Perdido <i>", -100],
    ["Pão", -200],
  ]);

  const stored = String(await another.evaluate(ALL_STORED));
  assert.match(stored, /Leite/);
  assert.doesNotMatch(stored, /eyJ|_token|cofre=/);

  await another.goto("/more");
  await another.getByRole("button", { name: "Sair" }).tap();
  await another.waitForURL(/signed_out/);
  await another.evaluate(inPage("(await indexedDB.databases()).length + (await caches.keys()).length === 0"));
  assert.equal(await another.evaluate("localStorage.length"), 0);
});

test("sample data in one click, many rows changed at once by the keyboard, one undo, and the bill checked to zero", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const hugo = await signedIn(web, "exemplo@example.com");
  await using opened = await open({ width: 1280 }, hugo);
  const { page, faults } = opened;
  await page.goto("/welcome");
  await page.getByRole("button", { name: "Encher com dados de exemplo" }).click();
  await page.getByText("Dados de exemplo prontos.").waitFor();
  await page.goto("/transactions");
  await page.locator(".day .row").first().waitFor();
  const found = async (tag: string) =>
    ((await hugo.fetch(`/api/finance/transactions?tag=${encodeURIComponent(tag)}`)).body as unknown[]).length;
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+x");
  await page.getByText("3 selecionados").waitFor();
  await page.keyboard.press("t");
  await page.locator("dialog").getByLabel("Etiquetas").fill("férias, <b>");
  await page.keyboard.press("Enter");
  await page.getByText("3 lançamentos alterados.").waitFor();
  assert.equal(await found("<b>"), 3);
  await page.keyboard.press("Control+z");
  await page.getByText("Desfeito. 3 lançamentos alterados.").waitFor();
  assert.equal(await found("<b>"), 0);
  await page.keyboard.press("Control+Shift+Z");
  await page.getByText("Refeito.").waitFor();
  assert.equal(await found("<b>"), 3);
  await page.goto("/tags");
  await page.getByRole("button", { name: "#<b>" }).click();
  await page.getByLabel("Nome").fill("férias");
  await page.keyboard.press("Enter");
  await page.getByText("Etiqueta renomeada.").waitFor();
  assert.deepEqual([await found("<b>"), await found("férias")], [0, 3]);

  const make = async (path: string, body: object) =>
    (await hugo.fetch(`/api/finance${path}`, { method: "POST", body })).body as { id: number };
  const card = await make("/credit_cards", { name: "Lua", closing_day: 5, due_day: 12 });
  for (const cents of [-1000, -2345])
    await make("/transactions", { description: "Compra", amount_cents: cents, credit_card_id: card.id });
  const invoices = (await hugo.fetch("/api/finance/invoices")).body as { id: number; amount_cents: number }[];
  const last = invoices.findLast(({ amount_cents: cents }) => cents < 0) as { id: number };
  await page.goto(`/credit_cards/${card.id}/invoices/${last.id}`);
  await page.getByRole("button", { name: "Conferir" }).waitFor();
  await page.keyboard.press("v");
  await page.locator(".ticking input").first().waitFor();
  for (const box of await page.locator(".ticking input").all()) await box.check();
  await page.getByText("Tudo confere.").waitFor();
  await assertSound(page, "an invoice that is checked");

  assert.deepEqual(faults, []);
});

test("axe finds nothing, and nothing is wider than the window: screens, widths and themes, pairwise", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const caio = await signedIn(web, "axe@example.com");
  await caio.fetch("/api/finance/credit_cards", {
    method: "POST",
    body: { name: "Lua", closing_day: 5, due_day: 12, limit_cents: 100000 },
  });
  const row = (
    await caio.fetch("/api/finance/transactions", { method: "POST", body: { description: "Café", amount_cents: -450 } })
  ).body as { id: number };
  await fillSample(caio, web.finance.clock.now().toISOString().slice(0, 10), 1);
  const screens = [
    "/",
    "/transactions",
    "/transactions/new",
    `/transactions/${row.id}`,
    "/credit_cards",
    "/accounts",
    "/imports",
    "/categories",
    "/tags",
    "/welcome",
    "/more",
  ];
  const reports = ["categories?months=3", "cash_flow", "net_worth", "year", "instalments"].map((name) => `/reports/${name}`);
  const pages = [
    "/settings",
    "/settings/profile",
    "/settings/security",
    "/settings/household",
    "/settings/api_tokens",
    "/settings/data",
    "/sign_in",
    "/sign_up",
    "/code?email=ana@example.com",
    "/recover",
    "/confirm?token=x&type=signup",
    "/signed_out",
  ];
  const sights = [
    { width: 320, scheme: "light", language: "pt-BR" },
    { width: 1280, scheme: "dark", language: "en" },
    { width: 768, scheme: "light", language: "pt-BR", forced: true },
  ] as const;
  for (const [index, sight] of sights.entries()) {
    await using opened = await open(sight, caio);
    const others = ["/budgets", "/agenda", "/forecast?try=2099-01-01,-5,x", ...reports, ...pages];
    const paths = index === 2 ? ["/", ...reports.slice(0, 2)] : [...screens, ...others.filter((_, place) => place % 2 === index)];
    for (const path of paths) {
      await opened.page.goto(path);
      await assertSound(opened.page, `${path} ${sight.width} ${sight.scheme}`);
    }
    assert.deepEqual(opened.faults, []);
  }
});

figuresFlows({ web: () => web, browser: () => browser });

test("without scripts people sign in all the same, and a page of another port can neither post nor frame", async (context) => {
  if (!browser) return context.diagnostic(NONE);
  const { password } = await signedIn(web, "semscript@example.com");
  await using opened = await open({ width: 360, scripts: false });
  await opened.page.goto("/sign_in");
  await opened.page.getByLabel("E-mail").fill("semscript@example.com");
  await opened.page.getByLabel("Senha").fill("wrong");
  await opened.page.getByRole("button", { name: "Entrar", exact: true }).click();
  await opened.page.getByText("não conferem").waitFor();
  await opened.page.getByLabel("Senha").fill(password);
  await opened.page.getByRole("button", { name: "Entrar", exact: true }).click();
  await opened.page.waitForURL(`${web.url}/`);
  await using replica = await web.replica();
  await using stranger = await openPage(browser, { url: replica.url, width: 800 });
  await stranger.page.goto("/sign_in");
  const status = await stranger.page.evaluate(
    (url) =>
      fetch(`${url}/sign_out`, { method: "POST", mode: "no-cors" }).then(
        () => "sent",
        () => "refused",
      ),
    web.url,
  );
  assert.equal(status, "refused", "by the policy of our own pages; what it would have met is in web.test.ts");
});
