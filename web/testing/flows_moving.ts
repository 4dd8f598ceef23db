// Test support: imports and exports of users in the console: a file that is looked at before it is imported, and files that leave.
import assert from "node:assert/strict";
import { change } from "../../auth/settings/testing.ts";
import { workOnImports } from "../../auth/user_imports/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function moveUsers(stage: Stage): void {
  stage.flow(
    "an owner looks at what a file of users would do, imports it, and exports a list and whole accounts",
    importAndExport,
  );
}

const LINES = [
  '{"email":"trazida@example.com","user_metadata":{"name":"Trazida"}}',
  '{"email":"console20@example.com"}',
  '{"email":"fraca@example.com","password_hash":"$md5$1"}',
  "isto não é JSON",
];

async function importAndExport({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const owner = await signedInAdministrator(web, "owner", "console20@example.com");
  await using opened = await open({ width: 375, touch: true }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/maintenance");
  const imports = page.getByRole("region", { name: "Importar usuários" });
  await imports.getByRole("button", { name: "Importar" }).tap();
  const dialog = page.getByRole("dialog", { name: "Importar usuários" });
  await dialog.getByRole("button", { name: "Ver o que aconteceria" }).tap();
  await dialog.getByText("Escolha o arquivo.").waitFor();
  await dialog.getByLabel("O arquivo é de").selectOption({ label: "Keycloak" });
  const file = { name: "contas.jsonl", mimeType: "application/json", buffer: Buffer.from(LINES.join("\n")) };
  await dialog.getByLabel("Arquivo", { exact: true }).setInputFiles(file);
  await dialog.getByRole("button", { name: "Ver o que aconteceria" }).tap();
  await dialog.getByText("Este não é um arquivo desse servidor.").waitFor();
  await dialog.getByLabel("O arquivo é de").selectOption({ label: "Cofre, ou escrito à mão" });
  await assertSound(page, "the dialog of an import");
  await dialog.getByRole("button", { name: "Ver o que aconteceria" }).tap();
  await page.waitForURL(/\/admin\/user_imports\/[0-9a-f-]{36}$/);
  await page.getByText("Em análise").waitFor();
  await workOnImports(auth);
  await page.getByText("Nada mudou ainda.").waitFor();
  await page.getByText("alguém aqui já tem o endereço").waitFor();
  await page.getByText("sem a senha: o hash é de um tipo desconhecido").waitFor();
  await page.getByText("não é um objeto JSON").waitFor();
  await assertSound(page, "what an import would do");
  await page.getByRole("button", { name: "Importar" }).tap();
  const start = page.getByRole("dialog", { name: "Importar estes usuários?" });
  await start.getByText("2 usuários").waitFor();
  await start.getByLabel("Motivo").fill("mudança de servidor");
  await start.getByRole("button", { name: "Importar" }).tap();
  await page.getByText("Em andamento").waitFor();
  await workOnImports(auth);
  await page.getByRole("status").getByText("Concluída").waitFor();
  await page.getByRole("link", { name: "trazida@example.com" }).waitFor();

  await page.goto("/admin/maintenance");
  await page.getByRole("link", { name: "contas.jsonl" }).waitFor();
  const list = await saved(page, "Exportar lista");
  assert.match(list, /^id,email,phone,name,created_at,last_sign_in_at\r\n/);
  assert.match(list, /,trazida@example\.com,,Trazida,/);
  const accounts = await saved(page, "Exportar contas inteiras");
  assert.ok(
    accounts.split("\n").some((line) => line.includes('"console20@example.com"') && line.includes('"password_hash":"$argon2id')),
  );

  const unused = page.getByRole("region", { name: "Contas sem uso" });
  await unused.getByRole("button", { name: "Mudar" }).tap();
  const rules = page.getByRole("dialog", { name: "Mudar regras de contas sem uso" });
  await rules.getByLabel("Bloquear quem não usa").fill("7");
  await rules.getByRole("button", { name: "Ver quem seria" }).tap();
  await rules.getByText("Use 0, ou de 30 a 3650.").waitFor();
  await rules.getByLabel("Bloquear quem não usa").fill("365");
  await assertSound(page, "rules for unused accounts");
  await rules.getByRole("button", { name: "Ver quem seria" }).tap();
  const confirm = page.getByRole("dialog", { name: "Ligar estas regras?" });
  await confirm.getByText(/^Sem uso há esse tempo: /).waitFor();
  await confirm.getByLabel("Motivo").fill("política da casa");
  await confirm.getByRole("button", { name: "Usar estas regras" }).tap();
  await unused.getByText("Bloqueadas depois de 365 dias; o aviso sai 14 dias antes").waitFor();
  await change(auth, { RETENTION_DORMANT_DAYS: null });
  assert.deepEqual(
    faults.filter((text) => !text.includes("404")),
    [],
  );
}

async function saved(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motivo").fill("cópia");
  await assertSound(page, name);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name }).tap();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  await dialog.waitFor({ state: "detached" });
  return Buffer.concat(chunks).toString();
}
