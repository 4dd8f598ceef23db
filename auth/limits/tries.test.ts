import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { openTestOutbox, type TestOutbox } from "../outbox/testing.ts";
import { addressRules } from "./address_limits.ts";
import { claimTries, type Limit, purgeTries, returnTries, successCtes, type TryRule, tryCtes } from "./queries_tries.ts";
import { times } from "./testing.ts";
import { countingFailures, requireTries, throwIfLimited, tryKey } from "./tries.ts";

let outbox: TestOutbox;
before(async () => {
  outbox = await openTestOutbox();
});
after(() => outbox[Symbol.asyncDispose]());
beforeEach(() => outbox.db.run(sql`truncate tries`));

const START = Date.parse("2026-01-31T12:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1000);
const KEYS = { address: createSecretKey(Buffer.alloc(32)) };
const SECOND = 1_000_000;

function rule(limit: Limit, name = "a", rest: Partial<TryRule> = {}): TryRule {
  return { key: tryKey(KEYS, "test", name), limit, ...rest };
}

const bucket = (events: number, seconds: number): Limit => ({ shape: "bucket", events, spanMicroseconds: seconds * SECOND });
const window = (events: number, seconds: number): Limit => ({ shape: "window", events, spanMicroseconds: seconds * SECOND });

/** "ok", or the seconds to wait. */
async function ask(rules: TryRule | TryRule[], second = 0): Promise<string | number> {
  try {
    await requireTries(outbox.db, [rules].flat(), at(second));
    return "ok";
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    assert.deepEqual([error.status, error.code, error.message], [429, "over_request_rate_limit", "Request rate limit reached"]);
    return Number(error.headers["retry-after"]);
  }
}

async function asks(rules: TryRule | TryRule[], seconds: number[]): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (const second of seconds) answers.push(await ask(rules, second));
  return answers;
}

test("a store of 3 that gains one each 10 s", async () => {
  const answers = await asks(rule(bucket(3, 10)), [0, 0, 0, 0, 1, 9.5, 10, 10, 25, 25, 30, 100, 100, 100, 100]);
  assert.deepEqual(answers, ["ok", "ok", "ok", 10, 9, 1, "ok", 10, "ok", 5, "ok", "ok", "ok", "ok", 10]);
});

test("a run of 3 ends with a pause of 10 s after the last that counted, so that any 10 s hold at most 3", async () => {
  const answers = await asks(rule(window(3, 10)), [0, 9, 18, 18, 20, 27.5, 28, 28, 28, 28, 38]);
  assert.deepEqual(answers, ["ok", "ok", "ok", 10, 8, 1, "ok", "ok", "ok", 10, "ok"]);
});

test("what is refused costs nothing of the other limits, nor of its own", async () => {
  const tight = rule(bucket(1, 60), "tight");
  const wide = rule(bucket(5, 60), "wide");
  assert.deepEqual(await asks([wide, tight], [0, 0, 0, 0, 30]), ["ok", 60, 60, 60, 30]);
  assert.deepEqual(await asks(wide, [30, 30, 30, 30, 30]), ["ok", "ok", "ok", "ok", 30]);
});

test("a limit that is only looked at refuses without being used", async () => {
  const observed = rule(bucket(2, 60), "seen", { isOnlySeen: true });
  const counted = rule(bucket(9, 60), "counted");
  assert.deepEqual(await asks([observed, counted], [0, 0, 0]), ["ok", "ok", "ok"]);
  assert.deepEqual(await asks(rule(bucket(2, 60), "seen"), [0, 0]), ["ok", "ok"]);
  assert.deepEqual(await asks([observed, counted], [0]), [60]);
  assert.deepEqual(await asks([observed], [0, 60]), [60, "ok"]);
});

for (const [shape, limit] of [
  ["bucket", bucket(10, 30)],
  ["window", window(10, 300)],
] as const) {
  test(`of 100 at once exactly 10 get through a ${shape} of 10`, async () => {
    const others = times(100, (index) => ask([rule(bucket(3, 30), `own ${index}`), rule(limit)]));
    assert.equal((await others).filter((answer) => answer === "ok").length, 10);
  });
}

test("of 100 at once under three limits as many get through as the tightest lets, and nobody waits in a circle", async () => {
  const rules = [rule(window(7, 300), "x"), rule(bucket(50, 10), "y"), rule(bucket(90, 10), "z")];
  const work = await times(100, async () => {
    const { refused_by: place } = await claimTries(outbox.db, rules, at(0));
    if (place === null) await returnTries(outbox.db, rules);
    return place;
  });
  assert.ok(work.filter((place) => place === null).length >= 7);
  // All came back, so that everything is free again.
  assert.deepEqual(await asks(rules, Array<number>(8).fill(0)), [...Array<string>(7).fill("ok"), 300]);
});

test("what is given back can be used again, and never more than was there", async () => {
  for (const limit of [bucket(2, 60), window(2, 60)]) {
    const one = rule(limit, limit.shape);
    assert.deepEqual(await asks(one, [0, 0, 0]), ["ok", "ok", 60]);
    await returnTries(outbox.db, [one]);
    assert.deepEqual(await asks(one, [0, 0]), ["ok", 60]);
    for (let times = 0; times < 5; times++) await returnTries(outbox.db, [one]);
    assert.deepEqual(await asks(one, [0, 0, 0]), ["ok", "ok", 60]);
  }
});

test("a success forgets what was counted in a row, and gives back its own try elsewhere; no success does neither", async () => {
  const series = rule(window(3, 60), "series", { endsWithSuccess: true });
  const client = rule(bucket(3, 60), "client");
  const rules = [series, client];
  const end = (isSuccess: boolean) => outbox.db.one(sql`with ${successCtes(rules, sql`${isSuccess}::bool`)} select 1 as done`);
  await asks(rules, [0, 0, 0]);
  await end(false);
  assert.equal(await ask(rules), 60);
  await end(true);
  assert.deepEqual(await asks(rules, [0, 0]), ["ok", 60]);
  assert.deepEqual(await asks(series, [0, 0, 0]), ["ok", "ok", 60]);
});

test("the claim decides over another part of its statement", async () => {
  const one = [rule(bucket(1, 60))];
  const find = () =>
    outbox.db.one<{ refused_by: number | null; refused_seconds: number | null; found: number | null }>(sql`
      with ${tryCtes(one, at(0))}
      select trial.*, found from trial left join (select 7 as found) as others on refused_by is null`);
  assert.deepEqual(await find(), { refused_by: null, refused_seconds: null, found: 7 });
  assert.deepEqual(await find(), { refused_by: 0, refused_seconds: 60, found: null });
});

test("a clock that was years ahead closes nothing", async () => {
  for (const limit of [bucket(1, 60), window(1, 60)]) {
    const one = rule(limit, limit.shape);
    assert.equal(await ask(one, 100_000_000), "ok");
    assert.deepEqual(await asks(one, [0, 0]), ["ok", 60]);
  }
});

test("every number of events that a limit may have is exact", async () => {
  const others = {
    rateLimitAnonymousUsers: 0,
    mfaRateLimitChallengeAndVerify: 0,
    rateLimitPasskey: 0,
    rateLimitOauthRegister: 0,
    rateLimitSso: 0,
    samlRateLimitAssertion: 0,
    rateLimitWeb3: 0,
  };
  const rates = { rateLimitTokenRefresh: 0, rateLimitVerify: 0, rateLimitOtp: 0, ...others };
  const config = { ...rates, upstreamAnswers: false, rateLimitHeader: undefined };
  for (const events of [1, 2, 3, 7, 11, 29, 31]) {
    const rules = addressRules(
      { config: { ...config, rateLimitVerify: events }, serverKeys: KEYS },
      "verify",
      `192.0.2.${events}`,
    );
    const answers = await asks(rules, Array<number>(events + 1).fill(0));
    assert.deepEqual(answers.slice(0, events), Array<string>(events).fill("ok"), String(events));
    assert.equal(answers[events], Math.ceil(300 / events));
    assert.equal(await ask(rules, 300), "ok");
  }
  const huge = addressRules({ config: { ...config, rateLimitVerify: 1_000_000_000 }, serverKeys: KEYS }, "verify", "192.0.2.200");
  assert.deepEqual(await asks(huge, [0, 0, 100_000_000, -5]), ["ok", "ok", "ok", "ok"]);
  assert.deepEqual(addressRules({ config, serverKeys: KEYS }, "verify", "192.0.2.1"), []);
});

test("failures are counted after the work, and successes, other limits and bugs are not", async () => {
  const rules = [rule(bucket(2, 60))];
  const counted = (work: () => Promise<string>) => countingFailures({ db: outbox.db, rules, now: at(0) }, work);
  const refuse = (status: number) => () => Promise.reject(new Fault([status, "code", "message"]));
  for (let times = 0; times < 5; times++) {
    assert.equal(await counted(async () => "good"), "good");
    await assert.rejects(counted(refuse(429)), /message/);
    await assert.rejects(
      counted(() => Promise.reject(new Error("a bug"))),
      /a bug/,
    );
  }
  await assert.rejects(counted(refuse(400)), /message/);
  await assert.rejects(counted(refuse(503)), /message/);
  await assert.rejects(counted(refuse(400)), /Request rate limit reached/);
  assert.equal(await counted(async () => "still good"), "still good");
});

test("whoever is overtaken in the same moment is told to wait for a step, and never 0", () => {
  const wait = (limit: Limit, seconds: number | null) => {
    try {
      throwIfLimited([rule(limit)], { refused_by: 0, refused_seconds: seconds });
    } catch (error) {
      return (error as Fault).headers["retry-after"];
    }
    return undefined;
  };
  assert.equal(wait(bucket(10, 30), null), "30");
  assert.equal(wait(bucket(10, 30), -5), "30");
  assert.equal(wait(bucket(1000, 0.3), 0), "1");
  assert.equal(wait(window(10, 300), 12), "12");
});

test("neither addresses nor accounts are kept, and what is over is removed", async () => {
  await ask(rule(bucket(1, 60), "ana@example.com"));
  const { text } = await outbox.db.one<{ text: string }>(sql`select tries::text || encode(key, 'escape') as text from tries`);
  assert.ok(!text.includes("ana") && !text.includes("example"), text);
  assert.equal(await purgeTries(outbox.db, at(60)), 0);
  assert.equal(await purgeTries(outbox.db, at(61)), 1);
});
