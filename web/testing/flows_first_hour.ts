// Test support: somebody who reads English makes an account, looks around with sample data, and changes what they read and their password.
import assert from "node:assert/strict";
import type { OnStage, Stage } from "./stage.ts";

export function spendFirstHour(stage: Stage): void {
  stage.flow(
    "a sign-up in English: a common password is refused before it is sent, the sample is in English, and the language can be changed",
    signUpInEnglish,
  );
}

async function signUpInEnglish({ web, open }: OnStage): Promise<void> {
  const email = "first.hour@example.com";
  const { auth } = web.finance;
  const localeOf = async () => {
    const { users } = (await auth.get("/admin/users?per_page=1000", auth.admin)).body as {
      users: { email: string; user_metadata: { locale?: string } }[];
    };
    return users.find((user) => user.email === email)?.user_metadata.locale;
  };
  await using opened = await open({ width: 375, language: "en-US" });
  const { page, faults } = opened;
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await page.goto("/sign_up");
  await page.getByText(/^At least 6 characters\. Do not use a common password/).waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("New password").fill("123456");
  await page.getByRole("button", { name: "Create account" }).click();
  await page
    .locator(".problem")
    .getByText(/^Many people use this password/)
    .waitFor();
  await page.locator("#password:focus").waitFor();
  assert.deepEqual([sent.includes("POST /sign_up"), await localeOf()], [false, undefined]);
  await page.getByLabel("New password").fill("nine ducks on a lake");
  await page
    .locator(".problem")
    .getByText(/^Many people use this password/)
    .waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Code").waitFor();
  const mail = (await auth.messages()).findLast(({ to }) => to === email);
  await page.getByLabel("Code").fill(mail?.variables.token ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${web.url}/**`);
  assert.equal(await localeOf(), "en");

  await page.goto("/welcome");
  await page.getByRole("button", { name: "Use sample data" }).click();
  await page.getByText("Sample data added.").waitFor();
  await page.goto("/tags");
  await page.getByRole("button", { name: "#health" }).waitFor();
  await page.goto("/budgets");
  for (const name of ["Groceries", "Food", "Transport"]) await page.getByText(name, { exact: true }).first().waitFor();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change the password" }).click();
  const dialog = page.locator("dialog");
  await dialog.getByText(/^At least 6 characters\. Do not use a common password/).waitFor();
  await dialog.getByLabel("New password").fill("Senha@2026");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/^Many people use this password/).waitFor();
  assert.ok(!sent.includes("PUT /api/auth/user"));
  await dialog.getByLabel("New password").fill("ten ducks on a lake");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Password changed.").waitFor();

  await page.goto("/settings/profile");
  await page.getByLabel("Language", { exact: true }).selectOption("pt-BR");
  await page.getByLabel("Idioma", { exact: true }).waitFor();
  assert.equal(await localeOf(), "pt-BR");
  assert.deepEqual(faults, []);
}
