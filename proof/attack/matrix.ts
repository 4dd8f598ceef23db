// AK-01, V32: every route of both services with every kind of caller. The route's `access` gives the expected answer.
import assert from "node:assert/strict";
import { routes as authRoutes } from "../../auth/routes.ts";
import { routes as financeRoutes } from "../../finance/routes.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { claimsOf, forge } from "../harness/tokens.ts";
import { type AttackCase, attack } from "./attack_case.ts";
import { AUTH_ROWS, FINANCE_ROWS, type MatrixRow, matrixRow, PARAMETERS } from "./matrix_rows.ts";
import type { Pair } from "./pair.ts";
import { basicHeader } from "./people.ts";
import type { ServiceClient } from "./service_client.ts";

type Headers = Record<string, string>;
type Callers = Record<string, Headers>;
type Route = { method: string; path: string; access: string };

/** Allowed answers by caller; `*` means all others. */
type Expectation = Record<string, (reply: Reply, none: Reply) => boolean>;

const is =
  (...statuses: number[]) =>
  ({ status }: Reply) =>
    statuses.includes(status);
/** Authorized, whatever the rest of the answer is. */
const enters = ({ status }: Reply) => ![401, 403].includes(status) && status < 500;
/** A disabled route rejects everybody. */
const OFF = new Set<unknown>(["manual_linking_disabled", "impersonation_disabled"]);
const isOff = ({ body }: Reply) => OFF.has((body as { error_code?: string } | null)?.error_code);
/** Some routes reject users who cannot sign in again, such as anonymous ones. */
const isForOthers = ({ status, body }: Reply) =>
  status === 403 && (body as { error_code?: string } | null)?.error_code === "no_authorization";
/** What owners of the server may do, no user, operator or claim of a token may. */
const OWNERS_ONLY = /^\/server\/(mailbox|invitations)/;
const isForOwners = ({ status, body }: Reply) =>
  status === 403 && (body as { error_code?: string } | null)?.error_code === "not_owner";
/** Public routes ignore credentials. */
const likeNobody = ({ status }: Reply, none: Reply) => status === none.status && status < 500;

const AUTH_EXPECTATIONS: Record<string, (route: Route) => Expectation> = {
  public: () => ({ "*": likeNobody }),
  user: ({ method, path }) => ({
    nobody: is(401),
    "same user": OWNERS_ONLY.test(path) ? isForOwners : enters,
    "other user": OWNERS_ONLY.test(path) ? isForOwners : enters,
    "anonymous user": OWNERS_ONLY.test(path) ? is(403, 422) : (reply) => enters(reply) || isForOthers(reply),
    // Reading still works after a sign-out.
    "logged out": method === "GET" && path === "/user" ? is(200) : is(403),
    "*": is(401, 403),
  }),
  admin: () => ({ nobody: is(401), operator: enters, "*": is(401, 403) }),
};

/** Too many wrong passwords get a 429. */
const GUESSED = is(401, 429);

/** Each is the owner of a space. */
const WRITER = (): Expectation => ({
  "same user": enters,
  "other user": enters,
  "by token": enters,
  "read-only token": is(403),
  "logged out": () => true,
  "another's token": GUESSED,
  "a made-up token": GUESSED,
  "*": is(401),
});

const FINANCE_EXPECTATIONS: Record<string, () => Expectation> = {
  public: () => ({ "*": likeNobody }),
  reader: () => ({
    "same user": enters,
    "other user": enters,
    "by token": enters,
    "read-only token": enters,
    "logged out": () => true,
    "another's token": GUESSED,
    "a made-up token": GUESSED,
    "*": is(401),
  }),
  own: WRITER,
  writer: WRITER,
  owner: WRITER,
  // Auth says who operates the server: its operator's token, and none of the people here.
  operator: () => ({ operator: enters, "*": ({ status }) => status === 401 || status === 403 }),
};

/** Shared by both services, because hashing each password is slow. */
const met = new WeakMap<Pair, Promise<Callers>>();

function callersOf(pair: Pair): Promise<Callers> {
  const callers = met.get(pair) ?? meetCallers(pair);
  met.set(pair, callers);
  return callers;
}

async function meetCallers(pair: Pair): Promise<Callers> {
  const [same, other, out, banned] = [
    await pair.people.signedIn(),
    await pair.people.signedIn(),
    await pair.people.signedIn(),
    await pair.people.signedIn(),
  ];
  const anonymous = pair.isForeign ? {} : { "anonymous user": (await pair.people.anonymous()).bearer };
  await pair.auth.post("/logout", undefined, out.bearer);
  await pair.auth.put(`/admin/users/${banned.id}`, { ban_duration: "24h" }, pair.admin);
  const [first = "", second = "", signature = ""] = same.session.access_token.split(".");
  const forged = pair.isForeign ? {} : forgedCallers(pair, same.session.access_token);
  return {
    nobody: {},
    garbage: { authorization: "Bearer garbage" },
    "another scheme": { authorization: "Digest username=x" },
    "wrong signature": { authorization: `Bearer ${first}.${second}.${signature.split("").reverse().join("")}` },
    ...anonymous,
    "same user": same.bearer,
    "other user": other.bearer,
    "logged out": out.bearer,
    banned: banned.bearer,
    operator: pair.admin,
    ...forged,
  };
}

function forgedCallers({ inside: { jwtSecret } }: Pair, token: string): Callers {
  const claims = claimsOf(token);
  const created = (changed: object, secret = jwtSecret) => ({
    authorization: `Bearer ${forge({ ...claims, ...changed }, secret)}`,
  });
  const nobodys = { sub: undefined, session_id: undefined };
  return {
    expired: created({ exp: 1 }),
    "expired operator": created({ ...nobodys, role: "service_role", exp: 1 }),
    "operator of another secret": created({ ...nobodys, role: "service_role" }, "another secret"),
    "anonymous key": created({ ...nobodys, role: "anon" }),
    "role Service_Role": created({ ...nobodys, role: "Service_Role" }),
    "role in a list": created({ ...nobodys, role: ["service_role"] }),
    "role with a blank": created({ ...nobodys, role: "service_role " }),
  };
}

async function walk(
  routes: readonly Route[],
  rows: Readonly<Record<string, MatrixRow>>,
  client: ServiceClient,
  callers: Callers,
  expectations: Record<string, (route: Route) => Expectation>,
): Promise<string> {
  let cells = 0;
  for (const route of routes) {
    const { method, path, access } = route;
    const { query, body } = matrixRow(rows, method, path);
    const target = path.replace(/:\w+/g, (name) => PARAMETERS[name] ?? name) + (query ? `?${query}` : "");
    const call = (headers: Headers) => client.send(target, { method, body, headers });
    const none = await call({});
    const expected = expectations[access]?.(route) ?? assert.fail(`nothing is expected of access ${access}`);
    for (const [caller, headers] of Object.entries(callers)) {
      const reply = await call(headers);
      const isRight = expected[caller] ?? expected["*"] ?? (() => false);
      assert.ok(
        isRight(reply, none) || isOff(reply),
        `${method} ${path} (${access}) by ${caller}: ${reply.status} ${reply.text.slice(0, 200)}`,
      );
      cells++;
    }
  }
  return `${routes.length} routes, ${Object.keys(callers).length} kinds of callers, ${cells} cells`;
}

export const matrix: AttackCase[] = [
  attack("AK-01", "every route of auth by every kind of caller", { quick: true }, async (pair) =>
    walk(authRoutes, AUTH_ROWS, pair.auth, await callersOf(pair), AUTH_EXPECTATIONS),
  ),
  attack("V32", "every route of finance by every kind of caller", { quick: true }, async (pair) => {
    const [writer, reader] = [await pair.people.member("write"), await pair.people.member("read")];
    // Finance ignores roles, so their spellings are not tried at each route.
    const entries = Object.entries(await callersOf(pair)).filter(([name]) => !name.startsWith("role "));
    const callers = {
      ...Object.fromEntries(entries),
      "by token": { authorization: writer.authorization },
      "read-only token": { authorization: reader.authorization },
      "another's token": { authorization: basicHeader(reader.email, writer.token) },
      "a made-up token": { authorization: basicHeader(writer.email, `cofre_${"a".repeat(40)}`) },
    };
    return walk(financeRoutes, FINANCE_ROWS, pair.finance, callers, FINANCE_EXPECTATIONS);
  }),
];
