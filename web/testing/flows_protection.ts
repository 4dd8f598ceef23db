// Test support: protection and maintenance in the console: somebody who is held back is let go, and jobs that failed are tried again.
import assert from "node:assert/strict";
import { addFailedJob, noteHousekeeping } from "../../auth/maintenance/testing.ts";
import { countNow } from "../../finance/operators/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import { signedIn } from "../testing.ts";
import { PASSWORD, people } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function protect(stage: Stage): void {
  stage.flow("support finds why somebody cannot sign in, lets them go, and sees which passwords would be taken", releaseSomebody);
  stage.flow("an administrator reads what housekeeping removed, tries a job again that failed, and drops another", mendJobs);
  stage.flow("a viewer reads how large the spaces of finance are, once they are counted", readCounts);
}

async function releaseSomebody({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const [ana] = await people(web, "retida");
  const signIn = (password: string) => auth.post("/token?grant_type=password", { email: ana?.email, password });
  for (let tries = 0; tries < 10; tries++) await signIn("wrong");
  assert.equal((await signIn(PASSWORD)).status, 429);

  const support = await signedInAdministrator(web, "support", "console71@example.com");
  await using opened = await open({ width: 1280 }, support);
  const { page, faults } = opened;
  await page.goto("/admin/protection");
  await page
    .getByRole("row", { name: /Senhas erradas, cada IP/ })
    .getByText("1", { exact: true })
    .waitFor();
  const who = page.getByLabel("E-mail, telefone, id ou endereço IP");
  await who.fill("ana");
  await page.keyboard.press("Enter");
  await page.getByText("Isto não é e-mail").waitFor();
  await who.fill(ana?.email ?? "");
  await page.keyboard.press("Enter");
  const line = page.getByRole("listitem").filter({ hasText: "Senhas erradas, cada IP" });
  await line.getByText("retido", { exact: true }).waitFor();
  await line.getByText("10 de 10").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("who"), ana?.email);
  await assertSound(page, "somebody who is held back");

  await page.getByRole("button", { name: "Liberar" }).click();
  const dialog = page.getByRole("dialog", { name: "Liberar já?" });
  await dialog.getByLabel(/Motivo/).fill("ligou para o suporte");
  await dialog.getByRole("button", { name: "Liberar" }).click();
  await page.getByText("Liberado", { exact: true }).waitFor();
  await page.getByText("Nada retém, e nada foi contado.").waitFor();
  await page.getByText("Ninguém está retido agora.").waitFor();
  assert.equal((await signIn(PASSWORD)).status, 200);

  await page.getByLabel("Experimente uma senha").fill("abc");
  await page.keyboard.press("Enter");
  await page.getByText("Seria recusada: é curta demais").waitFor();
  await page.getByLabel("Experimente uma senha").fill(PASSWORD);
  await page.getByText("Seria recusada").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.getByText("Seria aceita.").waitFor();
  assert.deepEqual(faults, []);
}

async function readCounts({ web, open }: OnStage): Promise<void> {
  await signedIn(web, "contada@example.com");
  const viewer = await signedInAdministrator(web, "viewer", "console73@example.com");
  await using opened = await open({ width: 1280, language: "en", scheme: "dark" }, viewer);
  const { page, faults } = opened;
  await page.goto("/admin/finance");
  await page.getByText("Not counted yet.").waitFor();
  await assertSound(page, "finance that was not counted");
  await countNow(web.finance);
  await page.reload();
  await page
    .getByRole("row", { name: /Space \d+/ })
    .first()
    .waitFor();
  await page.getByText("No webhook fails.").waitFor();
  await assertSound(page, "finance as counted");
  assert.deepEqual(faults, []);
}

async function mendJobs({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  await addFailedJob(auth, "nightly_one", "the metadata were away");
  await addFailedJob(auth, "nightly_two", "the metadata were away");
  await noteHousekeeping(auth, { sessions: 1204 });

  const admin = await signedInAdministrator(web, "admin", "console72@example.com");
  await using opened = await open({ width: 375, touch: true }, admin);
  const { page, faults } = opened;
  await page.goto("/admin/maintenance");
  await page.getByText("Sessões: 1.204").waitFor();
  await page.getByText("Nenhum backup foi feito").waitFor();
  const first = page.getByRole("listitem").filter({ hasText: "nightly_one" });
  await first.getByText("the metadata were away").waitFor();
  await assertSound(page, "jobs that failed");
  await first.getByRole("button", { name: "Tentar já" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Tentar já" }).tap();
  await first.waitFor({ state: "detached" });
  const second = page.getByRole("listitem").filter({ hasText: "nightly_two" });
  await second.getByRole("button", { name: "Descartar" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Descartar" }).tap();
  await page.getByText("Nada falhou.").waitFor();
  assert.deepEqual(faults, []);
}
