import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { openTestOutbox, TEST_KEYS, type TestOutbox, testConfig } from "../outbox/testing.ts";
import { claimSend, claimSendIn } from "./claim_send.ts";
import { type MailMatter, mailClaim, pauseSeconds } from "./mail_limits.ts";
import { purgeMailPauses } from "./queries.ts";

let outbox: TestOutbox;
before(async () => {
  outbox = await openTestOutbox();
});
after(() => outbox[Symbol.asyncDispose]());
beforeEach(() => outbox.db.run(sql`truncate mail_pauses, send_counters`));

const START = Date.parse("2026-01-31T12:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1000);

interface Ask {
  second?: number;
  address?: string;
  about?: MailMatter | undefined;
  variables?: Record<string, string>;
}

/** "sent", or the words and the seconds of the refusal. */
async function ask({ second = 0, address = "ana@example.com", variables = {}, ...rest }: Ask = {}): Promise<string> {
  const about = "about" in rest ? rest.about : "recovery";
  try {
    const claim = mailClaim({ serverKeys: TEST_KEYS, config: testConfig(variables), about, address, now: at(second) });
    await claimSend(outbox.db, claim);
    return "sent";
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    assert.deepEqual([error.status, error.code], [429, "over_email_send_rate_limit"]);
    return error.message === "email rate limit exceeded" ? `budget ${error.headers["retry-after"]}` : soon(error);
  }
}

function soon(error: Fault): string {
  const [, seconds] = /^For security purposes, you can only request this after (\d+) seconds\.$/.exec(error.message) ?? [];
  assert.equal(error.headers["retry-after"], seconds);
  return `wait ${seconds}`;
}

test("a second mail about the same thing waits for the pause, to the second", async () => {
  assert.equal(await ask(), "sent");
  assert.equal(await ask(), "wait 60");
  assert.equal(await ask({ second: 0.5 }), "wait 60");
  assert.equal(await ask({ second: 59.9 }), "wait 1");
  assert.equal(await ask({ second: 60 }), "sent");
  assert.equal(await ask({ second: 61 }), "wait 59");
});

test("a refused call does not make the pause longer", async () => {
  await ask();
  for (const second of [10, 20, 50]) await ask({ second });
  assert.equal(await ask({ second: 60 }), "sent");
});

test("the pause is one address's and one matter's, whatever the case of its letters", async () => {
  assert.equal(await ask(), "sent");
  assert.equal(await ask({ address: "eva@example.com" }), "sent");
  assert.equal(await ask({ about: "reauthentication" }), "sent");
  assert.equal(await ask({ about: "confirmation" }), "sent");
  assert.equal(await ask({ address: "ANA@example.com" }), "wait 60");
});

test("the pause is 900 s for confirmations and 60 s for the rest, until SMTP_MAX_FREQUENCY rules all", () => {
  const matters: MailMatter[] = ["confirmation", "recovery", "email_change", "reauthentication", "invite"];
  const pauses = (variables: Record<string, string>) => matters.map((about) => pauseSeconds(about, testConfig(variables)));
  assert.deepEqual(pauses({}), [900, 60, 60, 60, 60]);
  assert.deepEqual(pauses({ SMTP_MAX_FREQUENCY: "1m30s" }), [90, 90, 90, 90, 90]);
  assert.deepEqual(pauses({ SMTP_MAX_FREQUENCY: "0" }), [0, 0, 0, 0, 0]);
});

test("a pause of 0 is none", async () => {
  for (let i = 0; i < 3; i++) assert.equal(await ask({ variables: { SMTP_MAX_FREQUENCY: "0" } }), "sent");
});

test("what is about nothing in particular has no pause, and counts", async () => {
  const variables = { RATE_LIMIT_EMAIL_SENT: "2" };
  assert.deepEqual([await ask({ about: undefined, variables }), await ask({ about: undefined, variables })], ["sent", "sent"]);
  assert.equal(await ask({ about: undefined, variables, second: 100 }), "budget 3500");
});

test("N mails an hour leave, then none until the hour since the first is over", async () => {
  const variables = { RATE_LIMIT_EMAIL_SENT: "3" };
  for (const second of [0, 10, 20]) assert.equal(await ask({ address: `a${second}@example.com`, variables, second }), "sent");
  assert.equal(await ask({ address: "b@example.com", variables, second: 20 }), "budget 3580");
  assert.equal(await ask({ address: "b@example.com", variables, second: 3599.5 }), "budget 1");
  assert.equal(await ask({ address: "b@example.com", variables, second: 3600 }), "sent");
  assert.equal(await ask({ address: "c@example.com", variables, second: 3601 }), "sent");
});

test("N/duration is a store of N that gains one each duration, and never more than N", async () => {
  const variables = { RATE_LIMIT_EMAIL_SENT: "2/1m" };
  const answers: string[] = [];
  for (const second of [0, 0, 0, 59, 60, 61, 119, 120, 1000, 1001, 1002, 1060]) {
    answers.push(await ask({ address: `a${answers.length}@example.com`, variables, second }));
  }
  const expected = ["sent", "sent", "budget 60", "budget 1", "sent", "budget 59", "budget 1", "sent"];
  assert.deepEqual(answers, [...expected, "sent", "sent", "budget 58", "sent"]);
});

test("with a budget of 0 no mail leaves, and no pause begins", async () => {
  const none = { RATE_LIMIT_EMAIL_SENT: "0" };
  assert.equal(await ask({ variables: none }), "budget 3600");
  assert.equal(await ask({ variables: none }), "budget 3600");
  assert.equal(await ask(), "sent");
});

test("calls within the pause spend nothing of the budget, and a spent budget begins no pause", async () => {
  const variables = { RATE_LIMIT_EMAIL_SENT: "2" };
  assert.equal(await ask({ variables }), "sent");
  for (let i = 0; i < 5; i++) assert.equal(await ask({ variables }), "wait 60");
  assert.equal(await ask({ variables, address: "eva@example.com" }), "sent");
  assert.equal(await ask({ variables, address: "bob@example.com", second: 3590, about: "confirmation" }), "budget 10");
  assert.equal(await ask({ variables, address: "bob@example.com", second: 3600, about: "confirmation" }), "sent");
});

test("of 100 calls at once for one address one gets through, and spends one", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()));
  assert.equal(answers.filter((answer) => answer === "sent").length, 1);
  assert.equal(answers.filter((answer) => answer === "wait 60").length, 99);
  assert.deepEqual(await outbox.db.many(sql`select name, count from send_counters`), [{ name: "mail", count: 1 }]);
});

for (const [budget, shape] of [
  ["10", "window"],
  ["10/1h", "bucket"],
] as const) {
  test(`of 100 calls at once for 100 addresses exactly 10 get through a ${shape} of 10`, async () => {
    const variables = { RATE_LIMIT_EMAIL_SENT: budget };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask({ address: `a${i}@example.com`, variables })));
    assert.equal(answers.filter((answer) => answer === "sent").length, 10);
    assert.equal(answers.filter((answer) => answer.startsWith("budget")).length, 90);
  });
}

test("a clock that was years ahead closes neither an address nor the budget", async () => {
  const variables = { RATE_LIMIT_EMAIL_SENT: "1" };
  for (const budget of ["1", "1/1h"]) {
    await outbox.db.run(sql`truncate mail_pauses, send_counters`);
    assert.equal(await ask({ variables: { RATE_LIMIT_EMAIL_SENT: budget }, second: 100_000_000 }), "sent");
    assert.equal(await ask({ variables: { RATE_LIMIT_EMAIL_SENT: budget } }), "sent");
  }
  assert.equal(await ask({ variables, second: -5 }), "budget 3605");
});

test("a transaction that rolls back gives the claim back", async () => {
  const options = {
    serverKeys: TEST_KEYS,
    config: testConfig(),
    about: "recovery",
    address: "ana@example.com",
    now: at(0),
  } as const;
  const work = outbox.db.transaction(async (tx) => {
    await claimSendIn(tx, mailClaim(options));
    throw new Error("changed my mind");
  });
  await assert.rejects(work, /changed my mind/);
  assert.equal(await ask(), "sent");
});

test("no address is kept, and pauses that are over are removed", async () => {
  await ask();
  const { text } = await outbox.db.one<{ text: string }>(
    sql`select mail_pauses::text || encode(key, 'escape') as text from mail_pauses`,
  );
  assert.ok(!text.includes("ana@") && !text.includes("example"), text);
  assert.equal(await purgeMailPauses(outbox.db, at(0)), 0);
  assert.equal(await purgeMailPauses(outbox.db, at(1)), 1);
});
