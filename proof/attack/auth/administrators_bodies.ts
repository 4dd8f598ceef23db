// AK: what the body of a request decides of the right that it needs, and what is grave without a fresh proof or a reason.
import assert from "node:assert/strict";
import { SERVER_ROLES, type ServerRole } from "../../../auth/grants/role.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict } from "../expectations.ts";
import { AUTH_ROWS, matrixRow, PARAMETERS } from "../matrix_rows.ts";
import type { Pair } from "../pair.ts";
import { ADMIN_ROUTES, administrator } from "./administrators.ts";

const NOBODY = "11111111-1111-4111-8111-111111111111";
const SOMEBODY = `/admin/users/${NOBODY}`;

type Request = [method: string, path: string, body: object];

const change = (body: object): Request => ["PUT", SOMEBODY, body];
const job = (act: string, more: object = {}): Request => ["POST", "/admin/bulk-jobs", { act, users: { ids: [NOBODY] }, ...more }];

/** Who may, besides owners. */
const BY_BODY: [roles: readonly ServerRole[], request: Request][] = [
  [["admin"], change({ ban_duration: "1h" })],
  [["support", "admin"], change({ ban_duration: "none" })],
  [["admin"], change({ ban_duration: "none", user_metadata: { plan: "pro" } })],
  [["admin"], change({ app_metadata: { plan: "pro" } })],
  [["admin"], change({ password: "another long password" })],
  [["admin"], change({ email: "x@people.example.com" })],
  [["admin"], change({ phone: "+5511999990000", ban_duration: "none" })],
  [["admin"], change({ email_confirm: true })],
  [["admin"], change({ role: "authenticated" })],
  [["admin"], ["DELETE", SOMEBODY, { should_soft_delete: true }]],
  [[], ["DELETE", SOMEBODY, {}]],
  [["admin"], job("ban", { ban_duration: "1h" })],
  [["support", "admin"], job("unban")],
  [["admin"], job("set_app_metadata", { app_metadata: { plan: "pro" } })],
  [["support", "security", "admin"], job("sign_out")],
  [["admin"], job("confirm_email")],
  [["support", "admin"], job("send_recovery")],
  [["support", "admin"], job("send_invitation")],
  [["admin"], job("delete")],
  [[], job("erase")],
  [[], job("erase", { dry_run: true })],
  [
    ["security", "admin"],
    ["PATCH", "/admin/settings", { base: 2_000_000_000, set: { PASSWORD_MIN_LENGTH: "9" } }],
  ],
  [["admin"], ["PATCH", "/admin/settings", { base: 2_000_000_000, set: { PASSWORD_MIN_LENGTH: "9", MAILER_BRAND_NAME: "x" } }]],
];

/** What a role alone, and a session that was stolen after ten minutes, must not be enough for. */
const GRAVE =
  /^(PUT|DELETE) \/admin\/administrators\/|^(POST|DELETE) \/admin\/api-keys|^POST \/admin\/generate_link$|^(POST|DELETE) \/admin\/signing-keys|^(PUT|DELETE) \/admin\/users\/:id\/(factors|passkeys|identities)\/|\/impersonations$|^(POST|PUT|DELETE) \/admin\/webhooks|^(POST|PUT|DELETE) \/admin\/(custom-providers|sso\/providers)(\/:\w+)?$/;
const GRAVE_BY_BODY: Request[] = [
  change({ password: "another long password" }),
  change({ email: "x@people.example.com" }),
  change({ phone: "+5511999990000" }),
  ["DELETE", SOMEBODY, { should_soft_delete: true }],
  ["DELETE", SOMEBODY, {}],
  job("confirm_email"),
  job("delete"),
  job("erase"),
  ["PATCH", "/admin/settings", { base: 2_000_000_000, set: { HOOK_SEND_SMS_ENABLED: "false" } }],
  ["PATCH", "/admin/settings", { base: 2_000_000_000, set: { MAILER_BRAND_NAME: "Casa" } }],
];
const EXPORTS = ["/admin/acts?format=csv", "/admin/audit?format=jsonl", "/admin/acts?format=jsonl", "/admin/audit?format=csv"];

const send = (pair: Pair, [method, path, body]: Request, headers: Record<string, string>) =>
  pair.auth.send(path, { method, body, headers });

const codeOf = (body: unknown) => (body as { error_code?: string } | null)?.error_code;

async function countActs({ inside }: Pair): Promise<number> {
  return (await inside.db.one<{ count: number }>(sql`select count(*)::int as count from admin_acts`)).count;
}

/** Requests that an owner may send, each of which needs a fresh proof and a reason. */
function graveRequests(): Request[] {
  const routes = ADMIN_ROUTES.filter(({ method, path }) => GRAVE.test(`${method} ${path}`)).map(({ method, path }): Request => {
    const { query, body } = matrixRow(AUTH_ROWS, method, path);
    const at = path.replace(/:\w+/g, (name) => (name === ":id" ? NOBODY : (PARAMETERS[name] ?? NOBODY)));
    return [method, query ? `${at}?${query}` : at, (body ?? (method === "DELETE" ? undefined : {})) as object];
  });
  return [...routes, ...GRAVE_BY_BODY];
}

export const administratorsBodies: AttackCase[] = [
  attack("AK-13", "the body of a request decides which role may send it", async (pair) => {
    for (const role of SERVER_ROLES) {
      const { headers } = await administrator(pair, role);
      for (const [roles, request] of BY_BODY) {
        const reply = await send(pair, request, headers);
        const line = `${role}: ${JSON.stringify(request)} said ${reply.status} ${reply.text}`;
        assert.ok(reply.status < 500, line);
        const isAllowed = role === "owner" || roles.includes(role);
        assert.equal(reply.status === 403 && codeOf(reply.body) === "right_missing", !isAllowed, line);
      }
    }
    return `${SERVER_ROLES.length} roles, ${BY_BODY.length} bodies`;
  }),
  attack(
    "AK-14",
    "an owner's session that is older than ten minutes does nothing grave, and none does without a reason",
    async (pair) => {
      const owner = await administrator(pair, "owner");
      const { authorization } = owner.session.bearer;
      const requests = graveRequests();
      const before = await countActs(pair);
      const fresh: Record<string, string>[] = [{ authorization }, { authorization, "audit-reason": "%20%20" }];
      for (const headers of fresh)
        for (const request of requests) {
          const reply = await send(pair, request, headers);
          if (codeOf(reply.body) === "validation_failed" && reply.status === 400) continue;
          expectVerdict(reply, "422 reason_missing", JSON.stringify(request));
        }
      await pair.inside.db.run(sql`
      update sessions set amr = (select jsonb_agg(each || jsonb_build_object('timestamp', (each ->> 'timestamp')::int8 - 601))
                                   from jsonb_array_elements(amr) as each)
       where user_id = ${owner.id}`);
      let refused = 0;
      for (const request of requests) {
        const reply = await send(pair, request, owner.headers);
        if (codeOf(reply.body) === "validation_failed" && reply.status === 400) continue;
        expectVerdict(reply, "403 reauthentication_needed", JSON.stringify(request));
        refused++;
      }
      for (const path of EXPORTS) expectVerdict(await pair.auth.get(path, owner.headers), "403 reauthentication_needed", path);
      assert.equal((await pair.auth.get("/admin/users", owner.headers)).status, 200, "reading goes on");
      assert.equal(await countActs(pair), before, "nothing was done");
      // Renewed tokens prove nothing.
      const renewed = await pair.auth.post("/token?grant_type=refresh_token", { refresh_token: owner.session.refresh_token });
      const { access_token: token } = renewed.body as { access_token: string };
      pair.secrets.keep("access token", token);
      const again = await send(pair, GRAVE_BY_BODY[0] as Request, { ...owner.headers, authorization: `Bearer ${token}` });
      expectVerdict(again, "403 reauthentication_needed", "with a renewed token");
      assert.ok(refused > 20, "the list is long");
      return `${refused + EXPORTS.length} requests`;
    },
  ),
];
