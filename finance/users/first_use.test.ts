import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { dayIn } from "../calendar/day.ts";
import type { AuthUser } from "../credentials/auth_link.ts";
import { usualEnd } from "../extension/how_far.ts";
import { basicHeader, shareTestFinance } from "../testing.ts";
import { profileOf } from "./first_use.ts";
import { starterCategories } from "./starter_categories.ts";

const AGENT = { "user-agent": "Tests (tests@example.com)" };
const PASSWORD = "correct horse";

const finance = shareTestFinance();

async function signUp(email: string, data: Record<string, unknown> = {}): Promise<string> {
  const reply = await finance.auth.post("/signup", { email, password: PASSWORD, data });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { user: { id: string } }).user.id;
}

const me = (email: string) => finance.call("/users/me", { headers: { ...AGENT, authorization: basicHeader(email, PASSWORD) } });

interface Space {
  users: number;
  space_id: number;
  time_zone: string;
  extended_through: string;
  accounts: { name: string; type: string; archived: boolean; is_default: boolean }[];
  categories: { name: string; color: string; kind: string; pointer: string | null; parent_id: number | null }[];
}

async function spaceOf(authUserId: string): Promise<Space> {
  return finance.service.world.db.one<Space>(sql`
    select (select count(*) from users where auth_user_id = ${authUserId}) as users, space.space_id, space.time_zone,
           space.extended_through,
           (select json_agg(json_build_object('name', name, 'type', type, 'archived', archived,
                                              'is_default', id = space.default_account_id))
              from accounts where space_id = space.space_id) as accounts,
           (select json_agg(json_build_object('name', name, 'color', color, 'kind', kind, 'parent_id', parent_id, 'pointer',
                     case id when space.default_expenses_category_id then 'default_expenses'
                             when space.default_earnings_category_id then 'default_earnings'
                             when space.transfers_category_id then 'transfers'
                             when space.payments_category_id then 'payments' end) order by id)
              from categories where space_id = space.space_id) as categories
      from users
      join spaces space on space.space_id = users.space_id
     where auth_user_id = ${authUserId}`);
}

test("the first call makes the user, a space, an account and the starter categories", async () => {
  const id = await signUp("maria.silva@example.com");
  const reply = await me("maria.silva@example.com");
  assert.equal(reply.status, 200, reply.text);
  const { id: userId, ...user } = reply.body as { id: number };
  assert.ok(Number.isInteger(userId) && userId > 0);
  assert.deepEqual(user, { name: "maria.silva", email: "maria.silva@example.com", role: "admin" });
  const { users, time_zone: timeZone, extended_through: through, accounts, categories } = await spaceOf(id);
  assert.deepEqual([users, timeZone, through], [1, "America/Sao_Paulo", "2028-01-31"]);
  assert.deepEqual(accounts, [{ name: "Conta inicial", type: "checking", archived: false, is_default: true }]);
  assert.equal(categories.length, 27);
  const expected = starterCategories("pt-BR").map((each) => ({ pointer: null, parent_id: null, ...each }));
  assert.deepEqual(categories, expected);
  const pointers = categories.filter(({ pointer }) => pointer).map(({ name, kind, pointer }) => [pointer, name, kind]);
  assert.deepEqual(pointers, [
    ["payments", "Pagamento de fatura", "none"],
    ["default_expenses", "Outros", "expenses"],
    ["default_earnings", "Outras receitas", "earnings"],
    ["transfers", "Transferências", "none"],
  ]);
  assert.equal((await me("maria.silva@example.com")).status, 200);
  assert.equal((await spaceOf(id)).categories.length, 27, "the second call makes nothing");
});

test("English names for who says so, in any of three ways", async () => {
  for (const [index, data] of [{ locale: "en" }, { language: "EN-gb" }, { lang: "en_US" }].entries()) {
    const id = await signUp(`english${index}@example.com`, { ...data, name: "  John Smith " });
    assert.equal(((await me(`english${index}@example.com`)).body as { name: string }).name, "John Smith");
    const { accounts, categories } = await spaceOf(id);
    assert.equal(accounts[0]?.name, "Main account");
    assert.deepEqual(new Set(categories.map(({ name }) => name)), new Set(starterCategories("en").map(({ name }) => name)));
  }
});

test("fifty first calls at once make one user with one space", async () => {
  const id = await signUp("many@example.com");
  const { db } = finance.service.world;
  const count = () =>
    db.one<{ spaces: number; accounts: number; categories: number }>(sql`
    select (select count(*) from spaces) as spaces, (select count(*) from accounts) as accounts,
           (select count(*) from categories) as categories`);
  const before = await count();
  const signIn = await finance.auth.post("/token?grant_type=password", { email: "many@example.com", password: PASSWORD });
  const { access_token: token } = signIn.body as { access_token: string };
  await using replica = await finance.replica();
  const ways = [basicHeader("many@example.com", PASSWORD), basicHeader("MANY@example.com", PASSWORD), `Bearer ${token}`];
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? finance : replica).call("/users/me", {
        headers: { ...AGENT, authorization: ways[index % ways.length] as string },
      }),
    ),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  const createdCount = await count();
  assert.deepEqual(
    [createdCount.spaces - before.spaces, createdCount.accounts - before.accounts, createdCount.categories - before.categories],
    [1, 1, 27],
  );
  assert.equal((await spaceOf(id)).users, 1);
});

const user = (fields: Partial<AuthUser>): AuthUser => ({
  id: "00000000-0000-4000-8000-000000000001",
  email: "ana@example.com",
  phone: "",
  isEmailConfirmed: true,
  isAnonymous: false,
  hasSecondFactor: false,
  bannedUntil: undefined,
  isDeleted: false,
  metadata: {},
  ...fields,
});

test("a name is what the user says, else the part before the @, else the phone number", () => {
  const names: [Partial<AuthUser>, string][] = [
    [{ metadata: { name: "Ana", full_name: "Ana Souza" } }, "Ana"],
    [{ metadata: { name: " ", full_name: "Ana Souza" } }, "Ana Souza"],
    [{ metadata: { name: 7, full_name: null } }, "ana"],
    [{ metadata: { name: "🐎".repeat(300) } }, "🐎".repeat(255)],
    [{ email: "", phone: "5511999990000" }, "5511999990000"],
    [{ email: '"a@b"@example.com' }, '"a@b"'],
  ];
  for (const [fields, name] of names) assert.equal(profileOf(user(fields)).name, name);
});

test("a language that is not a text, or another one, means Portuguese", () => {
  for (const metadata of [{}, { locale: 7 }, { locale: ["en"] }, { locale: "pt-BR", lang: "en" }, { lang: "fr" }]) {
    assert.equal(profileOf(user({ metadata })).locale, "pt-BR", JSON.stringify(metadata));
  }
});

test("series are extended through the month 24 months ahead, by the calendar of the space's zone", () => {
  const through = (zone: string, at: string) => usualEnd(dayIn(zone, new Date(at)));
  assert.equal(through("America/Sao_Paulo", "2026-03-01T02:59:59Z"), "2028-02-29");
  assert.equal(through("America/Sao_Paulo", "2026-03-01T03:00:00Z"), "2028-03-31");
  assert.equal(through("Asia/Tokyo", "2026-02-28T15:00:00Z"), "2028-03-31");
  assert.equal(through("UTC", "2025-02-28T12:00:00Z"), "2027-02-28");
});
