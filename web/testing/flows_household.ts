// Test support: households in a browser: an invitation joined from inside the app, spaces of one's own, the first steps, and a restored export.
import assert from "node:assert/strict";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function shareHousehold(stage: Stage): void {
  stage.flow(
    "an invitation to one's own address: the button of spaces is marked, its menu names the inviter, and one click joins",
    joinFromInside,
  );
  stage.flow(
    "who wrote what: rows of others have their mark, the details their name, and the list a filter by person, which a link keeps",
    tellWhoWrote,
  );
  stage.flow("a space of one's own: created, renamed and deleted, and the menu is used by the keyboard", keepSpaces);
  stage.flow(
    "first ten minutes on a phone: five steps with one filled button, each skipped or undone, and what is left is shown on return",
    takeFirstSteps,
  );
  stage.flow("an export is restored into an empty space: checked first, then written, then undone", restoreExport);
}

const SPACE = ".space-button:visible";
const make = (who: TestBrowser, path: string, body: object) => who.fetch(`/api/finance${path}`, { method: "POST", body });
const list = async <Item>(who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as Item[];

async function joinFromInside({ web, open }: OnStage): Promise<void> {
  const [ana, rui] = [await signedIn(web, "dona@example.com"), await signedIn(web, "chamado@example.com")];
  await make(ana, "/invitations", { email: "chamado@example.com", role: "editor" });
  for (const sight of [{ width: 375, touch: true }, { width: 1280 }]) {
    await using opened = await open(sight, rui);
    const { page, faults } = opened;
    await page.goto("/accounts");
    await page.locator("html[data-invited]").waitFor({ state: "attached" });
    await page.locator(SPACE).click();
    await page.getByRole("menuitem", { name: /dona convidou você para “dona”, com 1 pessoa.*Entrar/ }).waitFor();
    await assertSound(page, "the menu of spaces");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.goto("/settings/household");
    await page.getByText("dona convidou você").waitFor();
    await assertSound(page, "the household");
    assert.deepEqual(faults, []);
  }
  await using opened = await open({ width: 375, touch: true }, rui);
  const { page, faults } = opened;
  await page.goto("/accounts");
  await page.locator(SPACE).click();
  await page.getByRole("menuitem", { name: /Entrar$/ }).click();
  await page.locator(SPACE, { hasText: "Espaço de dona" }).waitFor();
  await page.getByText("ele está aberto").waitFor();
  await page.locator(`${SPACE} .person-mark`).nth(1).waitFor();
  assert.equal((await list(ana, "/members")).length, 2);
  await page.goto("/settings/household");
  await page.getByText("chamado@example.com").waitFor();
  assert.deepEqual(faults, []);
}

async function keepSpaces({ web, open }: OnStage): Promise<void> {
  const eva = await signedIn(web, "varios@example.com");
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  await page.goto("/");
  const space = page.locator(SPACE);
  await space.getByText("Só você").waitFor();
  await space.focus();
  await page.keyboard.press("Enter");
  await page.locator("[role=menuitemradio][aria-checked=true]:focus").waitFor();
  // One letter: a busy machine takes longer between two than a menu waits.
  await page.keyboard.press("n");
  await page.getByRole("menuitem", { name: "Novo espaço" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nome").fill("Sítio");
  await dialog.getByRole("button", { name: "Criar e abrir" }).click();
  await space.getByText("Sítio").waitFor();
  await page.goto("/settings/household");
  await page.getByRole("button", { name: "Renomear" }).click();
  await dialog.getByLabel("Nome").fill("Sítio da família");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await space.getByText("Sítio da família").waitFor();
  await page.getByRole("button", { name: "Excluir espaço" }).click();
  const erase = dialog.getByRole("button", { name: "Excluir espaço" });
  assert.ok(await erase.isDisabled());
  await dialog.getByLabel("Nome").fill("Sítio da família");
  await erase.click();
  await space.getByText("Seu espaço").waitFor();
  assert.equal((await list(eva, "/spaces")).length, 1);
  assert.deepEqual(faults, []);
}

async function tellWhoWrote({ web, open, today }: OnStage): Promise<void> {
  const [ana, rui] = [await signedIn(web, "ana.casa@example.com"), await signedIn(web, "rui.casa@example.com")];
  const [space] = await list<{ id: number }>(ana, "/spaces");
  await make(ana, "/invitations", { email: "rui.casa@example.com", role: "editor" });
  await make(ana, "/transactions", { description: "Feira", amount_cents: -100, date: today });
  await using wide = await open({ width: 1280 }, ana);
  await wide.page.goto("/transactions");
  await wide.page.locator(SPACE, { hasText: "Só você" }).waitFor();
  assert.equal(await wide.page.getByRole("button", { name: "Pessoa" }).count(), 0, "nobody else is there");

  const [invitation] = await list<{ id: number }>(rui, "/invitations/received");
  await make(rui, "/invitations/accept", { id: invitation?.id });
  const headers = { "x-cofre-space": String(space?.id) };
  const body = { description: "Padaria", amount_cents: -700, date: today };
  assert.equal((await rui.fetch("/api/finance/transactions", { method: "POST", body, headers })).status, 201);
  await wide.page.reload();
  await rowOf(wide.page, "Padaria").locator(".row-author", { hasText: "de rui.casa" }).waitFor();
  await rowOf(wide.page, "Padaria").locator(".what strong").click();
  await wide.page.locator(".inspector .row-facts div", { hasText: "Lançado por" }).getByText("rui.casa").waitFor();
  await filterByPerson(await open({ width: 375, touch: true }, ana));
  assert.deepEqual(wide.faults, []);
}

const rowOf = (page: Page, description: string) => page.locator(".day .row", { hasText: description });

async function filterByPerson(opened: Awaited<ReturnType<OnStage["open"]>>): Promise<void> {
  await using phone = opened;
  const { page, faults } = phone;
  await page.goto("/transactions");
  await rowOf(page, "Padaria").locator(".row-author", { hasText: "de rui.casa" }).waitFor();
  assert.equal(await rowOf(page, "Feira").locator(".row-author").count(), 0, "her own");
  await assertSound(page, "rows of two people");
  // By letters, without a pointer.
  await page.getByRole("button", { name: "Pessoa", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".menu :focus", { hasText: "Você" }).waitFor();
  await page.keyboard.type("rui");
  await page.keyboard.press("Enter");
  await page.waitForURL(/person=\d+/);
  await rowOf(page, "Feira").waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Pessoa: rui.casa" }).waitFor();
  await rowOf(page, "Padaria").waitFor();
  assert.equal(await rowOf(page, "Feira").count(), 0);
  await page.getByRole("link", { name: "Sem o filtro rui.casa" }).click();
  await rowOf(page, "Feira").waitFor();
  await rowOf(page, "Padaria").locator("a").press("Enter");
  await page.locator(".summary", { hasText: "de rui.casa" }).waitFor();
  assert.deepEqual(faults, []);
}

const filled = (page: Page) => page.locator("main button.main:visible, main a.button.main:visible").count();

async function takeFirstSteps({ web, open, today }: OnStage): Promise<void> {
  const bia = await signedIn(web, "comeco@example.com");
  await using opened = await open({ width: 375, touch: true }, bia);
  const { page, faults } = opened;
  const progress = (text: string) => page.locator(".first-steps > header").getByText(text).waitFor();
  await page.goto("/welcome");
  await progress("0 de 5");
  assert.equal(await filled(page), 1);
  await page.getByRole("button", { name: "Continuar" }).click();
  await progress("1 de 5");

  await page.getByLabel("Valor").fill("6200");
  await page.getByLabel("Dia do mês").fill("32");
  await page.getByRole("button", { name: "Salvar renda" }).click();
  await page.getByText("Digite um dia de 1 a 31.").waitFor();
  assert.deepEqual(await list(bia, "/transactions?start_date=2000-01-01&end_date=2099-01-01"), []);
  await page.getByLabel("Dia do mês").fill(today.slice(8));
  await page.getByRole("button", { name: "Salvar renda" }).click();
  await progress("2 de 5");
  await page.getByText(/6\.200,00, todo dia/).waitFor();
  const [income] = await list<{ date: string; paid: boolean; recurring: boolean }>(bia, `/transactions?start_date=${today}`);
  assert.deepEqual([income?.date, income?.paid, income?.recurring], [today, false, true]);
  assert.equal(await filled(page), 1);
  await page.getByRole("button", { name: "Desfazer" }).first().click();
  await progress("1 de 5");
  assert.deepEqual(await list(bia, "/transactions?start_date=2000-01-01&end_date=2099-01-01"), []);
  await page.getByRole("button", { name: "Pular" }).click();
  await progress("2 de 5");

  await page.getByLabel("Quanto há nela hoje").fill("1240");
  await page.getByRole("button", { name: "Salvar conta" }).click();
  await page.getByText("Começa com R$ 1.240,00").waitFor();
  await page.getByLabel("Nome").fill("Nubank");
  await page.getByRole("button", { name: "Salvar cartão" }).click();
  await page.getByText("Cartão: Nubank").waitFor();
  await progress("4 de 5");
  assert.equal(await filled(page), 1);
  await assertSound(page, "the first steps");

  await page.goto("/");
  const left = page.locator(".steps-left");
  await left.getByRole("link", { name: "Trazer o extrato do banco" }).click();
  await page.getByText("Cartão: Nubank").waitFor();
  await progress("4 de 5");
  const cards = page.locator("li", { hasText: "Cartão: Nubank" });
  await cards.getByRole("button", { name: "Desfazer" }).click();
  await page.getByLabel("Nome").waitFor();
  assert.deepEqual(await list(bia, "/credit_cards"), []);
  await page.goto("/");
  await left.getByRole("button", { name: "Fechar" }).click();
  await left.waitFor({ state: "detached" });
  await page.reload();
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await left.count(), 0);
  assert.deepEqual(faults, []);
}

async function restoreExport({ web, open }: OnStage): Promise<void> {
  const [old, fresh] = [await signedIn(web, "antiga@example.com"), await signedIn(web, "nova.casa@example.com")];
  await make(old, "/transactions", { description: "Aluguel", amount_cents: -150_000 });
  const { text } = await old.fetch("/api/finance/exports?format=json");
  const file = { name: "cofre.json", mimeType: "application/json", buffer: Buffer.from(text) };
  const rows = (who: TestBrowser) =>
    list<{ description: string }>(who, "/transactions?start_date=2000-01-01&end_date=2099-01-01");
  await using opened = await open({ width: 375, touch: true }, fresh);
  const { page, faults } = opened;
  await page.goto("/settings/data");
  const input = page.getByLabel("Escolher arquivo JSON");
  await input.setInputFiles({ ...file, buffer: Buffer.from("{}") });
  await page.getByRole("alert").waitFor();
  await input.setInputFiles(file);
  await page.getByText("O arquivo está em ordem").waitFor();
  assert.deepEqual(await rows(fresh), [], "only checked");
  await assertSound(page, "a checked export");
  await page.getByRole("button", { name: "Restaurar neste espaço" }).click();
  await page.locator("section").getByText("Tudo restaurado.").waitFor();
  assert.deepEqual(
    (await rows(fresh)).map(({ description }) => description),
    ["Aluguel"],
  );
  await page.locator("section").getByRole("button", { name: "Desfazer" }).click();
  await page.getByText("Restauração desfeita.").waitFor();
  assert.deepEqual(await rows(fresh), []);

  await make(fresh, "/transactions", { description: "Nova", amount_cents: -100 });
  await input.setInputFiles(file);
  await page.getByRole("link", { name: "Restaurar em um espaço novo" }).waitFor();
  assert.equal((await rows(fresh)).length, 1);
  assert.deepEqual(
    faults.filter((line) => !line.includes("422")),
    [],
  );
}
