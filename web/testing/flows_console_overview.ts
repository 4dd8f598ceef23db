// Test support: what the console says of the server itself, in a browser.
import assert from "node:assert/strict";
import { signedInAdministrator } from "../console/testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function watchServer(stage: Stage): void {
  stage.flow("the console opens with figures, a chart that the arrow keys walk along, and what needs somebody", readOverview);
  stage.flow("findings are listed by severity, dismissed with a reason, and brought back", judgeFindings);
}

async function readOverview({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "console.overview@example.com");
  const { auth } = web.finance;
  assert.equal((await auth.post("/token?grant_type=password", { email: owner.email, password: "wrong horse" })).status, 400);
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Visão geral", exact: true }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Visão geral" }).getAttribute("aria-current"), "page");
  await page.getByRole("listitem").filter({ hasText: "Senha errada, ou conta que não existe" }).waitFor();
  const tile = page.locator(".tiles > div", { hasText: "Recusas" }).locator(".tile-value");
  assert.ok(Number(await tile.innerText()) >= 1);
  const chart = page.getByRole("figure", { name: "Recusas" });
  const readout = chart.locator(".readout");
  const today = await readout.innerText();
  assert.match(today, new RegExp(`: ${await tile.innerText()}$`));
  await chart.getByRole("img").last().focus();
  await page.keyboard.press("ArrowLeft");
  await readout.filter({ hasNotText: today }).waitFor();
  await chart.getByText("Ver como tabela").click();
  assert.equal(await chart.getByRole("row").count(), 31);
  await assertSound(page, "the overview with a table open");
  await page.getByRole("link", { name: /^Ver todas/ }).click();
  await page.getByRole("heading", { name: "Recomendações", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Entradas" }).click();
  await page.waitForURL(/audit\?action=login/);
  assert.deepEqual(faults, []);
}

async function judgeFindings({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "console.findings@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/findings");
  const finding = page.getByRole("listitem").filter({ hasText: "Os tokens são assinados com um segredo compartilhado" });
  await finding.getByText("docs/operations.md#rotating-keys").waitFor();
  await page.getByRole("heading", { name: "Bom saber" }).waitFor();
  await finding.getByRole("button", { name: "Dispensar" }).click();
  const dialog = page.getByRole("dialog", { name: "Dispensar esta recomendação" });
  await dialog.getByRole("button", { name: "Dispensar" }).click();
  await dialog.getByText("Diga o motivo.").waitFor();
  await assertSound(page, "the dialog that dismisses a finding");
  await dialog.getByLabel("Motivo").fill("só o finance verifica");
  await dialog.getByRole("button", { name: "Dispensar" }).click();
  await page.getByText("Recomendação dispensada").waitFor();
  await finding.getByRole("button", { name: "Dispensar" }).waitFor({ state: "detached" });
  await page.locator("summary", { hasText: "Dispensadas (1)" }).click();
  await finding.getByText("só o finance verifica").waitFor();
  await finding.getByRole("button", { name: "Trazer de volta" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Trazer de volta" }).click();
  await page.locator("summary", { hasText: "Dispensadas" }).waitFor({ state: "detached" });
  await finding.getByRole("button", { name: "Dispensar" }).waitFor();
  await page.goto("/admin/audit?log=acts");
  await page.getByRole("listitem").filter({ hasText: "Recomendação de volta" }).first().waitFor();
  await page.getByText(/motivo: só o finance verifica/).waitFor();
  assert.deepEqual(faults, []);
}
