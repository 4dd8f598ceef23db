// Test support: apps of others in the console: one is registered, changed, given another secret, and deleted.
import assert from "node:assert/strict";
import { signedInAdministrator } from "../console/testing.ts";
import { HOSTILE } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function careForApps(stage: Stage): void {
  stage.flow("an administrator registers an app, rotates its secret while the old one is good, and deletes it", careForApp);
}

async function careForApp({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "console51@example.com");
  await using opened = await open({ width: 375, touch: true, language: "en" }, owner);
  const { page, faults } = opened;
  await page.goto("/admin");
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("dialog", { name: "Go to" }).getByRole("combobox").fill("apps");
  await page.getByRole("option", { name: /Apps/ }).tap();
  await page.waitForURL(/\/admin\/apps/);
  await page.getByRole("button", { name: "Register app" }).tap();
  const form = page.getByRole("dialog", { name: "Register app" });
  await form.getByLabel("Name").fill(`Notes ${HOSTILE}`);
  await form.getByRole("button", { name: "Save" }).tap();
  await form.getByText("Add at least one.").waitFor();
  await form.getByLabel("Redirect URIs").fill("javascript:alert(1)");
  await form.getByRole("button", { name: "Save" }).tap();
  await form
    .getByRole("alert")
    .getByText(/redirect_uris/)
    .waitFor();
  await form.getByLabel("Redirect URIs").fill("https://notes.example.com/a\nhttps://notes.example.com/b");
  await assertSound(page, "a new app");
  await form.getByRole("button", { name: "Save" }).tap();
  const secret = page.locator("dialog .secret");
  const first = await secret.innerText();
  await page.keyboard.press("Escape");
  const line = page.locator("main li", { hasText: `Notes ${HOSTILE}` });
  await line.getByText("registered here").waitFor();
  await line.getByText("0 users let it in").waitFor();
  await line.getByText("2 redirect URIs").tap();
  await line.getByText("https://notes.example.com/b").waitFor();
  await assertSound(page, "apps");

  await line.getByRole("button", { name: "Change" }).tap();
  const change = page.getByRole("dialog", { name: "Change app" });
  await change.getByLabel("Redirect URIs").fill("https://notes.example.com/a");
  await change.getByRole("button", { name: "Save" }).tap();
  await line.getByText("1 redirect URI").waitFor();

  await line.getByRole("button", { name: "Rotate secret" }).tap();
  const rotate = page.getByRole("dialog", { name: /Rotate the secret/ });
  await rotate.getByLabel("The old secret").selectOption({ label: "is good for 7 more days" });
  await rotate.getByRole("button", { name: "Rotate secret" }).tap();
  await secret.waitFor();
  assert.notEqual(await secret.innerText(), first);
  await page.keyboard.press("Escape");
  await line.getByText("the old secret is good until").waitFor();

  await line.getByRole("button", { name: "Delete" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).tap();
  await line.waitFor({ state: "detached" });
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(
    faults.filter((text) => !text.includes("400")),
    [],
  );
}
