// Test support: providers that operators describe, in the console: one is described, tried, changed and deleted.
import assert from "node:assert/strict";
import { CUSTOM_CLIENT, startCustomStandIn } from "../../auth/external/testing/custom_stand_in.ts";
import type { TestAdministrator } from "../console/testing.ts";
import type { TestWeb } from "../testing.ts";
import type { openPage } from "./chromium.ts";
import { HOSTILE } from "./console_people.ts";
import { assertSound } from "./sound.ts";

type Opened = Awaited<ReturnType<typeof openPage>>;

export async function describeProvider({ page, faults }: Opened, web: TestWeb, owner: TestAdministrator): Promise<void> {
  await using standIn = await startCustomStandIn(web.finance.clock.now, "localhost");
  await page.goto("/admin/sign_in_methods");
  const section = page.getByRole("region", { name: "Descritos por você" });
  await section.getByText("Nenhum ainda.").waitFor();
  await section.getByRole("button", { name: "Adicionar provedor" }).tap();
  const form = page.getByRole("dialog", { name: "Adicionar provedor" });
  await form.getByText(/\/callback$/).waitFor();
  await form.getByLabel("Motivo").fill("chamado 62");
  await form.getByRole("button", { name: "Salvar" }).tap();
  await form.getByText("Use até 50 letras minúsculas").waitFor();
  await form.getByLabel("Identificador").fill("console");
  await form.getByLabel("Nome", { exact: true }).fill(HOSTILE);
  await form.getByLabel("Emissor").fill(`${standIn.url}/nobody`);
  await form.getByLabel("ID do cliente", { exact: true }).fill(CUSTOM_CLIENT.id);
  await form.getByLabel("Segredo do cliente").fill(CUSTOM_CLIENT.secret);
  await form.getByText("Mais opções").tap();
  await form.getByLabel("Mapeamento de atributos").fill('{"name": "display_name"}');
  await assertSound(page, "a new provider");
  await form.getByRole("button", { name: "Salvar" }).tap();
  await form.getByText(/^Não foi aceito: /).waitFor();
  assert.equal(faults.splice(0).length, 1, "the browser reports the answer 400");
  await form.getByLabel("Emissor").fill(standIn.url);
  await form.getByRole("button", { name: "Salvar" }).tap();
  await page.getByText("Provedor salvo.").waitFor();
  const line = section.locator(".lines > li", { hasText: "custom:console" });
  await line.getByText(HOSTILE).waitFor();

  await line.getByRole("button", { name: "Testar", exact: true }).tap();
  const attempt = page.getByRole("dialog", { name: `Testar ${HOSTILE}` });
  await attempt.getByRole("button", { name: "Testar", exact: true }).tap();
  await attempt.getByText("ID e segredo: certo").waitFor();
  await page.keyboard.press("Escape");

  await line.getByRole("button", { name: "Mudar" }).tap();
  const change = page.getByRole("dialog", { name: `Mudar ${HOSTILE}` });
  // Somebody else is faster.
  web.finance.clock.advance(1);
  const path = "/custom-providers/custom%3Aconsole";
  const renamed = await owner.admin(path, { method: "PUT", body: { name: "Empresa" }, reason: "chamado 63" });
  assert.equal(renamed.status, 200, renamed.text);
  await change.getByLabel("Oferecer para entrar").uncheck();
  await change.getByLabel("Motivo").fill("chamado 62");
  await change.getByRole("button", { name: "Salvar" }).tap();
  await change.getByText("Outra pessoa mudou este provedor").waitFor();
  assert.equal(faults.splice(0).length, 1, "the browser reports the answer 400");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").getByRole("button", { name: "Descartar" }).tap();
  await page.reload();
  await line.getByRole("button", { name: "Mudar" }).tap();
  const again = page.getByRole("dialog", { name: "Mudar Empresa" });
  await again.getByLabel("Oferecer para entrar").uncheck();
  await again.getByLabel("Motivo").fill("chamado 62");
  await again.getByRole("button", { name: "Salvar" }).tap();
  await line.getByText("desligado").waitFor();
  await assertSound(page, "providers that somebody described");

  await line.getByRole("button", { name: "Excluir" }).tap();
  const deleting = page.getByRole("dialog", { name: "Excluir Empresa?" });
  await deleting.getByLabel("Motivo").fill("chamado 62");
  await deleting.getByRole("button", { name: "Excluir" }).tap();
  await section.getByText("Nenhum ainda.").waitFor();
  assert.ok(!(await page.content()).includes(CUSTOM_CLIENT.secret));

  const google = page.locator("main .lines > li", { hasText: "Google" }).first();
  await google.getByRole("button", { name: "Entrar de teste" }).tap();
  const dialog = page.getByRole("dialog", { name: "Entrar de teste: Google" });
  await dialog.getByText("O link vale uma vez").waitFor();
  await assertSound(page, "a sign-in before it is tried");
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Abrir Google em outra aba" }).tap(),
  ]);
  await tab.getByRole("heading", { name: "O teste terminou" }).waitFor();
  await assertSound(tab, "the end of a try");
  await tab.close();
  await dialog.getByText("Quem o Cofre reconheceria").waitFor();
  await dialog.getByText("ana@example.com", { exact: false }).first().waitFor();
  await dialog.locator(".json", { hasText: '"sub"' }).first().waitFor();
  await assertSound(page, "a sign-in that was tried");
  await page.keyboard.press("Escape");
}
