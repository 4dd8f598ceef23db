// Test support: the logs in the console: narrowed, followed from entry to entry, kept as a search, and saved as a file.
import assert from "node:assert/strict";
import { signedInAdministrator } from "../console/testing.ts";
import { HOSTILE, people } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function readLogs(stage: Stage): void {
  stage.flow("an administrator narrows the log to one user, sees what changed and who did it, and saves it as a file", narrowLog);
}

async function narrowLog({ web, open }: OnStage): Promise<void> {
  const [ana, bruno] = await people(web, "registro");
  const owner = await signedInAdministrator(web, "owner", "console31@example.com");
  const change = (id: string | undefined, body: object) =>
    owner.admin(`/users/${id}`, { method: "PUT", body, reason: `chamado 88 ${HOSTILE}` });
  const ban = await change(ana?.id, { ban_duration: "1h" });
  await change(bruno?.id, { user_metadata: { plan: "pro" } });
  await using opened = await open({ width: 375, touch: true }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/audit");
  await page.getByRole("heading", { name: "Registro", exact: true }).waitFor();
  await page
    .getByRole("link", { name: bruno?.email ?? "" })
    .first()
    .waitFor();
  await assertSound(page, "the audit log");

  await page.getByRole("link", { name: "Só administradores" }).tap();
  await page.getByRole("button", { name: "Pessoa" }).tap();
  const dialog = page.getByRole("dialog", { name: "Pessoa" });
  await dialog.getByLabel("Pessoa").fill("nobody@example.com");
  await dialog.getByRole("button", { name: "Filtrar" }).tap();
  await dialog.getByText("Ninguém tem este e-mail").waitFor();
  await assertSound(page, "a filter without a person");
  await dialog.getByLabel("Pessoa").fill(ana?.email.toUpperCase() ?? "");
  await dialog.getByRole("button", { name: "Filtrar" }).tap();
  await page
    .getByRole("link", { name: bruno?.email ?? "" })
    .first()
    .waitFor({ state: "detached" });
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get("log"), searchParams.get("user_id")], ["acts", ana?.id]);
  const line = page.locator("main li", { hasText: "Bloqueado" });
  await line.getByText("motivo: chamado 88").waitFor();
  await line.getByRole("link", { name: /console31@example.com/ }).waitFor();
  await page.getByRole("button", { name: "Pessoa: Ana registro" }).waitFor();

  await page.getByRole("button", { name: "Buscas salvas" }).tap();
  await page.getByRole("menuitem", { name: "Salvar esta busca" }).tap();
  await page.getByRole("dialog").getByLabel("Nome").fill("Ana, tudo");
  await page.getByRole("dialog").getByRole("button", { name: "Salvar" }).tap();
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Buscas salvas" }).tap();
  await page.getByRole("menuitemradio", { name: "Ana, tudo" }).tap();
  await line.waitFor();

  await line.getByRole("button", { name: "Mais sobre esta entrada" }).tap();
  await page.getByRole("menuitem", { name: "Tudo desta requisição" }).tap();
  await page.waitForURL(new RegExp(`request_id=${ban.headers["x-request-id"]}`));
  await line.waitFor();
  await assertSound(page, "one request");

  await page.getByRole("button", { name: "Exportar" }).tap();
  const saving = page.getByRole("dialog", { name: "Exportar" });
  await saving.getByRole("button", { name: "Salvar arquivo" }).tap();
  await saving.getByText("Diga o motivo.").waitFor();
  await saving.getByLabel("Motivo").fill("auditoria anual");
  await saving.getByLabel("Formato").selectOption({ label: "JSON, uma entrada por linha" });
  await assertSound(page, "the dialog of an export");
  const download = page.waitForEvent("download");
  await saving.getByRole("button", { name: "Salvar arquivo" }).tap();
  const file = await download;
  assert.equal(file.suggestedFilename(), "acts.jsonl");
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const entries = Buffer.concat(chunks).toString().trim().split("\n");
  assert.deepEqual(
    entries.map((entry) => (JSON.parse(entry) as { action: string; user_id: string }).user_id),
    [ana?.id],
  );
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(faults, []);
}
