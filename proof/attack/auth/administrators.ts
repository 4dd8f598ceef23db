// AK: what administrators of each role and API keys may do, and what nobody becomes by it. The expectations are written out here, so that
// a change of the product's own table is noticed.
import assert from "node:assert/strict";
import { insertGrant } from "../../../auth/grants/queries.ts";
import { SERVER_ROLES, type ServerRole } from "../../../auth/grants/role.ts";
import { routes } from "../../../auth/routes.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, tally } from "../expectations.ts";
import { AUTH_ROWS, matrixRow, PARAMETERS } from "../matrix_rows.ts";
import type { Pair } from "../pair.ts";
import { withFactor } from "./factors.ts";

type Headers = Record<string, string>;

const REASON = { "audit-reason": "attack" };

/** Tries that change nothing, which whoever reads settings may make. */
const TRIES = [/^POST \/admin\/(mail\/preview|redirects\/test|passwords\/test)$/, /^POST \/admin\/sso\/providers\/:id\/test$/];

/** What a role may call besides reading; admins and owners are further down. */
const MAY: Record<ServerRole, readonly RegExp[]> = {
  viewer: TRIES,
  support: [
    ...TRIES,
    /^DELETE \/admin\/limits\/subject$/,
    /^POST \/invite$/,
    /^POST \/admin\/(mail|sms)\/test$/,
    /^POST \/admin\/users\/:id\/mails$/,
    /^DELETE \/admin\/sessions\/|^DELETE \/admin\/users\/:id\/(sessions|apps\/)/,
    /^(PUT|DELETE) \/admin\/users\/:id\/factors\/|^DELETE \/admin\/users\/:id\/passkeys\//,
  ],
  security: [
    ...TRIES,
    /^DELETE \/admin\/limits\/subject$/,
    /^POST \/admin\/hooks\/:name\/test$/,
    /^DELETE \/admin\/sessions\/|^DELETE \/admin\/users\/:id\/(sessions|apps\/)/,
    /^(POST|DELETE) \/admin\/api-keys/,
    /^(POST|PUT|DELETE) \/admin\/webhooks/,
    /^POST \/admin\/findings\//,
    /^GET \/admin\/users\/export$/,
  ],
  admin: [/./],
  owner: [/./],
};

/** Bodies decide what these need, or what they are about: a job by its act, a change by its fields. AK-13 and AK-33 try them. */
export const BY_BODY =
  /^(PUT|DELETE) \/admin\/users\/:id$|\/admin\/bulk-jobs|^\w+ \/admin\/settings\/(confirm|versions\/:version\/undo)$/;
/** Links let people in, and finance's door is for programs. */
const NEVER_BY_READERS = /^POST |^\w+ \/service\/|^GET \/admin\/(providers\/:name\/tries|users\/export$)/;
const OWNERS_ALONE = /^(PUT|DELETE) \/admin\/administrators\/|^(POST|DELETE) \/admin\/signing-keys|^POST \/admin\/users\/export$/;

export function isAllowed(role: ServerRole, route: string): boolean {
  if (OWNERS_ALONE.test(route)) return role === "owner";
  if (route.startsWith("GET ") && !NEVER_BY_READERS.test(route)) return true;
  return MAY[role].some((each) => each.test(route));
}

const isRefused = ({ status, body }: Reply) =>
  status === 403 && (body as { error_code?: string } | null)?.error_code === "right_missing";

/** Bodies are read before rights are looked at. */
const isMalformed = ({ status, body }: Reply) =>
  status === 400 && (body as { error_code?: string } | null)?.error_code === "validation_failed";

export async function administrator(pair: Pair, role: ServerRole | undefined) {
  const owner = await withFactor(pair);
  if (role) await insertGrant(pair.inside.db, { userId: owner.id, role, grantedBy: null, now: new Date() });
  return { ...owner, headers: { ...owner.session.bearer, ...REASON } };
}

function call(pair: Pair, { method, path }: { method: string; path: string }, headers: Headers): Promise<Reply> {
  const { query, body } = matrixRow(AUTH_ROWS, method, path);
  const at = path.replace(/:\w+/g, (name) => PARAMETERS[name] ?? name);
  return pair.auth.send(query ? `${at}?${query}` : at, { method, body, headers });
}

export const ADMIN_ROUTES = routes.filter(({ access, path }) => access === "admin" && !path.startsWith("/service/"));

export const administrators: AttackCase[] = [
  attack("AK-10", "every route of administration by every role", async (pair) => {
    const nobody = await administrator(pair, undefined);
    for (const route of ADMIN_ROUTES)
      assert.ok([401, 403].includes((await call(pair, route, nobody.headers)).status), `nobody: ${route.method} ${route.path}`);
    for (const role of SERVER_ROLES) {
      const { headers } = await administrator(pair, role);
      for (const route of ADMIN_ROUTES) {
        const name = `${route.method} ${route.path}`;
        if (BY_BODY.test(name)) continue;
        const reply = await call(pair, route, headers);
        assert.ok(reply.status < 500, `${role}: ${name} said ${reply.status}`);
        const line = `${role}: ${name} said ${reply.status} ${reply.text}`;
        if (isAllowed(role, name)) assert.ok(!isRefused(reply), line);
        else assert.ok(isRefused(reply) || isMalformed(reply), line);
      }
    }
  }),
  attack("AK-11", "roles without a second factor, after their end, and upon those above", async (pair) => {
    const user = await pair.people.signedIn();
    await insertGrant(pair.inside.db, { userId: user.id, role: "owner", grantedBy: null, now: new Date() });
    expectVerdict(await pair.auth.get("/admin/users", { ...user.bearer, ...REASON }), "403 insufficient_aal");
    const admin = await administrator(pair, "admin");
    const owner = await administrator(pair, "owner");
    const support = await administrator(pair, "support");
    const upon = `/admin/users/${owner.id}`;
    for (const reply of [
      await pair.auth.put(upon, { password: "another long password" }, admin.headers),
      await pair.auth.put(upon, { ban_duration: "1h" }, admin.headers),
      await pair.auth.send(upon, { method: "DELETE", body: { should_soft_delete: true }, headers: admin.headers }),
      await pair.auth.post("/admin/generate_link", { type: "recovery", email: owner.email }, admin.headers),
    ])
      expectVerdict(reply, "403 administrator_protected");
    expectVerdict(
      await pair.auth.put(`/admin/administrators/${admin.id}`, { role: "owner" }, admin.headers),
      "403 right_missing",
    );
    const answers = await inParallel(8, () =>
      pair.auth.send(`/admin/administrators/${support.id}`, { method: "DELETE", headers: owner.headers }),
    );
    assert.deepEqual(tally(answers), { 204: 1, "404 administrator_not_found": 7 });
    assert.equal((await pair.auth.get("/admin/users", support.headers)).status, 403, "at once");
  }),
  attack("AK-12", "API keys that ask for more, are used elsewhere, or make others", async (pair) => {
    const { headers } = await administrator(pair, "security");
    const create = (body: object) => pair.auth.post("/admin/api-keys", { name: pair.address("key"), ...body }, headers);
    expectVerdict(await create({ rights: ["users:erase"] }), "403 right_missing");
    expectVerdict(await create({ rights: ["api_keys:write"] }), "403 right_missing");
    const keyReply = await create({ rights: ["users:read"], networks: ["203.0.113.0/24"] });
    const { key, id } = keyReply.body as { key: string; id: string };
    pair.secrets.keep("API token", key);
    const bearer = { authorization: `Bearer ${key}` };
    assert.equal((await pair.auth.get("/admin/users", bearer)).status, 403, "from another network");
    assert.equal((await pair.auth.get("/user", bearer)).status, 403, "a key is nobody");
    await pair.auth.send(`/admin/api-keys/${id}`, { method: "DELETE", headers });
    assert.equal((await pair.auth.get("/admin/users", { apikey: key })).status, 401, "a deleted key");
  }),
];
