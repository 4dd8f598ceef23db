// Test support: what the console says of the server itself, in a browser.
import assert from "node:assert/strict";
import { signedInAdministrator } from "../console/testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function watchServer(stage: Stage): void {
  stage.flow("findings are listed by severity, dismissed with a reason, and brought back", judgeFindings);
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
