// WA-20 and WA-21: the console, written to by foreign pages, and shown what others have stored.
import assert from "node:assert/strict";
import type { ServerRole } from "../../../auth/grants/role.ts";
import { routes } from "../../../auth/routes.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { type Call, call } from "../../../kernel/testing/client.ts";
import { CONSOLE_SCREENS } from "../../../web/assets/screens.ts";
import { findAdminCall } from "../../../web/console/admin_calls.ts";
import { openPage } from "../../../web/testing/chromium.ts";
import type { TestBrowser } from "../../../web/testing.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { administrator } from "../auth/administrators.ts";
import { code } from "../auth/factors.ts";
import { mailsTo } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { type Front, openFront } from "./front.ts";
import { openBrowser, REFUSED, SCRIPT } from "./screens.ts";

const NOBODY = "11111111-1111-4111-8111-111111111111";
const REASON = { "audit-reason": encodeURIComponent(SCRIPT) };

interface ConsoleCall {
  method: string;
  path: string;
  /** The route of auth. */
  route: string;
}

/** Calls that the console may make, below /api/admin, with ids that nobody has. */
export function consoleCalls(id = NOBODY): ConsoleCall[] {
  const all = routes
    .filter(({ access }) => access === "admin")
    .map(({ method, path }) => ({ method, route: path, path: fill(path, id) }));
  const reachable = all.filter(({ method, path }) => findAdminCall(method, path));
  return reachable.map(({ path, ...call }) => ({ ...call, path: `/api/admin${path.replace(/^\/admin/, "")}` }));
}

/** Some ids are numbers, or names. */
function fill(path: string, id: string): string {
  const at = path.replace("/jobs/:id", "/jobs/2000000000").replace("/findings/:id", "/findings/nothing");
  const named: Record<string, string> = {
    ":version": "2000000000",
    ":delivery_id": "2000000000",
    ":name": "send_sms",
    ":identifier": "custom:nobody",
  };
  return at.replace(/:\w+/g, (name) => named[name] ?? id);
}

export async function administratorAt(pair: Pair, front: Front, role: ServerRole | undefined) {
  const owner = await administrator(pair, role);
  const browser = await front.signedIn(owner);
  const reply = await browser.post("/second_factor", {
    factor: owner.factor.id,
    code: code(owner.factor.secret),
    next: "/admin",
  });
  assert.equal(reply.status, 303, reply.text);
  return { ...owner, browser };
}

async function ownerAt(pair: Pair, front: Front) {
  const owner = await administratorAt(pair, front, "owner");
  assert.equal((await owner.browser.fetch("/api/admin/users")).status, 200);
  return owner;
}

/** With the cookies of the browser and nothing that it adds by itself. */
function sendBare({ url }: Front, browser: TestBrowser, path: string, { headers, ...options }: Call) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { host, port } = new URL(url);
  return call(`http://127.0.0.1:${port}${path}`, { ...options, headers: { host, cookie, ...headers } });
}

const FORMS = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"];

export const webConsole: AttackCase[] = [
  attack("WA-20", "only the console's own pages write by it, and only where it is", async (pair) => {
    await using front = await openFront(pair);
    const { browser } = await ownerAt(pair, front);
    const countActs = async () =>
      (await pair.inside.db.one<{ count: number }>(sql`select count(*)::int as count from admin_acts`)).count;
    const before = await countActs();
    const writes = consoleCalls().filter(({ method }) => method !== "GET");
    const { port } = new URL(front.url);
    const strangers: Record<string, string>[] = [
      ...["cross-site", "same-site", "none", ""].map((site) => ({ "sec-fetch-site": site, origin: front.url })),
      ...[
        "https://evil.test",
        "null",
        `http://localhost:${Number(port) + 1}`,
        `${front.url}.evil.test`,
        `https://localhost:${port}`,
      ].map((origin) => ({ origin })),
      {},
    ];
    for (const { method, path } of writes) {
      for (const headers of strangers) {
        const reply = await sendBare(front, browser, path, { method, body: {}, headers: { ...REASON, ...headers } });
        const { code: problem } = reply.body as { code?: string };
        assert.deepEqual([reply.status, problem], [403, "foreign_page"], `${method} ${path} ${JSON.stringify(headers)}`);
      }
      for (const type of method === "POST" ? FORMS : [])
        for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "null" }, { origin: "https://evil.test" }]) {
          const form = { method, body: '{"email":"x@evil.test"}', headers: { "content-type": type, ...headers } };
          const reply = await sendBare(front, browser, path, form);
          assert.ok([403, 415].includes(reply.status), `${path} ${type}: ${reply.status} ${reply.text}`);
        }
    }
    assert.equal(await countActs(), before, "nothing is done");
    await using elsewhere = await openFront(pair, { WEB_ADMIN_HOSTS: "console.example.com" });
    for (const { method, path } of [...writes, { method: "GET", path: "/api/admin/users" }, { method: "GET", path: "/admin" }]) {
      const body = method === "GET" ? {} : { body: {} };
      const headers = { "sec-fetch-site": "same-origin", origin: elsewhere.url };
      const reply = await sendBare(elsewhere, browser, path, { method, ...body, headers });
      assert.equal(reply.status, 404, `${method} ${path}`);
    }
    return `${writes.length} writes, ${strangers.length + FORMS.length} ways`;
  }),

  attack("WA-21", "what others have stored is text in the console", async (pair) => {
    await using front = await openFront(pair);
    const { id, browser } = await ownerAt(pair, front);
    const metadata = { name: SCRIPT, full_name: SCRIPT, avatar_url: "javascript:alert(1)", [SCRIPT]: SCRIPT };
    const victim = await pair.people.user({ user_metadata: metadata, app_metadata: { plan: SCRIPT } });
    const agent = { "user-agent": SCRIPT };
    await pair.people.signIn(victim, agent);
    await pair.auth.post("/token?grant_type=password", { email: victim.email, password: SCRIPT }, agent);
    const set = { MAILER_SUBJECTS_RECOVERY: `${SCRIPT}{{ .Email }}`, MAILER_BRAND_NAME: SCRIPT };
    const { version: base } = (await pair.auth.get("/admin/settings", pair.admin)).body as { version: number };
    const stored = await pair.auth.send("/admin/settings", {
      method: "PATCH",
      headers: { ...pair.admin, ...REASON },
      body: { base, set },
    });
    assert.equal(stored.status, 200, stored.text);
    await pair.auth.post("/recover", { email: victim.email }, agent);
    await mailsTo(pair, victim.email);
    const write = async (method: string, path: string, body: object) => {
      const reply = await browser.fetch(`/api/admin${path}`, { method, body, headers: REASON });
      assert.ok(reply.status < 300, `${path}: ${reply.status} ${reply.text}`);
      return reply.body as { id: string };
    };
    await write("POST", "/api-keys", { name: SCRIPT, rights: ["users:read"] });
    await write("PUT", `/users/${victim.id}`, { ban_duration: "1h" });
    const job = await write("POST", "/bulk-jobs", { act: "ban", ban_duration: "1h", users: { ids: [victim.id] } });

    const reads = [victim.id, id, job.id].flatMap((each) => consoleCalls(each)).filter(({ method }) => method === "GET");
    for (const { path } of reads) {
      const { status, headers } = await browser.fetch(path);
      assert.ok(status < 500, `${path}: ${status}`);
      assert.match(String(headers["content-type"]), /^application\/json/, path);
      assert.equal(headers["x-content-type-options"], "nosniff", path);
      assert.match(String(headers["content-security-policy"]), /default-src 'none'/, path);
    }

    const chromium = await openBrowser();
    try {
      await using opened = await openPage(chromium, { width: 1280, url: front.url, who: browser });
      const { page, faults } = opened;
      const paths = Object.keys(CONSOLE_SCREENS).flatMap((path) =>
        path.includes("/:") ? [victim.id, job.id].map((each) => path.replace(/:\w+/g, each)) : [path],
      );
      const tabs = ["access", "activity", "data"].map((tab) => `/admin/users/${victim.id}?tab=${tab}`);
      for (const path of [...paths, ...tabs, "/admin/audit?log=acts"]) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        assert.equal(await page.evaluate("globalThis.ran"), undefined, path);
        assert.equal(await page.locator("img[src=x], main script, a[href^='javascript:']").count(), 0, path);
        assert.deepEqual(
          faults.filter((line) => REFUSED.test(line)),
          [],
          path,
        );
      }
      assert.ok((await page.content()).includes("&lt;img src=x"), "the last screen shows it as text");
      return `${reads.length} answers, ${paths.length + tabs.length + 1} screens`;
    } finally {
      await chromium.close();
      const { version } = (await pair.auth.get("/admin/settings", pair.admin)).body as { version: number };
      const none = { MAILER_SUBJECTS_RECOVERY: null, MAILER_BRAND_NAME: null };
      await pair.auth.send("/admin/settings", { method: "PATCH", headers: pair.admin, body: { base: version, set: none } });
    }
  }),
];
