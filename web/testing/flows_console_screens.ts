// Test support: every screen of the console by what axe knows, narrow and wide, with hostile names in it.
import assert from "node:assert/strict";
import { finish, startJob } from "../../auth/bulk_jobs/testing.ts";
import { checkedImport } from "../../auth/user_imports/testing.ts";
import { CONSOLE_SCREENS } from "../assets/screens.ts";
import { signedInAdministrator } from "../console/testing.ts";
import { HOSTILE, PASSWORD, people } from "./console_people.ts";
import { screensWithout } from "./every_screen.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

const SETTINGS = ["settings", "settings/versions", "mail", "urls", "sign_in_methods", "sessions"].map((name) => `/admin/${name}`);
const STATES = ["/admin/users?search=nobody-has-this", "/admin/users/11111111-1111-4111-8111-111111111111", "/admin/nowhere"];

/** In two flows, because one of both takes as long as a test may on a busy machine. */
const SIGHTS = [
  { view: { width: 375, touch: true, scheme: "dark", language: "en" }, tag: "estreita", paths: [...STATES, ...SETTINGS] },
  { view: { width: 1280, scheme: "light", language: "pt-BR" }, tag: "larga", paths: SETTINGS },
] as const;
type Sight = (typeof SIGHTS)[number];

export function lookAtConsole(stage: Stage): void {
  for (const sight of SIGHTS)
    stage.flow(`every screen of the console is sound ${sight.view.width} wide, with hostile names as text`, (on) =>
      lookAtScreens(on, sight),
    );
}

async function lookAtScreens({ web, open }: OnStage, { view, tag, paths }: Sight): Promise<void> {
  const [ana, , eve] = await people(web, tag);
  const owner = await signedInAdministrator(web, "owner", `screens${view.width}@example.com`);
  const { auth } = web.finance;
  await auth.post("/token?grant_type=password", { email: ana?.email, password: PASSWORD });
  await auth.post("/recover", { email: ana?.email });
  await owner.admin("/api-keys", { method: "POST", body: { name: HOSTILE, rights: ["users:read"] }, reason: HOSTILE });
  const metadata = { act: "set_app_metadata", app_metadata: { plan: HOSTILE }, users: { filter: { search: tag } } };
  const ended = await finish(auth, await startJob(auth, { ...metadata, reason: HOSTILE }));
  assert.equal(ended.done, 3);
  const waiting = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids: [ana?.id, eve?.id] } });
  const imported = await checkedImport(auth, [{ email: `hostil.${tag}@example.com` }, { email: HOSTILE }], {
    source: "cofre",
    file_name: HOSTILE,
  });
  const all = [
    ...["/admin", "/admin/audit", "/admin/audit?log=acts", "/admin/administrators", "/admin/api_keys", "/admin/findings"],
    ...["/admin/finance", "/admin/maintenance", `/admin/protection?who=${eve?.id}`, "/admin/users"],
    ...["/admin/hooks", "/admin/webhooks", "/admin/apps", "/admin/sso"],
    ...["/admin/bulk_jobs", ...[ended, waiting].map(({ id }) => `/admin/bulk_jobs/${id}`)],
    `/admin/user_imports/${imported.id}`,
    ...["", "?tab=access", "?tab=activity", "?tab=data"].map((tab) => `/admin/users/${(view.width < 600 ? eve : ana)?.id}${tab}`),
    ...paths,
  ];
  const missing = screensWithout(CONSOLE_SCREENS, all);
  assert.deepEqual(missing, ["/admin/overview"], "this one is /admin as well; add any other");
  await using opened = await open(view, owner);
  const { page, faults } = opened;
  for (const path of all) {
    await page.goto(path);
    await page.locator("main h1").waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    await assertSound(page, `${path} at ${view.width}`);
    assert.equal(await page.locator("main img").count(), 0, path);
  }
  assert.deepEqual(
    faults.filter((line) => !line.includes("404")),
    [],
  );
}
