// Test support: webhooks, a phone and a security key in the settings, and both at the next sign-in, in a browser.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { signedIn } from "../testing.ts";
import { isRead } from "./reads.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function useSettings(stage: Stage): void {
  stage.flow(
    "after a deletion the page says so: of a record, wherever it was deleted, and of the account, in both languages",
    deleteRecords,
  );

  stage.flow("a choice of appearance leaves the user's other preferences as they are, however slowly they are read", chooseTheme);

  stage.flow("a webhook: made, its secret shown once, switched off, given a new secret, and removed", useWebhook);

  stage.flow("a phone and a security key as second steps: added, and each lets in at the next sign-in", addFactors);
}

async function chooseTheme({ web, open }: OnStage): Promise<void> {
  const rui = await signedIn(web, "tema@example.com");
  const read = async () => ((await rui.fetch("/api/finance/preferences")).body as { preferences: object }).preferences;
  await rui.fetch("/api/finance/preferences", { method: "PUT", body: { preferences: { first_weekday: 1 } } });
  await using opened = await open({ width: 1280 }, rui);
  const { page, faults } = opened;
  const wait = Promise.withResolvers<void>();
  await page.route(/preferences/, async (route) => {
    if (route.request().method() === "GET") await wait.promise;
    await route.continue();
  });
  await page.goto("/settings/profile");
  await page.getByLabel("Aparência", { exact: true }).selectOption("dark");
  wait.resolve();
  await until("the theme is stored", async () => "theme" in (await read()));
  assert.deepEqual(await read(), { first_weekday: 1, theme: "dark" });
  assert.deepEqual(faults, []);
}

async function deleteRecords({ web, open }: OnStage): Promise<void> {
  for (const [language, says] of Object.entries(DELETED)) {
    const email = `excluida-${language.slice(0, 2)}@example.com`;
    const eva = await signedIn(web, email);
    const created = await eva.fetch("/api/finance/transactions", {
      method: "POST",
      body: { description: "Café", amount_cents: -450 },
    });
    const { id } = created.body as { id: number };
    await using opened = await open({ width: 375, language }, eva);
    const { page, faults } = opened;
    const followed = page.waitForResponse((response) => isRead(response.url(), "/changes"));
    await page.goto(`/transactions/${id}`);
    await page.getByRole("button", { name: says.remove }).waitFor();
    await followed;
    assert.equal((await eva.fetch(`/api/finance/transactions/${id}`, { method: "DELETE" })).status, 200);
    // Whoever comes back to the page is shown what has changed meanwhile.
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole("alert").getByText(says.record).waitFor();
    await page.goto("/settings/data");
    await page.getByRole("button", { name: says.account }).click();
    await page.locator("dialog").getByRole("textbox").fill(email);
    await page.locator("dialog").getByRole("button", { name: says.account }).click();
    await page.getByRole("heading", { name: says.page }).waitFor();
    // Finance hears of it within a second.
    await until("the end of the session", async () => (await eva.fetch("/api/finance/accounts")).status === 401);
    assert.deepEqual(
      faults.filter((fault) => !fault.includes("404")),
      [],
    );
  }
}

async function useWebhook({ web, open }: OnStage): Promise<void> {
  const ida = await signedIn(web, "gancho@example.com");
  await using opened = await open({ width: 360, touch: true }, ida);
  const { page, faults } = opened;
  const listed = async () => (await ida.fetch("/api/finance/webhooks")).body as { url: string; enabled: boolean }[];
  await page.goto("/settings/webhooks");
  await page.getByRole("button", { name: "Novo webhook" }).tap();
  await page.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText("Preencha este campo.").waitFor();
  await page.getByLabel("Endereço").fill("https://example.com/<b>hook</b>");
  await page.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText(/whsec_/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Editar" }).tap();
  // Nothing is ever sent to this machine itself.
  await page.getByLabel("Endereço").fill("https://localhost/gancho");
  await page.getByLabel("O que é avisado").selectOption({ label: "só lançamentos" });
  await page.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText("https://localhost/gancho · 3 tipos de aviso · ligado").waitFor();
  await page.getByRole("button", { name: "Testar" }).tap();
  await page.getByText("Aviso de teste a caminho.").waitFor();
  const [{ id } = { id: 0 }] = (await ida.fetch("/api/finance/webhooks")).body as { id: number }[];
  const sent = async () => (await ida.fetch(`/api/finance/webhooks/${id}/deliveries`)).body as { state: string }[];
  assert.equal((await sent())[0]?.state, "waiting");
  await web.finance.service.world.db.run(sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id}`);
  await page.getByRole("button", { name: "Entregas" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Enviar de novo" }).tap();
  await until("it was sent again", async () => (await sent()).length === 2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Desligar" }).tap();
  await page.getByRole("button", { name: "Ligar", exact: true }).waitFor();
  assert.deepEqual(
    (await listed()).map(({ enabled }) => enabled),
    [false],
  );
  await page.getByRole("button", { name: "Novo segredo" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Novo segredo" }).tap();
  await page.getByText(/whsec_/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Excluir" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Excluir" }).tap();
  await page.getByText("Nenhum webhook ainda.").waitFor();
  assert.deepEqual([await listed(), faults], [[], []]);
}

async function addFactors({ web, open }: OnStage): Promise<void> {
  const email = "passos@example.com";
  const { password, ...leo } = await signedIn(web, email);
  await using opened = await open({ width: 1280 }, leo);
  const { page, faults } = opened;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable", { enableUI: false });
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "usb", hasUserVerification: true, isUserVerified: true },
  });
  const sentCode = async () => (await web.finance.auth.messages()).findLast(({ kind }) => kind === "sms")?.variables.code ?? "";
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar telefone" }).click();
  await page.getByRole("textbox", { name: "Telefone" }).fill("+55 11 99999-0000");
  await page.keyboard.press("Enter");
  await page.getByLabel("Código de seis dígitos").waitFor();
  await page.getByLabel("Código de seis dígitos").fill(await sentCode());
  await page.keyboard.press("Enter");
  await page.getByText("Verificação em duas etapas ligada.").waitFor();
  await page.getByLabel("Guardei os códigos").check();
  await page.getByRole("button", { name: "Concluir" }).click();
  await page.getByRole("button", { name: "Adicionar chave de segurança" }).click();
  await page.getByRole("textbox", { name: "Nome" }).fill("Chave <i>");
  await page.keyboard.press("Enter");
  await page.locator("li", { hasText: "Chave <i>" }).waitFor();

  for (const way of ["phone", "key"]) {
    await page.goto("/more");
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByText("Você saiu").waitFor();
    web.finance.clock.advance(61);
    await page.goto("/sign_in?next=/accounts");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Senha", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await page.getByRole("heading", { name: "Verificação em duas etapas" }).waitFor();
    if (way === "phone") {
      await page.getByRole("button", { name: /0000/ }).click();
      await page.getByLabel("Código").waitFor();
      await page.getByLabel("Código").fill(await sentCode());
      await page.keyboard.press("Enter");
    } else {
      await assertSound(page, "/second_factor with a phone and a key");
      await page.getByRole("button", { name: /Chave <i>/ }).click();
    }
    await page.getByRole("heading", { name: "Contas" }).waitFor();
  }
  assert.deepEqual(faults, []);
}

const DELETED = {
  "pt-BR": {
    ...{ remove: "Excluir", record: "Este registro foi excluído." },
    ...{ account: "Excluir a conta", page: "Conta excluída" },
  },
  "en-US": {
    ...{ remove: "Delete", record: "This record was deleted." },
    ...{ account: "Delete the account", page: "Account deleted" },
  },
};
