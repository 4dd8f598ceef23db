// Test support: settings in the console: changed, tried, confirmed, taken back, and read on every screen that has some.
import assert from "node:assert/strict";
import { readSettings, setting } from "../../auth/settings/testing.ts";
import { STAND_INS, startGateway } from "../../auth/sms/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function changeSettings(stage: Stage): void {
  stage.flow("an owner changes a setting, confirms one that could lock everybody out, and undoes a version", changeAndUndo);
  stage.flow("an owner looks how a mail reads, where people are sent back to, and sets a provider up", setUp);
}

/** In the dialog that is open. */
async function giveReason(page: Page, act: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motivo").fill("chamado 12");
  await dialog.getByRole("button", { name: act, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

const lineOf = (page: Page, text: string) => page.locator("main li", { hasText: text }).first();

async function changeAndUndo({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "settings1@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  const { auth } = web.finance;
  const before = auth.service.world.config.passwordMinLength;
  await page.goto("/admin/settings");
  await page.getByLabel("Procurar uma configuração").fill("password min");
  await lineOf(page, "Tamanho mínimo da senha").getByRole("button", { name: "Alterar" }).click();
  const dialog = page.getByRole("dialog");
  await assertSound(page, "the dialog of a setting");
  await dialog.getByLabel("Tamanho mínimo da senha").fill("muitos");
  await dialog.getByLabel("Motivo").fill("chamado 12");
  await dialog.getByRole("button", { name: "Alterar" }).click();
  await dialog.getByText(/PASSWORD_MIN_LENGTH: cannot be taken/).waitFor();
  assert.equal(faults.splice(0).length, 1, "the browser reports the answer 400");
  await dialog.getByLabel("Tamanho mínimo da senha").fill("9");
  await giveReason(page, "Alterar");
  await page.getByText("Alterado. Já vale em todas as réplicas.").waitFor();
  assert.equal(auth.service.world.config.passwordMinLength, 9);
  await lineOf(page, "Tamanho mínimo da senha").getByText("alterado aqui").waitFor();

  await page.getByLabel("Procurar uma configuração").fill("duração máxima");
  await lineOf(page, "Duração máxima da sessão").getByRole("button", { name: "Alterar" }).click();
  await dialog.getByLabel("Duração máxima da sessão").fill("240h");
  await giveReason(page, "Alterar");
  const alert = page.getByRole("alert").filter({ hasText: "volta atrás" });
  await alert.waitFor();
  await assertSound(page, "a change that waits for its confirmation");
  await alert.getByRole("button", { name: "Confirmar" }).click();
  await alert.waitFor({ state: "detached" });
  assert.equal((await setting(auth, "SESSIONS_TIMEBOX")).value, "240h");

  await page.getByRole("link", { name: "Histórico" }).click();
  await page.getByRole("heading", { name: "Histórico das configurações" }).waitFor();
  const version = page
    .getByRole("region", { name: /^Versão/ })
    .filter({ hasText: "Tamanho mínimo da senha" })
    .first();
  await version.getByText("motivo: chamado 12").waitFor();
  await assertSound(page, "the history of settings");
  await version.getByRole("button", { name: "Desfazer" }).click();
  await giveReason(page, "Desfazer");
  await page.getByText("Desfeito.").waitFor();
  assert.equal(auth.service.world.config.passwordMinLength, before);
  assert.deepEqual(faults, []);
}

async function setUp({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "settings2@example.com");
  await using opened = await open({ width: 375, touch: true, scheme: "dark" }, owner);
  const { page, faults } = opened;
  const { auth } = web.finance;
  await page.goto("/admin/urls");
  await page.getByLabel("Endereço", { exact: true }).fill("https://evil.example/");
  await page.getByRole("button", { name: "Testar" }).tap();
  await page.getByText(/^Não é permitido/).waitFor();
  await page.getByLabel("Endereço", { exact: true }).fill(`${auth.service.world.config.siteUrl}/x`);
  await page.getByRole("button", { name: "Testar" }).tap();
  await page.getByText(/^Permitido, por SITE_URL/).waitFor();
  await assertSound(page, "the screen of addresses");

  // Until this mail has left, the outbox above the texts lists it under the same name.
  assert.equal((await auth.post("/recover", { email: owner.email })).status, 200);
  await page.goto("/admin/mail");
  await page.getByRole("button", { name: "Mandar um teste" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mandar", exact: true }).tap();
  await dialog.getByText(/^(Não saiu|O e-mail está na pasta|O servidor aceitou)/).waitFor();
  await assertSound(page, "the test of the mail server");
  await page.keyboard.press("Escape");
  await using gateway = await startGateway("vonage");
  const sms = { SMS_PROVIDER: "vonage", SMS_GATEWAY_URL: gateway.url, ...STAND_INS.vonage.variables };
  const set = async (values: Record<string, string | null>) => {
    const { version: base } = await readSettings(auth);
    const change = { method: "PATCH", body: { base, set: values, skip_trials: true }, reason: "chamado 12" };
    const reply = await owner.admin("/settings", change);
    assert.equal(reply.status, 200, reply.text);
  };
  await set(sms);
  await page.getByRole("button", { name: "Mandar SMS de teste" }).tap();
  const test = page.getByRole("dialog", { name: "Mandar um SMS de teste" });
  await test.getByRole("button", { name: "Mandar", exact: true }).tap();
  await test.locator(".problem").first().waitFor();
  await test.getByLabel("Telefone").fill("+55 11 99999-0000");
  await test.getByRole("button", { name: "Mandar", exact: true }).tap();
  await test.getByText("O serviço aceitou o SMS.").waitFor();
  await test.getByText("(não é exibida: ").waitFor();
  assert.equal(gateway.received[0]?.to, "5511999990000");
  await assertSound(page, "the test of the SMS gateway");
  await set(Object.fromEntries(Object.keys(sms).map((name) => [name, null])));
  await page.reload();
  const recovery = page
    .getByRole("region", { name: "Textos", exact: true })
    .getByRole("listitem")
    .filter({ hasText: "Nova senha" });
  await recovery.getByRole("button", { name: "Editar" }).tap();
  await dialog.getByLabel("Para quem lê").selectOption("PT");
  await dialog.getByLabel("Assunto").fill("Oi {{ .Data.name }}");
  await dialog.getByLabel("HTML, ou o endereço dele").fill("<p onclick=alert(1)>{{ .Token }}</p><script>alert(1)</script>");
  await dialog.getByText("Oi Ana").waitFor();
  await page.frameLocator("dialog iframe").getByText("123456").waitFor();
  assert.equal(await page.locator("main p[onclick], dialog p[onclick]").count(), 0);
  await assertSound(page, "the texts of a mail");
  await giveReason(page, "Alterar");
  assert.equal((await setting(auth, "MAILER_SUBJECTS_RECOVERY_PT")).value, "Oi {{ .Data.name }}");
  await recovery.getByText("texto seu: pt").waitFor();

  await page.goto("/admin/sign_in_methods");
  await lineOf(page, "GitHub").getByRole("button", { name: "Configurar" }).tap();
  await dialog.getByLabel("Oferecer").selectOption({ label: "Ligado" });
  await dialog.getByLabel("ID do cliente").fill("cofre");
  await dialog.getByLabel("Segredo do cliente").fill("segredo do cliente");
  await dialog.getByLabel("Guardar sem testar antes").check();
  await assertSound(page, "the dialog of a provider");
  await giveReason(page, "Alterar");
  const alert = page.getByRole("alert").filter({ hasText: "volta atrás" });
  await lineOf(page, "GitHub").getByText("oferecido").waitFor();
  assert.equal(auth.service.world.config.providers.github.enabled, true);
  await assertSound(page, "sign-in methods");
  await alert.getByRole("button", { name: "Voltar atrás" }).tap();
  await alert.waitFor({ state: "detached" });
  assert.equal(auth.service.world.config.providers.github.enabled, false);
  assert.equal((await readSettings(auth)).pending, null);
  assert.ok(!(await page.content()).includes("segredo do cliente"));
  assert.deepEqual(
    faults.filter((line) => !line.startsWith("Blocked script execution")),
    [],
  );
}
