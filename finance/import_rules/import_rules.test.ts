import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, linesOf, ofx, upload } from "../imports/testing.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { fingerprint, list, type TransactionView, wrongFields } from "../transactions/testing.ts";
import { openPattern } from "./pattern.ts";

const finance = shareTestFinance();

interface Rule {
  id: number;
  position: number;
  name: string;
  enabled: boolean;
  conditions: object;
  actions: object;
}

let members = 0;
async function newMember() {
  const member = await finance.member(`rules${++members}@example.com`);
  const make = async (path: string, body: object) => ((await member.post(path, body)).body as { id: number }).id;
  return {
    member,
    account_id: await make("/accounts", { name: "Banco" }),
    category_id: await make("/categories", { name: "Lanches" }),
    other: await make("/accounts", { name: "Poupança" }),
  };
}

async function makeRule(member: TestMember, body: object): Promise<Rule> {
  const reply = await member.post("/import_rules", { name: "regra", ...body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Rule;
}
const rulesOf = async (member: TestMember) => (await member.get("/import_rules")).body as Rule[];
const namesOf = async (member: TestMember) => (await rulesOf(member)).map(({ name, position }) => `${position} ${name}`);
const LINES = [
  { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "a1" },
  { day: "2026-01-06", cents: -5000, text: "Posto Ipê 0042", id: "a2" },
  { day: "2026-01-07", cents: -30_000, text: "APLICACAO RDB", id: "a3" },
  { day: "2026-01-08", cents: -100, text: "TARIFA PACOTE", id: "a4" },
];

test("rules are made, read, changed, moved and deleted in an order without gaps; each write is one of the feed and is undone", async () => {
  const { member, category_id } = await newMember();
  const parts = { conditions: { text_contains: "x" }, actions: { category_id } };
  const one = await makeRule(member, { name: "one", ...parts });
  await makeRule(member, { name: "two", ...parts });
  const three = await makeRule(member, { name: "three", ...parts, position: 1, enabled: false });
  assert.deepEqual([three.position, three.enabled, three.conditions, three.actions], [1, false, parts.conditions, parts.actions]);
  assert.deepEqual(await namesOf(member), ["1 three", "2 one", "3 two"]);
  const before = await rulesOf(member);
  const moved = await member.put(`/import_rules/${three.id}`, { position: 200, conditions: { kind: "pix" }, enabled: true });
  assert.deepEqual([(moved.body as Rule).position, (moved.body as Rule).conditions], [3, { kind: "pix" }]);
  assert.deepEqual((moved.body as Rule).actions, parts.actions);
  assert.deepEqual(await namesOf(member), ["1 one", "2 two", "3 three"]);
  const feed = (await member.get("/changes?since=0")).body as { changes: { entity: string; action: string; version: number }[] };
  const version = feed.changes.at(-1)?.version as number;
  assert.deepEqual(
    [...new Set(feed.changes.filter((each) => each.version === version).map(({ entity }) => entity))],
    ["import_rule"],
  );
  assert.equal((await member.post("/changes/undo", { version })).status, 200);
  assert.deepEqual(await rulesOf(member), before);
  assert.equal((await member.delete(`/import_rules/${one.id}`)).status, 200);
  assert.deepEqual(await namesOf(member), ["1 three", "2 two"]);
  assert.equal((await member.get(`/import_rules/${one.id}`)).status, 404);
  assert.equal((await member.delete(`/import_rules/${one.id}`)).status, 404);
  assert.deepEqual((await member.get(`/import_rules/${three.id}`)).body, (await rulesOf(member))[0]);
});

test("a rule that cannot be is refused field by field, a dry run writes nothing, and a key answers once", async () => {
  const { member, account_id, category_id } = await newMember();
  const stranger = await newMember();
  const good = { name: "x", conditions: { text_contains: "x" }, actions: { category_id } };
  const cases: [object, string[]][] = [
    [{}, ["name", "conditions", "actions"]],
    [{ ...good, conditions: {} }, ["conditions"]],
    [{ ...good, actions: [] }, ["actions"]],
    [{ ...good, conditions: { words: "x" } }, ["conditions.words"]],
    [{ ...good, conditions: { text_pattern: "x".repeat(101) } }, ["conditions.text_pattern"]],
    [{ ...good, conditions: { min_cents: 9, max_cents: 8 } }, ["conditions.max_cents"]],
    [{ ...good, conditions: { first_day: 9, last_day: 32 } }, ["conditions.last_day"]],
    [{ ...good, conditions: { kind: "balance" } }, ["conditions.kind"]],
    [{ ...good, conditions: { account_id: stranger.account_id } }, ["conditions.account_id"]],
    [{ ...good, conditions: { credit_card_id: account_id } }, ["conditions.credit_card_id"]],
    [{ ...good, actions: { category_id: stranger.category_id } }, ["actions.category_id"]],
    [{ ...good, actions: { transfer_account_id: stranger.other } }, ["actions.transfer_account_id"]],
    [{ ...good, actions: { transfer_account_id: account_id, ignore: true } }, ["actions.ignore"]],
    [{ ...good, position: 0 }, ["position"]],
  ];
  for (const [body, fields] of cases)
    assert.deepEqual(wrongFields(await member.post("/import_rules", body)).sort(), fields.sort(), JSON.stringify(body));
  for (const [id, named] of [
    [stranger.category_id, { actions: { category_id: stranger.category_id } }],
    [1_987_654_321, { actions: { category_id: 1_987_654_321 } }],
  ] as const) {
    const { text } = await member.post("/import_rules", { ...good, ...named });
    assert.match(text.replaceAll(String(id), "ID"), /"actions":\{"category_id":ID\}/);
  }
  assert.equal((await member.post("/import_rules?dry_run=true", good)).status, 201);
  assert.deepEqual(await rulesOf(member), []);
  const keyed = await member.post("/import_rules", good, { "idempotency-key": "a-rule" });
  const again = await member.post("/import_rules", good, { "idempotency-key": "a-rule" });
  assert.deepEqual([again.status, again.text], [201, keyed.text]);
  assert.equal((await rulesOf(member)).length, 1);
  assert.equal((await stranger.member.put(`/import_rules/${(keyed.body as Rule).id}`, { name: "y" })).status, 404);
});

test("an import obeys rules in their order: category, description and tags, what is ignored, and transfers with another account", async () => {
  const { member, account_id, category_id, other } = await newMember();
  const second = ((await member.post("/categories", { name: "Carro" })).body as { id: number }).id;
  await makeRule(member, { conditions: { sign: "expense", max_cents: 10_000 }, actions: { category_id, tags: ["pouco"] } });
  await makeRule(member, {
    conditions: { merchant_pattern: "posto*|shell*", account_id },
    actions: { category_id: second, description: "Gasolina", tags: ["carro"], stop: true },
  });
  await makeRule(member, { conditions: { text_contains: "posto" }, actions: { description: "never" } });
  await makeRule(member, { conditions: { kind: "pot" }, actions: { transfer_account_id: other } });
  await makeRule(member, { conditions: { text_equals: "tarifa pacote", first_day: 28, last_day: 8 }, actions: { ignore: true } });
  await makeRule(member, { enabled: false, conditions: { sign: "expense" }, actions: { ignore: true } });
  const preview = await upload(member, ofx(LINES), { account_id });
  assert.deepEqual(preview.counts, { new: 2, transfer: 1, ignored: 1 });
  const lines = (await linesOf(member, preview)) as unknown as {
    fill: { category_id: number; by: string; description: unknown };
  }[];
  assert.deepEqual(lines[1]?.fill, { category_id: second, by: "rule", description: "Gasolina", tags: ["pouco", "carro"] });
  const applied = await apply(member, preview);
  assert.equal(applied.made?.created, 4);
  const rows = (await list(member)) as (TransactionView & { category_id: number })[];
  const posto = rows.find(({ description }) => description === "Gasolina");
  assert.deepEqual([posto?.category_id, posto?.tags], [second, [{ name: "pouco" }, { name: "carro" }]]);
  const legs = (await member.get("/transfers?start_date=2026-01-01&end_date=2026-01-31")).body as TransactionView[];
  assert.deepEqual(legs.map(({ account_id: id, amount_cents: cents }) => [id, cents]).sort(), [
    [account_id, -30_000],
    [other, 30_000],
  ]);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
  // The other account's statement finds its side of the transfer there.
  const theirs = await upload(member, ofx([{ day: "2026-01-07", cents: 30_000, text: "APLICACAO RDB", id: "z" }]), {
    account_id: other,
  });
  assert.deepEqual(theirs.counts, { match: 1 });
  assert.equal((await member.post("/changes/undo", { version: applied.made?.version })).status, 200);
  assert.deepEqual(await list(member), []);
});

test("a rule that changes what a line becomes stops a preview of before with 409", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(LINES), { account_id });
  await makeRule(member, { conditions: { text_contains: "tarifa" }, actions: { ignore: true } });
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 409);
  assert.equal((await apply(member, preview)).made?.created, 3);
});

test("rules are tried on lines of before and write nothing; run over them they change what nobody has changed, as one write", async () => {
  const { member, account_id, category_id } = await newMember();
  await apply(member, await upload(member, ofx(LINES), { account_id }));
  const [coffee, fuel] = await list(member);
  await member.put(`/transactions/${fuel?.id}`, { description: "Viagem" });
  const { db } = finance.service.world;
  const was = await fingerprint(db, member.spaceId);
  const tried = await member.post("/import_rules/try", {
    conditions: { max_cents: 6000 },
    actions: { category_id, description: "Pouco" },
  });
  assert.equal(tried.status, 200, tried.text);
  const { examined, matched, lines } = tried.body as { examined: number; matched: number; lines: { description: string }[] };
  assert.deepEqual([examined, matched, lines.map(({ description }) => description).sort()], [4, 3, ["Pouco", "Pouco", "Viagem"]]);
  assert.deepEqual(wrongFields(await member.post("/import_rules/try", {})), ["conditions"]);
  assert.equal(await fingerprint(db, member.spaceId), was);
  const rule = await makeRule(member, {
    enabled: false,
    conditions: { max_cents: 6000 },
    actions: { category_id, description: "Pouco" },
  });
  const empty = await member.post("/import_rules/run", {});
  assert.deepEqual((empty.body as { updated: number }).updated, 0);
  const dry = await member.post("/import_rules/run?dry_run=true", { rule_id: rule.id, start_date: "2026-01-01" });
  assert.equal((dry.body as { updated: number }).updated, 3);
  assert.equal((await member.get(`/transactions/${coffee?.id}`)).text.includes("Pouco"), false);
  const before = await list(member);
  const run = await member.post("/import_rules/run", { rule_id: rule.id });
  assert.equal((run.body as { updated: number }).updated, 3, run.text);
  const rows = (await list(member)) as (TransactionView & { category_id: number })[];
  assert.deepEqual(
    rows.filter((row) => row.category_id === category_id).map(({ description }) => description),
    ["Pouco", "Viagem", "Pouco"],
  );
  await assertSumsAreRight(db, member.spaceId);
  assert.deepEqual(wrongFields(await member.post("/import_rules/run", { start_date: "2026-02-01", end_date: "2026-01-01" })), [
    "end_date",
  ]);
  const { cursor } = (await member.get("/changes")).body as { cursor: string };
  assert.equal((await member.post("/changes/undo", { version: Number(cursor) })).status, 200);
  assert.deepEqual(await list(member), before);
});

test("patterns match whole texts, and no pattern takes long", () => {
  const cases: [string, string, boolean][] = [
    ["POSTO*", "POSTO IPE 0042", true],
    ["*IPE*", "POSTO IPE 0042", true],
    ["POSTO", "POSTO IPE", false],
    ["POSTO ??? ####", "POSTO IPE 0042", true],
    ["POSTO ??? ####", "POSTO IPE 004A", false],
    ["A|B*|C", "BAR", true],
    ["A|B*|C", "CAR", false],
    ["*", "", true],
    ["", "", true],
    ["(A+)+$", "AAAA", false],
  ];
  for (const [pattern, text, expected] of cases) assert.equal(openPattern(pattern)(text), expected, `${pattern} on ${text}`);
  const hostile = openPattern("*A".repeat(50));
  const begun = process.cpuUsage();
  for (let times = 0; times < 100; times++) hostile(`${"A".repeat(250)}B`);
  assert.ok(process.cpuUsage(begun).user < 2_000_000);
});
