// Test support: companies' identity providers in the console: one is added by its file, its attributes are tried and saved, and it is deleted.
import assert from "node:assert/strict";
import { signedInAdministrator } from "../console/testing.ts";
import { HOSTILE } from "./console_people.ts";
import { describeProvider } from "./flows_console_providers.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function linkCompanies(stage: Stage): void {
  stage.flow("an administrator adds a company by its metadata, tries its attributes, and deletes it", linkCompany);
}

async function linkCompany({ web, open, idp }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "console61@example.com");
  await using opened = await open({ width: 375, touch: true, scheme: "dark" }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/sso");
  await page.getByText("Nenhuma empresa ainda.").waitFor();
  await page.getByRole("button", { name: "Adicionar empresa" }).tap();
  const form = page.getByRole("dialog", { name: "Adicionar empresa" });
  await form.getByLabel("Motivo").fill("chamado 61");
  await form.getByRole("button", { name: "Salvar" }).tap();
  await form.getByText("Ponha o endereço ou o arquivo.").waitFor();
  const file = { name: "metadata.xml", mimeType: "text/xml", buffer: Buffer.from(idp.metadata) };
  await form.getByLabel("Ou o arquivo deles").setInputFiles(file);
  await form.getByLabel("Domínios").fill("Console.example");
  await assertSound(page, "a new company");
  await form.getByRole("button", { name: "Salvar" }).tap();
  const line = page.locator("main .lines > li", { hasText: "console.example" });
  await line.getByText(idp.entityId).waitFor();
  await line.getByText("Detalhes").tap();
  await line
    .getByText(/^([0-9A-F]{2}:){31}/)
    .first()
    .waitFor();
  await assertSound(page, "companies");

  await line.getByRole("button", { name: "Atributos" }).tap();
  const dialog = page.getByRole("dialog", { name: "Atributos" });
  await dialog.getByLabel("Mapeamento").fill("{");
  await dialog.getByRole("button", { name: "Testar" }).tap();
  await dialog.getByText("Isto não é um objeto JSON.").waitFor();
  await dialog.getByLabel("Mapeamento").fill('{"keys": {"name": {"name": "displayName"}}}');
  await dialog.getByLabel("Atributos para testar").fill(`mail: ana@console.example\ndisplayName: ${HOSTILE}`);
  await dialog.getByRole("button", { name: "Testar" }).tap();
  await dialog.getByText("Entraria como ana@console.example").waitFor();
  await dialog.locator(".json", { hasText: HOSTILE }).waitFor();
  await assertSound(page, "attributes that are tried");
  await dialog.getByLabel("Motivo").fill("chamado 61");
  await dialog.getByRole("button", { name: "Salvar" }).tap();
  await dialog.waitFor({ state: "detached" });
  const { items } = (await owner.admin("/sso/providers")).body as { items: { saml: { attribute_mapping: object } }[] };
  assert.deepEqual(items[0]?.saml.attribute_mapping, { keys: { name: { name: "displayName" } } });

  await line.getByRole("button", { name: "Mudar" }).tap();
  const change = page.getByRole("dialog", { name: "Mudar empresa" });
  await change.getByLabel("Ligado").uncheck();
  await change.getByLabel("Motivo").fill("chamado 61");
  await change.getByRole("button", { name: "Salvar" }).tap();
  await line.locator(".status", { hasText: "desligado" }).waitFor();
  await line.getByRole("button", { name: "Excluir" }).tap();
  await page.getByRole("dialog").getByLabel("Motivo").fill("chamado 61");
  await page.getByRole("dialog").getByRole("button", { name: "Excluir" }).tap();
  await page.getByText("Nenhuma empresa ainda.").waitFor();
  await describeProvider(opened, web, owner);
  assert.equal(await page.locator("main img, dialog img").count(), 0);
  assert.deepEqual(faults, []);
}
