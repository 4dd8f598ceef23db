// Test support: the month's list and its rows in a browser: edited where they stand, seen by others, taken back, and only looked at.
import assert from "node:assert/strict";
import { invitationTokenFor } from "../../finance/testing/walk_people.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import { isRead } from "./reads.ts";
import { assertSound } from "./sound.ts";
import { dayAfter, money, type OnStage, type Stage } from "./stage.ts";

interface Row {
  id: number;
  description: string;
  amount_cents: number;
  date: string;
}

const make = async (who: TestBrowser, path: string, body: object) =>
  (await who.fetch(`/api/finance${path}`, { method: "POST", body })).body as Row;
const list = async (who: TestBrowser) => (await who.fetch("/api/finance/transactions")).body as Row[];

export function changeMonth(stage: Stage): void {
  stage.flow(
    "a device whose clock is wrong names the month and the day as the server does, at the next visit at once",
    correctClock,
  );

  stage.flow(
    "a cell is edited where it stands, by keys and by pointer; what changes elsewhere is marked; the balance of the month is a line",
    editCells,
  );

  stage.flow("a row's page: how far a change of its series goes, its history, and a refund", editSeries);

  stage.flow("whoever may only look is told so, and is offered nothing that would be refused", lookOnly);
}

async function correctClock({ web, open, today }: OnStage): Promise<void> {
  const lia = await signedIn(web, "relogio@example.com");
  await make(lia, "/transactions", { description: "Feira", amount_cents: -4200, date: today });
  await using opened = await open({ width: 1280 }, lia);
  const { page, faults } = opened;
  await page.clock.setSystemTime(`${dayAfter(today, 40)}T12:00:00Z`);
  const months = new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" });
  const names = (day: string) => months.format(new Date(day));
  for (const path of ["/", "/transactions", "/agenda", "/budgets"]) {
    await page.goto(path);
    await page.locator("main").getByText(names(today)).first().waitFor();
    assert.equal(
      await page
        .locator("main")
        .getByText(names(dayAfter(today, 40)))
        .count(),
      0,
      path,
    );
  }
  await page.goto("/transactions");
  await page.getByText("Feira").first().waitFor();
  await page.goto("/transactions/new");
  await page.getByLabel("Valor").waitFor();
  assert.equal(await page.getByLabel("Data", { exact: true }).inputValue(), today.split("-").reverse().join("/"));
  // What is known of the clock is kept: nothing of the wrong month is even asked for.
  const reads: string[] = [];
  page.on("request", (request) => reads.push(decodeURIComponent(request.url())));
  await page.goto("/transactions");
  await page.getByText("Feira").first().waitFor();
  assert.deepEqual(
    reads.filter((url) => url.includes(dayAfter(today, 40).slice(0, 7))),
    [],
  );
  assert.deepEqual(faults, []);
}

async function editCells({ web, open, today }: OnStage): Promise<void> {
  const nora = await signedIn(web, "celula@example.com");
  const other = await make(nora, "/accounts", { name: "Cofrinho" });
  const row = await make(nora, "/transactions", { description: "Feira", amount_cents: -4200, date: today });
  await using opened = await open({ width: 1280 }, nora);
  const { page, faults } = opened;
  const following = page.waitForResponse((response) => isRead(response.url(), "/changes"));
  await page.goto("/transactions");
  await page.getByRole("link", { name: /Feira/ }).focus();
  await page.keyboard.press("F2");
  await page.locator('.editing [name="description"]:focus').waitFor();
  await page.keyboard.type("Feira livre");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await page.getByText("Digite um valor").waitFor();
  await assertSound(page, "a row that is edited");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("45,50");
  await page.keyboard.press("Enter");
  await page.getByText("Alteração salva.").waitFor();
  await page.locator(".row", { hasText: "Feira livre" }).locator('[data-cell="place"]').click();
  await page.locator(".editing").getByLabel("Conta ou cartão").selectOption({ label: "Cofrinho" });
  await page.keyboard.press("Enter");
  await page.locator(".editing").waitFor({ state: "detached" });
  const [changed] = await list(nora);
  assert.deepEqual([changed?.description, changed?.amount_cents], ["Feira livre", -4550]);
  assert.equal((changed as Row & { account_id: number }).account_id, other.id);
  await page.getByText("Saldo do mês").click();
  await page.getByText(`termina com ${money(-4550)}`).waitFor();

  await following;
  await nora.fetch(`/api/finance/transactions/${row.id}`, { method: "PUT", body: { description: "De outro lugar" } });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.locator(".row.changed", { hasText: "De outro lugar" }).waitFor();
  assert.deepEqual(
    faults.filter((line) => !line.includes("422")),
    [],
  );
}

async function editSeries({ web, open, today }: OnStage): Promise<void> {
  const oto = await signedIn(web, "serie@example.com");
  const row = await make(oto, "/transactions", {
    description: "Aluguel",
    amount_cents: -90_000,
    date: today,
    installments_attributes: { total: 3, periodicity: "monthly" },
  });
  await using opened = await open({ width: 360, touch: true }, oto);
  const { page, faults } = opened;
  await page.goto(`/transactions/${row.id}`);
  await page.getByLabel("Vale para").selectOption({ label: "Este e os próximos" });
  await page.getByText(/Muda 3 lançamentos/).waitFor();
  await page.getByLabel("Descrição").fill("Aluguel <b>novo</b>");
  await page.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText("Alteração salva.").waitFor();
  await page.getByRole("link", { name: /Aluguel <b>novo/ }).tap();
  await page.getByRole("button", { name: "Fechar" }).tap();
  await page.getByText("Histórico").tap();
  await page.getByText("descrição: Aluguel → Aluguel <b>novo</b>").waitFor();
  await assertSound(page, "a row with its history");
  await page.getByRole("button", { name: "Estornar" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Estornar" }).tap();
  await page.getByText("Estorno lançado.").waitFor();
  const rows = await list(oto);
  assert.equal(
    rows.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
    0,
    JSON.stringify(rows),
  );
  assert.deepEqual(faults, []);
}

async function lookOnly({ web, open, today }: OnStage): Promise<void> {
  const [pia, rex] = [await signedIn(web, "dona@example.com"), await signedIn(web, "olha@example.com")];
  const row = await make(pia, "/transactions", { description: "Da casa", amount_cents: -100, date: today });
  await make(pia, "/credit_cards", { name: "Lua", closing_day: 5, due_day: 12 });
  await make(pia, "/invitations", { email: "olha@example.com", role: "viewer" });
  const token = await invitationTokenFor(web.finance.auth, "olha@example.com");
  const { space_id: space } = (await make(rex, "/invitations/accept", { token })) as unknown as { space_id: number };
  await using opened = await open({ width: 1280 }, rex);
  const { page, faults } = opened;
  await page.addInitScript({ content: `localStorage.setItem("cofre-space", "${space}")` });
  await page.goto("/transactions");
  await page.getByText("Você pode ver este espaço").waitFor();
  await page.getByText("Da casa").waitFor();
  for (const path of [`/transactions/${row.id}`, "/credit_cards", "/budgets", "/"]) {
    await page.goto(path);
    await page.getByText("Você pode ver este espaço").waitFor();
    await page.waitForLoadState("networkidle");
    // "Why?" only reads, and how blocks are arranged is each user's own.
    const buttons = "main button:enabled:visible:not(.why-button, .overview-tools button)";
    const offered = page.locator(`${buttons}, main input[type=checkbox]:enabled:visible`);
    assert.deepEqual(await offered.allTextContents(), [], path);
    assert.equal(await page.getByRole("link", { name: "Novo", exact: true }).count(), 0);
  }
  await page.getByRole("button", { name: "Organizar a visão geral" }).click();
  await page.getByLabel("Cartões", { exact: true }).uncheck();
  await page.locator("dialog").getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("heading", { name: "Cartões" }).waitFor({ state: "detached" });
  await page.goto("/transactions/new");
  await page.locator("main .state", { hasText: "Você pode ver este espaço" }).waitFor();
  await assertSound(page, "a screen for those who may write");
  assert.deepEqual(faults, []);
}
