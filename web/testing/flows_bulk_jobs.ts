// Test support: acts upon many users in a browser: choosing, looking before, following to the end, results, ending, undoing.
import assert from "node:assert/strict";
import { finish, readJob, type ShownJob, startJob, work } from "../../auth/bulk_jobs/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import type { Page } from "./chromium.ts";
import { PASSWORD, people } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function actOnMany(stage: Stage): void {
  stage.flow("an owner bans all whom a search finds, follows it to its end with what became of each, and undoes it", banAll);
  stage.flow("who may do less is offered less, nothing is done to everybody, and a job that waits can be ended", startLess);
  stage.flow(
    "metadata of all whom a filter finds is changed, and people are deleted once their number is typed",
    changeAndDelete,
  );
}

const jobOf = (page: Page): Pick<ShownJob, "id"> => ({ id: new URL(page.url()).pathname.split("/").at(-1) as string });

async function banAll({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const all = await people(web, "massa");
  const owner = await signedInAdministrator(web, "owner", "console9@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/users?search=massa");
  await page.getByRole("row", { name: /Ana massa/ }).waitFor();
  await page.getByRole("button", { name: "Agir sobre todos os encontrados" }).click();
  const choice = page.getByRole("dialog", { name: "Agir sobre todos os encontrados" });
  await choice.getByLabel("Ação").selectOption({ label: "Apagar de vez" });
  await choice.getByLabel("Ação").selectOption({ label: "Bloquear" });
  await choice.getByLabel("Por quanto tempo").selectOption({ label: "7 dias" });
  await assertSound(page, "the dialog that chooses what is done to all");
  await choice.getByRole("button", { name: "Ver quem seria" }).click();
  const dialog = page.getByRole("dialog", { name: "Bloquear" });
  await dialog.getByText("Usuários que a ação alcança: 3.").waitFor();
  await dialog.getByText("Pode ser desfeita por 7 dias.").waitFor();
  for (const { email } of all) await dialog.getByText(email).waitFor();
  await assertSound(page, "the dialog that says whom it means");
  await dialog.getByLabel("Motivo").fill("onda de spam");
  await dialog.getByRole("button", { name: "Bloquear" }).click();
  await page.waitForURL(/\/admin\/bulk_jobs\/[0-9a-f-]{36}$/);
  await page.getByText("0 de 3").waitFor();
  await page.getByText("Na fila").waitFor();
  await page.getByText("“massa”").waitFor();
  assert.equal(await page.getByRole("button", { name: "Desfazer" }).count(), 0);
  const ban = jobOf(page);
  await work(auth);
  await page.getByText("3 de 3").waitFor();
  await page.getByRole("status").getByText("Concluída").waitFor();
  assert.equal(await page.locator("progress").evaluate((bar) => (bar as unknown as { position: number }).position), 1);
  for (const { email } of all) await page.getByRole("row", { name: email }).getByText("Feito").waitFor();
  await assertSound(page, "a job that has ended");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Baixar CSV" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split("\r\n");
  assert.deepEqual(lines.slice(1).sort(), all.map(({ id, email }) => `${id},done,,${email},`).sort());
  await page.locator("main select").selectOption({ label: "Falhou" });
  await page.getByText("Ninguém aqui.").waitFor();
  const signIn = () => auth.post("/token?grant_type=password", { email: all[0]?.email, password: PASSWORD });
  assert.equal((await signIn()).status, 400);

  await page.getByRole("button", { name: "Desfazer" }).click();
  const undo = page.getByRole("dialog", { name: "Desfazer esta ação?" });
  await undo.getByLabel("Motivo").fill("engano");
  await undo.getByRole("button", { name: "Desfazer" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(ban.id));
  await page.getByRole("link", { name: ban.id.slice(0, 8) }).waitFor();
  await work(auth);
  await page.getByText("3 de 3").waitFor();
  assert.equal((await signIn()).status, 200);
  await page.getByRole("link", { name: "Ações em massa" }).first().click();
  await page.getByRole("row", { name: /Bloquear.*Concluída.*3 de 3.*console9@example.com/ }).waitFor();
  assert.equal((await readJob(auth, ban)).reason, "onda de spam");
  assert.deepEqual(faults, []);
}

async function startLess({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const [ana] = await people(web, "menos");
  const support = await signedInAdministrator(web, "support", "console10@example.com");
  await using opened = await open({ width: 375, touch: true, language: "en" }, support);
  const { page, faults } = opened;
  await page.goto("/admin/users");
  const button = page.getByRole("button", { name: "Act on all that are found" });
  await button.tap();
  await page.getByText("Filter the list first: a bulk job is never for everybody.").waitFor();
  await page.keyboard.press("Escape");
  await page.goto("/admin/users?search=menos");
  await page.getByRole("row", { name: /Ana menos/ }).waitFor();
  await button.tap();
  const choice = page.getByRole("dialog", { name: "Act on all that are found" });
  const offered = await choice.getByLabel("Act").locator("option").allInnerTexts();
  assert.ok(offered.includes("End all sessions") && !offered.includes("Ban") && !offered.includes("Erase for good"));
  assert.ok(offered.includes("Mail the invitation again") && !offered.includes("Confirm the addresses"));
  await choice.getByLabel("Act").selectOption({ label: "Mail a link for a new password" });
  await choice.getByRole("button", { name: "See whom it means" }).tap();
  await page.getByText("It cannot be undone. Mails that have left do not come back").waitFor();
  await page.keyboard.press("Escape");
  await button.tap();
  await choice.getByLabel("Act").selectOption({ label: "End all sessions" });
  await choice.getByRole("button", { name: "See whom it means" }).tap();
  const dialog = page.getByRole("dialog", { name: "End all sessions" });
  await dialog.getByText("It cannot be undone. Sessions that have ended do not come back").waitFor();
  await assertSound(page, "what cannot be undone, on a phone");
  await dialog.getByLabel(/Reason/).fill("lost phones");
  await dialog.getByRole("button", { name: "End all sessions" }).tap();
  await page.getByText("0 of 3").waitFor();
  await page.getByRole("button", { name: "End it" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).tap();
  await page.getByRole("status").getByText("Cancelled").first().waitFor();
  assert.equal((await readJob(auth, jobOf(page))).state, "cancelled");

  // Whom support may not ban, it cannot ban by a job of somebody else either: it is offered no undo.
  const ban = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids: [ana?.id] } });
  assert.equal((await finish(auth, ban)).undo.possible, true);
  await page.goto(`/admin/bulk_jobs/${ban.id}`);
  await page.getByText("1 of 1").waitFor();
  assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
  assert.deepEqual(faults, []);
}

async function changeAndDelete({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const all = await people(web, "lote");
  const owner = await signedInAdministrator(web, "owner", "console11@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  const begin = async (act: string) => {
    await page.goto("/admin/users?search=lote");
    await page.getByRole("row", { name: /Ana lote/ }).waitFor();
    await page.getByRole("button", { name: "Agir sobre todos os encontrados" }).click();
    await page.getByRole("dialog").getByLabel("Ação").selectOption({ label: act });
  };
  const look = page.getByRole("button", { name: "Ver quem seria" });
  const reads = async () => {
    const users = await Promise.all(all.map(({ id }) => auth.get(`/admin/users/${id}`, auth.admin)));
    return users.map(({ body }) => body as { email: string; app_metadata: Record<string, unknown> });
  };

  await begin("Mudar metadados do aplicativo");
  const field = page.getByLabel("Metadados, como objeto JSON");
  await field.fill("[1]");
  await look.click();
  await page.getByText("Isto não é um objeto JSON.").waitFor();
  await field.fill("{}");
  await look.click();
  await page.getByText("Ponha ao menos uma chave.").waitFor();
  await assertSound(page, "metadata for all");
  await field.fill('{"turma": "b"}');
  await look.click();
  await page.getByRole("dialog").getByRole("button", { name: "Mudar metadados do aplicativo" }).click();
  await page.getByText("0 de 3").waitFor();
  await work(auth);
  await page.getByText("3 de 3").waitFor();
  assert.deepEqual(
    (await reads()).map(({ app_metadata: { turma } }) => turma),
    ["b", "b", "b"],
  );

  await begin("Excluir as pessoas");
  await look.click();
  const dialog = page.getByRole("dialog", { name: "Excluir as pessoas" });
  await dialog.getByText("Não pode ser desfeita. Endereços, senhas").waitFor();
  const confirm = dialog.getByRole("button", { name: "Excluir as pessoas" });
  await dialog.getByLabel("Motivo").fill("pedido do cliente");
  await dialog.getByLabel("Digite 3 para confirmar").fill("2");
  await confirm.click();
  await dialog.getByText("Não é igual.").waitFor();
  await assertSound(page, "people who are to be deleted");
  await dialog.getByLabel("Digite 3 para confirmar").fill("3");
  await dialog.getByLabel("Motivo").fill("");
  await confirm.click();
  await dialog.getByText("Diga o motivo.").waitFor();
  await dialog.getByLabel("Motivo").fill("pedido do cliente");
  await confirm.click();
  await page.getByText("0 de 3").waitFor();
  await work(auth);
  await page.getByText("3 de 3").waitFor();
  await page.getByText("Só os ids ficam.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Desfazer" }).count(), 0);
  assert.deepEqual(
    (await reads()).filter(({ email }) => email.includes("@")),
    [],
  );
  assert.deepEqual(faults, []);
}
