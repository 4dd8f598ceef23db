// Test support: hooks and webhooks in the console: a hook is tried and shows its last calls; a webhook is created, tried, changed and deleted.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import { signedInAdministrator } from "../console/testing.ts";
import { startTestWeb } from "../testing.ts";
import { openPage } from "./chromium.ts";
import { HOSTILE } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function connect(stage: Stage): void {
  stage.flow("an administrator tries a hook, and sees what it was sent, what it said, and how its last calls went", tryHook);
  stage.flow("an administrator creates a webhook, tries it, changes what it is sent, and deletes it", careForWebhook);
}

async function tryHook({ browser }: OnStage): Promise<void> {
  await using web = await startTestWeb({
    auth: { HOOK_BEFORE_USER_CREATED_ENABLED: "true", HOOK_BEFORE_USER_CREATED_URI: "pg-functions://postgres/public/greets" },
  });
  const { auth } = web.finance;
  await auth.service.world.db.run(sql`
    create function public.greets(event jsonb) returns jsonb language sql as $$
      select case when event -> 'user' ->> 'email' like 'sample@%' then '{"greets": "<img src=x onerror=alert(1)>"}'::jsonb
        else '{"error": {"http_code": 403, "message": "closed"}}'::jsonb end $$`);
  assert.equal((await auth.post("/signup", { email: "ana@example.com", password: "quatro patos na lagoa" })).status, 403);
  const owner = await signedInAdministrator(web, "owner");
  await using opened = await openPage(browser, { width: 375, touch: true, scheme: "dark", url: web.url, who: owner });
  const { page, faults } = opened;
  await page.goto("/admin/hooks");
  const line = page.locator("main .lines > li").first();
  await line.getByText("public.greets").waitFor();
  await line.getByText("100% de 1 chamadas com resposta").waitFor();
  await line.getByText("Últimas chamadas").tap();
  await line.getByRole("table").getByText("recusou").waitFor();
  await assertSound(page, "hooks, with the calls of one");
  await line.getByRole("button", { name: "Testar" }).tap();
  await page.getByRole("dialog", { name: "Testar este hook" }).getByRole("button", { name: "Chamar" }).tap();
  const result = page.getByRole("dialog", { name: "O que o hook disse" });
  await result.getByText(HOSTILE).waitFor();
  await result.getByText("O que recebeu").tap();
  await result.getByText("sample@example.com").waitFor();
  await assertSound(page, "what a hook said");
  assert.equal(await page.locator("main img, dialog img").count(), 0);
  assert.deepEqual(faults, []);
}

async function careForWebhook({ web, open }: OnStage): Promise<void> {
  const owner = await signedInAdministrator(web, "owner", "console41@example.com");
  await using opened = await open({ width: 1280, language: "en" }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/webhooks");
  await page.getByText("No webhook yet.").waitFor();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const form = page.getByRole("dialog", { name: "Create webhook" });
  await form.getByLabel("Address").fill("hooks");
  await form.getByLabel("Reason").fill("crm");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("This is no address.").waitFor();
  await form.getByLabel("Address").fill("https://hooks.example.com/in");
  await form.getByLabel("Description").fill(HOSTILE);
  await form.getByLabel("All events").uncheck();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Choose at least one event.").waitFor();
  await form.getByLabel("user.created").check();
  await assertSound(page, "a new webhook");
  await form.getByRole("button", { name: "Save" }).click();
  const secret = await page.locator("dialog .secret").innerText();
  assert.match(secret, /^whsec_/);
  await page.keyboard.press("Escape");
  const line = page.locator("main li", { hasText: "https://hooks.example.com/in" });
  await line.getByText("1 type of event").waitFor();

  await line.getByRole("button", { name: "Test" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("first try");
  await page.getByRole("dialog").getByRole("button", { name: "Test" }).click();
  await page.getByText("A test event is on its way").waitFor();
  await line.getByRole("button", { name: "Deliveries" }).click();
  const deliveries = page.getByRole("dialog", { name: "Deliveries" });
  await deliveries.getByText("webhook.ping").waitFor();
  await assertSound(page, "deliveries");
  await page.keyboard.press("Escape");

  await line.getByRole("button", { name: "Change" }).click();
  const change = page.getByRole("dialog", { name: "Change webhook" });
  await change.getByLabel("On", { exact: true }).uncheck();
  await change.getByRole("button", { name: "Save" }).click();
  await change.getByText("Say why.").waitFor();
  await change.getByLabel("Reason").fill("moving");
  await change.getByRole("button", { name: "Save" }).click();
  await line.locator(".status", { hasText: "off" }).waitFor();
  await line.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("gone");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhook yet.").waitFor();
  const { acts } = (await owner.admin("/acts?action=webhook_deleted")).body as { acts: { reason: string }[] };
  assert.equal(acts[0]?.reason, "gone");
  assert.ok(!(await page.content()).includes(secret));
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(faults, []);
}
