import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { basicHeader, clientWith, shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { create, fingerprint, wrongFields } from "../transactions/testing.ts";
import { accountOf, act, createGoal, goalOf, reserve } from "./testing.ts";

const finance = shareTestFinance();
afterEach(() => finance.clock.set("2026-01-31T12:00:00Z"));

let members = 0;
interface Owner extends TestMember {
  account: number;
  savings: number;
}

/** With 1.000,00 on each of two accounts. */
async function someone(): Promise<Owner> {
  const member = await finance.member(`goals${++members}@example.com`);
  const account = async (name: string) =>
    ((await member.post("/accounts", { name, opening_balance_cents: 100_000 })).body as { id: number }).id;
  return { ...member, account: await account("Conta"), savings: await account("Poupança") };
}

const buy = (client: TestClient, account_id: number, cents: number) =>
  create(client, { description: "Passagem", amount_cents: -cents, account_id, date: "2026-01-31" });
const undo = async (client: TestClient, requestId: string | string[] | undefined) =>
  (await client.post("/changes/undo", { request_id: requestId })).body as { undone: number; kept: { reason: string }[] };

test("POST /goals makes a goal, GET shows it, PUT changes it, DELETE takes it away", async () => {
  const ana = await someone();
  const goal = await createGoal(ana, { target_date: "2026-05-31", icon: "plane" });
  assert.deepEqual(
    [goal.status, goal.monthly_cents, goal.months_left, goal.started_on, goal.icon],
    ["on_track", 20_000, 5, "2026-01-31", "plane"],
  );
  const { body } = await ana.put(`/goals/${goal.id}`, { target_date: null, name: "Férias", refills: true });
  const { status, monthly_cents, name, refills } = body as typeof goal;
  assert.deepEqual([status, monthly_cents, name, refills], ["no_date", null, "Férias", true]);
  assert.equal(((await ana.get("/goals")).body as object[]).length, 1);
  assert.equal((await ana.delete(`/goals/${goal.id}`)).status, 200);
  assert.equal((await ana.get(`/goals/${goal.id}`)).status, 404);
});

const WRONG: [body: object, fields: string[]][] = [
  [{ name: "" }, ["name"]],
  [{ name: undefined, target_cents: undefined }, ["name", "target_cents"]],
  [{ target_cents: 0 }, ["target_cents"]],
  [{ target_cents: 1_000_000_000_000 }, ["target_cents"]],
  [{ target_cents: "100" }, ["target_cents"]],
  [{ target_cents: 10.5 }, ["target_cents"]],
  [{ target_date: "2026-02-30" }, ["target_date"]],
  [{ icon: "rocket" }, ["icon"]],
  [{ refills: "perhaps" }, ["refills"]],
  [{ state: "done" }, ["state"]],
];

test("POST and PUT /goals refuse what is wrong by its field, and change nothing", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  const before = await fingerprint(finance.service.world.db, ana.spaceId);
  for (const [body, fields] of WRONG) {
    assert.deepEqual(wrongFields(await ana.post("/goals", { name: "x", target_cents: 1, ...body })), fields);
    if (!Object.values(body).includes(undefined)) assert.deepEqual(wrongFields(await ana.put(`/goals/${id}`, body)), fields);
  }
  assert.equal((await ana.put(`/goals/${id}`, { name: "y", expected: { name: "another" } })).status, 409);
  assert.equal(await fingerprint(finance.service.world.db, ana.spaceId), before);
});

test("POST /goals/:id/reserve lowers what is available, not the balance; release gives it back", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana, { target_date: "2026-05-31" });
  const reserved = await reserve(ana, id, { amount_cents: 12_345, account_id: ana.savings });
  assert.deepEqual(reserved.account, {
    account_id: ana.savings,
    balance_cents: 100_000,
    reserved_cents: 12_345,
    available_cents: 87_655,
  });
  assert.deepEqual(
    [reserved.reserved_cents, reserved.month_reserved_cents, reserved.month_missing_cents],
    [12_345, 12_345, 7_655],
  );
  const account = await accountOf(ana, ana.savings);
  assert.deepEqual([account.balance_cents, account.reserved_cents, account.available_cents], [100_000, 12_345, 87_655]);
  const released = await act(ana, id, "release", { amount_cents: 2_345 });
  assert.deepEqual([released.reserved_cents, released.earmarks], [10_000, [{ account_id: ana.savings, reserved_cents: 10_000 }]]);
  const list = (await ana.get("/accounts")).body as { id: number; reserved_cents: number }[];
  assert.equal(list.find((each) => each.id === ana.savings)?.reserved_cents, 10_000);
});

test("POST /goals/:id/reserve of more than is on the account warns, and does it", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  assert.deepEqual((await reserve(ana, id, { amount_cents: 100_000, account_id: ana.account })).warnings, []);
  const { warnings, account } = await reserve(ana, id, { amount_cents: 1, account_id: ana.account });
  assert.deepEqual([warnings, account.available_cents], [["over_balance"], -1]);
});

test("acts refuse what is wrong by its field, and change nothing", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  const archivedGoal = await createGoal(ana, { state: "archived" });
  await reserve(ana, id, { amount_cents: 500, account_id: ana.account });
  await ana.put(`/accounts/${ana.savings}/archive`);
  const income = await create(ana, { description: "x", amount_cents: 5, account_id: ana.account });
  const leg = (await ana.post("/transfers", { from_account_id: ana.account, to_account_id: ana.savings, amount_cents: 1 })).body;
  const purchase = await buy(ana, ana.account, 300);
  await act(ana, id, "spend", { transaction_id: purchase.id });
  const other = await buy(ana, ana.account, 10_000);
  const before = await fingerprint(finance.service.world.db, ana.spaceId);
  const refusals: [act: string, body: object, fields: string[]][] = [
    ["reserve", {}, ["amount_cents"]],
    ["reserve", { amount_cents: 0 }, ["amount_cents"]],
    ["reserve", { amount_cents: -5 }, ["amount_cents"]],
    ["reserve", { amount_cents: "5" }, ["amount_cents"]],
    ["reserve", { amount_cents: 999_999_999_999 }, ["amount_cents"]],
    ["reserve", { amount_cents: 1, account_id: 2_000_000_000 }, ["account_id"]],
    ["reserve", { amount_cents: 1, account_id: ana.savings }, ["account_id"]],
    ["release", { amount_cents: 201 }, ["amount_cents"]],
    ["release", { amount_cents: 1, account_id: ana.savings }, ["amount_cents"]],
    ["move", { amount_cents: 1, from_account_id: ana.account, to_account_id: ana.account }, ["to_account_id"]],
    ["move", { amount_cents: 201, from_account_id: ana.account, to_account_id: ana.savings }, ["to_account_id", "amount_cents"]],
    ["move", { amount_cents: 1 }, ["from_account_id", "to_account_id"]],
    ["spend", {}, ["transaction_id"]],
    ["spend", { transaction_id: income.id }, ["transaction_id"]],
    ["spend", { transaction_id: (leg as { id: number }).id }, ["transaction_id"]],
    ["spend", { transaction_id: purchase.id }, ["transaction_id"]],
    ["spend", { transaction_id: other.id, amount_cents: 201 }, ["amount_cents"]],
    ["spend", { transaction_id: other.id, account_id: ana.savings }, ["account_id"]],
  ];
  for (const [name, body, fields] of refusals)
    assert.deepEqual(wrongFields(await ana.post(`/goals/${id}/${name}`, body)), fields, `${name} ${JSON.stringify(body)}`);
  assert.deepEqual(wrongFields(await ana.post(`/goals/${archivedGoal.id}/reserve`, { amount_cents: 1 })), ["base"]);
  assert.deepEqual(wrongFields(await ana.delete(`/goals/${id}/spend`, { transaction_id: other.id })), ["transaction_id"]);
  assert.equal((await ana.post("/goals/2000000000/reserve", { amount_cents: 1 })).status, 404);
  assert.equal(await fingerprint(finance.service.world.db, ana.spaceId), before);
});

test("POST /goals/:id/move brings an earmark to another account; a transfer brings none", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 5_000, account_id: ana.account });
  await ana.post("/transfers", { from_account_id: ana.account, to_account_id: ana.savings, amount_cents: 5_000 });
  assert.deepEqual(
    [(await accountOf(ana, ana.account)).reserved_cents, (await accountOf(ana, ana.savings)).reserved_cents],
    [5_000, 0],
  );
  const body = { amount_cents: 4_000, from_account_id: ana.account, to_account_id: ana.savings };
  const moved = await act(ana, id, "move", body);
  assert.deepEqual(moved.account, {
    account_id: ana.savings,
    balance_cents: 105_000,
    reserved_cents: 4_000,
    available_cents: 101_000,
  });
  assert.deepEqual(
    [moved.reserved_cents, moved.month_reserved_cents, (await accountOf(ana, ana.account)).reserved_cents],
    [5_000, 5_000, 1_000],
  );
});

test("POST /goals/:id/spend: a purchase takes at most its own amount and what is reserved; deleted it gives it back", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 30_000, account_id: ana.account });
  const purchase = await buy(ana, ana.account, 20_000);
  const spent = await act(ana, id, "spend", { transaction_id: purchase.id });
  assert.deepEqual([spent.reserved_cents, spent.spent_cents, spent.saved_cents], [10_000, 20_000, 30_000]);
  const figures = async () => {
    const { reserved_cents, spent_cents } = await goalOf(ana, id);
    return [reserved_cents, spent_cents];
  };
  await ana.put(`/transactions/${purchase.id}`, { amount_cents: -15_000 });
  assert.deepEqual(await figures(), [15_000, 15_000]);
  await ana.put(`/transactions/${purchase.id}`, { amount_cents: -50_000 });
  assert.deepEqual(await figures(), [10_000, 20_000]);
  const dearer = await buy(ana, ana.account, 99_900);
  const second = await act(ana, id, "spend", { transaction_id: dearer.id });
  assert.deepEqual([second.reserved_cents, second.spent_cents], [0, 30_000]);
  const deletion = await ana.delete(`/transactions/${purchase.id}`);
  assert.deepEqual(await figures(), [20_000, 10_000]);
  await undo(ana, deletion.headers["x-request-id"]);
  assert.deepEqual(await figures(), [0, 30_000]);
  const reply = await ana.delete(`/goals/${id}/spend`, { transaction_id: dearer.id });
  const { reserved_cents, spent_cents } = reply.body as { reserved_cents: number; spent_cents: number };
  assert.deepEqual([reserved_cents, spent_cents, await figures()], [10_000, 20_000, [10_000, 20_000]]);
  await assertSumsAreRight(finance.service.world.db, ana.spaceId);
});

test("an earmark is never negative: a purchase that comes back after its money was released takes what is there", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 10_000, account_id: ana.account });
  const purchase = await buy(ana, ana.account, 10_000);
  await act(ana, id, "spend", { transaction_id: purchase.id });
  const deletion = await ana.delete(`/transactions/${purchase.id}`);
  await act(ana, id, "release", { amount_cents: 10_000 });
  await undo(ana, deletion.headers["x-request-id"]);
  assert.equal((await goalOf(ana, id)).reserved_cents, 0);
  assert.equal((await reserve(ana, id, { amount_cents: 5_000, account_id: ana.account })).reserved_cents, 5_000);
});

test("a purchase on a card uses the account with the most of the goal", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 1_000, account_id: ana.account });
  await reserve(ana, id, { amount_cents: 9_000, account_id: ana.savings });
  const card = (await ana.post("/credit_cards", { name: "c", closing_day: 5, due_day: 10 })).body as { id: number };
  const purchase = await create(ana, { description: "x", amount_cents: -2_500, credit_card_id: card.id });
  const { account, earmarks } = await act(ana, id, "spend", { transaction_id: purchase.id });
  assert.deepEqual([account.account_id, account.reserved_cents], [ana.savings, 6_500]);
  assert.deepEqual(
    earmarks.map((each) => each.reserved_cents),
    [1_000, 6_500],
  );
});

test("acts can be undone, tried and repeated with a key", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  const tried = await ana.post(`/goals/${id}/reserve?dry_run=true`, { amount_cents: 700 });
  assert.deepEqual([tried.headers["cofre-dry-run"], (tried.body as { reserved_cents: number }).reserved_cents], ["true", 700]);
  assert.equal((await goalOf(ana, id)).reserved_cents, 0);
  const key = { "idempotency-key": "once" };
  const first = await ana.post(`/goals/${id}/reserve`, { amount_cents: 700 }, key);
  const again = await ana.post(`/goals/${id}/reserve`, { amount_cents: 700 }, key);
  assert.deepEqual(again.body, first.body);
  assert.equal((await goalOf(ana, id)).reserved_cents, 700);
  assert.equal((await undo(ana, first.headers["x-request-id"])).undone, 1);
  assert.equal((await goalOf(ana, id)).reserved_cents, 0);
});

test("a deleted goal frees its earmarks and keeps its purchases; undone, all is as it was; a goal with moves is not undone", async () => {
  const ana = await someone();
  const created = await ana.post("/goals", { name: "x", target_cents: 5_000 });
  const { id } = created.body as { id: number };
  await reserve(ana, id, { amount_cents: 3_000, account_id: ana.account });
  const purchase = await buy(ana, ana.account, 1_000);
  await act(ana, id, "spend", { transaction_id: purchase.id });
  assert.deepEqual(
    (await undo(ana, created.headers["x-request-id"])).kept.map(({ reason }) => reason),
    ["needed"],
  );
  const before = await goalOf(ana, id);
  const deletion = await ana.delete(`/goals/${id}`);
  assert.equal((await accountOf(ana, ana.account)).reserved_cents, 0);
  assert.equal((await ana.get(`/transactions/${purchase.id}`)).status, 200);
  await undo(ana, deletion.headers["x-request-id"]);
  assert.deepEqual(await goalOf(ana, id), before);
});

test("an archived goal reserves nothing; opened again it does", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 3_000, account_id: ana.account });
  const archived = (await ana.put(`/goals/${id}`, { state: "archived" })).body as { status: string; reserved_cents: number };
  assert.deepEqual(
    [archived.status, archived.reserved_cents, (await accountOf(ana, ana.account)).reserved_cents],
    ["archived", 0, 0],
  );
  await ana.put(`/goals/${id}`, { state: "active" });
  assert.equal((await accountOf(ana, ana.account)).reserved_cents, 3_000);
});

test("DELETE /accounts/:id takes what goals had on it; undone, they have it again", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 3_000, account_id: ana.savings });
  await reserve(ana, id, { amount_cents: 1_000, account_id: ana.account });
  const deletion = await ana.delete(`/accounts/${ana.savings}`);
  assert.equal((await goalOf(ana, id)).reserved_cents, 1_000);
  await undo(ana, deletion.headers["x-request-id"]);
  assert.equal((await goalOf(ana, id)).reserved_cents, 4_000);
});

test("many reserve and release at once: nothing is lost, and nothing is taken twice", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  await Promise.all(Array.from({ length: 20 }, () => reserve(ana, id, { amount_cents: 100, account_id: ana.account })));
  const releases = await Promise.all(
    Array.from({ length: 30 }, () => ana.post(`/goals/${id}/release`, { amount_cents: 100, account_id: ana.account })),
  );
  assert.deepEqual([releases.filter(({ status }) => status === 200).length, (await goalOf(ana, id)).reserved_cents], [20, 0]);
});

test("a token for reading goals changes none, and a token for goals opens nothing else", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana);
  const tokenWith = async (body: object) => {
    const { token } = (await ana.post("/api_tokens", { name: "t", ...body })).body as { token: string };
    return clientWith(finance.call, basicHeader(ana.email, token));
  };
  const reader = await tokenWith({ scopes: ["goals:read"] });
  assert.equal((await reader.get(`/goals/${id}`)).status, 200);
  assert.equal((await reader.get("/accounts")).status, 403);
  assert.equal((await reader.post(`/goals/${id}/reserve`, { amount_cents: 1 })).status, 403);
  const writer = await tokenWith({ scopes: ["goals:read", "goals:write"] });
  assert.equal((await writer.post(`/goals/${id}/reserve`, { amount_cents: 1 })).status, 200);
});

test("the feed tells of goals and moves as they are", async () => {
  const ana = await someone();
  const { cursor } = (await ana.get("/changes")).body as { cursor: string };
  const { id } = await createGoal(ana);
  await reserve(ana, id, { amount_cents: 3_000, account_id: ana.account });
  const { changes } = (await ana.get(`/changes?since=${cursor}`)).body as {
    changes: { entity: string; action: string; record: Record<string, unknown> | null }[];
  };
  assert.deepEqual(
    changes.map(({ entity, action, record }) => [entity, action, record?.amount_cents ?? record?.name]),
    [
      ["goal", "create", "Viagem"],
      ["goal_move", "create", 3_000],
    ],
  );
});

test("an export with goals is restored, without moves of purchases that are gone", async () => {
  const ana = await someone();
  const { id } = await createGoal(ana, { target_date: "2027-01-31", icon: "gift" });
  await reserve(ana, id, { amount_cents: 50_000, account_id: ana.account });
  const [kept, gone] = [await buy(ana, ana.account, 2_000), await buy(ana, ana.account, 3_000)];
  for (const { id: transaction_id } of [kept, gone]) await act(ana, id, "spend", { transaction_id });
  await ana.delete(`/transactions/${gone.id}`);
  const before = await goalOf(ana, id);
  const file = (await ana.get("/exports?format=json")).text;
  const bruno = await finance.member(`goals${++members}@example.com`);
  const restored = await bruno.post("/exports/restore", JSON.parse(file));
  assert.equal(restored.status, 201, restored.text);
  const [goal] = (await bruno.get("/goals")).body as { id: number; reserved_cents: number; spent_cents: number; icon: string }[];
  assert.deepEqual([goal?.reserved_cents, goal?.spent_cents, goal?.icon], [before.reserved_cents, before.spent_cents, "gift"]);
  assert.equal((await goalOf(bruno, goal?.id as number)).moves.length, 2);
  assert.equal((await reserve(bruno, goal?.id as number, { amount_cents: 1 })).reserved_cents, before.reserved_cents + 1);
});
