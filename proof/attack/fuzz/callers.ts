// The fuzzer's callers, and the ids that it knows. All of it may be destroyed.
import type { Random } from "../../harness/random.ts";
import { forge } from "../../harness/tokens.ts";
import type { Pair } from "../pair.ts";
import { basicHeader, type Member } from "../people.ts";
import type { Recipes } from "./recipe.ts";
import { openRecipes } from "./recipes.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzRoute } from "./routes.ts";
import type { Hint } from "./values.ts";
import type { FuzzReply } from "./verdict.ts";

export interface Callers {
  hint: Hint;
  recipes: Recipes;
  caller(route: FuzzRoute, random: Random): string;
  authorization(caller: string): string | undefined;
  /** Collects ids and tokens from answers. */
  learn(request: FuzzRequest, reply: FuzzReply): void;
}

const MOST_KEPT = 60;
const LEAVERS = 4;

/** Replaced from time to time, because requests may end their access. */
export async function openCallers(pair: Pair): Promise<Callers> {
  const { people } = pair;
  const [user, member, reader] = [await people.signedIn(), await people.member(), await people.member("read")];
  const password = people.password();
  const leavers = await Promise.all(Array.from({ length: LEAVERS }, () => people.signedIn({ password })));
  const visitor = await people.anonymous().catch(() => undefined);
  const { recipes, callers } = await openRecipes(pair);
  const headers: Record<string, string | undefined> = {
    nobody: undefined,
    user: user.bearer.authorization,
    visitor: visitor?.bearer.authorization,
    admin: pair.admin.authorization,
    member: member.authorization,
    reader: reader.authorization,
    "member by password": basicHeader(member.email, member.password),
    "user of finance": user.bearer.authorization,
    forger: `Bearer ${forge({ sub: user.id, role: "service_role", aud: "authenticated", exp: 4_000_000_000 }, "wrong")}`,
    "unsigned token": "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
    "broken header": "Basic !!!",
    "empty header": "Bearer ",
    ...Object.fromEntries(leavers.map(({ bearer }, at) => [`leaver ${at}`, bearer.authorization])),
    ...callers,
  };
  const stored = new Map<string, string[]>();
  const keep = (kind: string, value: unknown) => {
    if (typeof value !== "string" && typeof value !== "number") return;
    stored.set(kind, [...(stored.get(kind) ?? []), String(value)].slice(-MOST_KEPT));
  };
  for (const { id, email, session } of leavers) {
    keep("users", id);
    keep("email", email);
    keep("refresh_token", session.refresh_token);
    keep("password", password);
  }
  for (const [list, id] of [...(await furnish(member)), ...(await furnishAuth(pair, leavers[0]?.bearer ?? {}))]) keep(list, id);
  return {
    hint: hintFrom(stored, pair),
    recipes,
    caller: (route, random) => (random.next() < 0.75 ? rightful(route, random) : random.pick(Object.keys(headers))),
    authorization: (caller) => headers[caller],
    learn: ({ service, path, method, caller }, { status, text }) => {
      // Exported files contain nothing useful.
      if (status >= 300 || !/^[[{]/.test(text) || (service === "finance" && !caller.startsWith("member"))) return;
      const resource =
        path
          .split(/[/?]/)
          .filter((part) => /^[a-z_]+$/.test(part))
          .at(-1) ?? "";
      const body = JSON.parse(text);
      for (const each of (Array.isArray(body) ? body : [body]).slice(0, 5)) {
        if (typeof each !== "object" || each === null) continue;
        // The caller's own tokens must not be deleted.
        if (resource !== "api_tokens" || method === "POST")
          keep(service === "auth" && !OWN_LISTS.includes(resource) ? "users" : resource, each.id);
        keep("refresh_token", each.refresh_token);
        keep("email", each.email);
      }
    },
  };
}

/** Ids of auth that are not users. */
const OWN_LISTS = ["factors", "passkeys", "sessions", "clients", "providers", "authorizations"];

/** The same at auth; disabled features are skipped. */
async function furnishAuth({ auth, admin }: Pair, bearer: Record<string, string>): Promise<[list: string, id: string][]> {
  const created: [string, string][] = [];
  const add = async (list: string, path: string, body: object, headers: Record<string, string>) => {
    const { id, client_id: clientId } = (await auth.post(path, body, headers)).body as Record<string, string>;
    const name = clientId ?? id;
    if (name) created.push([list, name]);
  };
  await add("factors", "/factors", { factor_type: "totp", friendly_name: "an app" }, bearer);
  await add("clients", "/admin/oauth/clients", { client_name: "an app", redirect_uris: ["https://app.example.com/x"] }, admin);
  const { body } = await auth.get("/sessions", bearer);
  for (const { id } of ((body as { sessions?: { id: string }[] } | null)?.sessions ?? []).slice(0, 1))
    created.push(["sessions", id]);
  return created;
}

/** A record of every kind: its list and its id. */
async function furnish(member: Member): Promise<[list: string, id: number][]> {
  const created: [string, number][] = [];
  const add = async (path: string, body: object) => {
    const reply = await member.post(path, body);
    const { id } = reply.body as { id?: number };
    if (id !== undefined) created.push([path.split("/").at(-1) as string, id]);
    return id;
  };
  const [from, to] = [await add("/accounts", { name: "one" }), await add("/accounts", { name: "two" })];
  const category = await add("/categories", { name: "a category" });
  const card = await add("/credit_cards", { name: "a card", closing_day: 5, due_day: 10 });
  const split = { installments_attributes: { periodicity: "monthly", total: 3 } };
  await add("/transactions", { description: "a row", amount_cents: -500, category_id: category, account_id: from });
  await add("/transactions", { description: "parts", amount_cents: -500, ...split });
  await add("/transactions", { description: "bought", amount_cents: -500, credit_card_id: card, date: "2026-03-03" });
  await add("/transfers", { from_account_id: from, to_account_id: to, amount_cents: 5 });
  await add("/budgets", { category_id: category, amount_cents: 5 });
  await add(`/credit_cards/${card}/invoices/314/payments`, { amount_cents: 5 });
  await add("/api_tokens", { name: "for deletion", scope: "read" });
  return created;
}

function rightful({ service, access, method, name }: FuzzRoute, random: Random): string {
  if (access === "operator") return "admin";
  if (service === "finance")
    return random.pick(["member", "member", "member", "member", "member by password", "reader", "user of finance"]);
  if (access === "admin") return "admin";
  if (access === "public") return "nobody";
  const isHarmless = method === "GET" && name !== "GET /reauthenticate";
  return isHarmless ? "user" : `leaver ${random.whole(0, LEAVERS - 1)}`;
}

const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  grant_type: ["password", "refresh_token", "pkce", "id_token", "web3", "authorization_code", "client_credentials", "x"],
  factor_type: ["totp", "phone", "webauthn", "x"],
  response_type: ["code", "token", "x"],
  redirect_uri: ["https://app.example.com/x", "https://evil.example"],
  action: ["approve", "deny", "x"],
  domain: ["company.example", "x"],
  chain: ["ethereum", "solana", "x"],
  type: ["signup", "invite", "recovery", "magiclink", "email_change", "email", "sms", "phone_change", "email_change_new"],
  provider: ["google", "github", "keycloak", "discord", "x"],
  redirect_to: ["https://app.example.com/x", "https://evil.example", "myapp://callback"],
  scope: ["global", "local", "others", "read", "write"],
  channel: ["sms", "whatsapp"],
  code_challenge_method: ["s256", "plain"],
  code_challenge: ["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
  ban_duration: ["1h", "none", "24h"],
  sort: ["created_at asc", "created_at desc"],
  page: ["1", "2"],
  per_page: ["5", "50"],
  closing_day: [1, 5, 28, 31],
  due_day: [1, 10, 31],
  periodicity: ["monthly", "weekly", "yearly", "biweekly"],
  total: [2, 3, 12, 480],
  color: ["ff0000", "00ff00"],
  icon: ["cart", "tag", null],
  card_network: ["visa", null],
  password_hash: ["$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"],
  ip: ["192.0.2.1", "::1"],
  wait: ["0"],
};

/** Names of id fields, with the list that they refer to. */
const LISTS: Readonly<Record<string, string>> = {
  ...{ account_id: "accounts", category_id: "categories", credit_card_id: "credit_cards", parent_id: "categories" },
  ...{ replacement_id: "categories", from_account_id: "accounts", to_account_id: "accounts", credit_account_id: "accounts" },
  ...{ debit_account_id: "accounts", account_from_id: "accounts", account_to_id: "accounts", payment_account_id: "accounts" },
};

function hintFrom(stored: ReadonlyMap<string, readonly string[]>, pair: Pair): Hint {
  return (name, random) => {
    const words = WORDS[name];
    if (words && random.next() < 0.9) return random.pick(words);
    if (name === "email" || name === "new_email") {
      const existing = stored.get("email") ?? [];
      return existing.length > 0 && random.next() < 0.5 ? random.pick(existing) : pair.address("fuzz");
    }
    if (name === "phone") return pair.phone();
    if (name === "password") return random.pick([...(stored.get("password") ?? []), `fuzzed-${random.text(10)}`]);
    if (name === "refresh_token") return random.pick([...(stored.get("refresh_token") ?? []), "x"]);
    if (name === "invoices/:number") return random.pick([314, random.whole(300, 330)]);
    if (name === "budgets/:year_or_id" && random.next() < 0.4) return random.whole(2024, 2028);
    if (name === "budgets/:year" || name === "year") return random.whole(2024, 2028);
    if (name === ":year/:month" || name === "month") return random.whole(1, 12);
    if (LISTS[name]) return numberFrom(stored.get(LISTS[name]), random);
    // A part of a path: `accounts/:id`.
    const list = /^([\w-]+)\/:/.exec(name)?.[1];
    return list && random.pick([...(stored.get(list) ?? []), String(random.whole(1, 50))]);
  };
}

const numberFrom = (ids: readonly string[] | undefined, random: Random) => Number(random.pick([...(ids ?? []), "1"]));
