// Test support: signing keys in the console: one is made, confirmed, used before its time, and the one before is kept.
import assert from "node:assert/strict";
import { change } from "../../auth/settings/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function rotateKeys(stage: Stage): void {
  stage.flow("an owner makes a signing key, has it sign", rotate);
}

async function confirmStep(page: Page): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: "volta atrás" });
  await alert.getByRole("button", { name: "Confirmar" }).tap();
  await alert.waitFor({ state: "detached" });
}

async function rotate({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "signing1@example.com");
  await using opened = await open({ width: 375, touch: true, scheme: "dark" }, owner);
  const { page, faults } = opened;
  const { world } = web.finance.auth.service;
  await page.goto("/admin/sessions");
  const keys = page.getByRole("region", { name: "Chaves de assinatura" });
  await keys.getByRole("listitem").filter({ hasText: "JWT_SECRET" }).getByText("assina", { exact: true }).waitFor();
  await page.getByText("Duração máxima da sessão").waitFor();
  await assertSound(page, "sessions and keys");

  const dialog = page.getByRole("dialog");
  await keys.getByRole("button", { name: "Criar chave" }).tap();
  await dialog.getByLabel("Algoritmo").selectOption("EdDSA");
  await dialog.getByLabel("Motivo").fill("troca anual");
  await dialog.getByRole("button", { name: "Criar chave" }).tap();
  await confirmStep(page);
  const line = keys.getByRole("listitem").filter({ hasText: "EdDSA" });
  await line.getByText("à espera", { exact: true }).waitFor();
  await line.getByText(/^.*Espere até/).waitFor();
  assert.equal(world.keys.method, "HS256");

  await line.getByRole("button", { name: "Usar" }).tap();
  await dialog.getByLabel("Usar antes da hora").check();
  await dialog.getByLabel("Motivo").fill("vazou");
  await assertSound(page, "a key that is used before its time");
  await dialog.getByRole("button", { name: "Usar" }).tap();
  await confirmStep(page);
  await line.getByText("assina", { exact: true }).waitFor();
  assert.equal(world.keys.method, "EdDSA");
  await keys.getByRole("listitem").filter({ hasText: "JWT_SECRET" }).getByText("só verifica").waitFor();
  await assertSound(page, "a key that signs");
  assert.deepEqual(faults, []);
  await change(web.finance.auth, { JWT_KEYS: null });
  assert.equal(world.keys.method, "HS256");
}
