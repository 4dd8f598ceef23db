// Checks after the cases of a pair: no leaked secrets, no request to the trap, no crashed process, no unexpected 5xx.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { AttackCase } from "./attack_case.ts";
import { attack } from "./attack_case.ts";
import type { Inside, Pair } from "./pair.ts";
import { findSecrets, type Secret } from "./secrets.ts";
import { CODE_DIGITS } from "./settings.ts";
import { codeIn, linkIn } from "./sinks.ts";

/** Run at the end of every pair. */
export const afterwards: AttackCase[] = [
  attack("V39", "no secret leaks", async (pair) => {
    const { inside } = pair;
    const sentSecrets = secretsSent(inside);
    const secrets = [...pair.secrets.all, ...sentSecrets, ...providerSecrets(inside)];
    const notMailed = secrets.filter(({ kind }) => kind !== "link token" && kind !== "code");
    const database = await everythingIn(inside);
    const texts: [where: string, text: string, secrets: readonly Secret[]][] = [
      ["log", inside.logs(), secrets],
      ["database", database, secrets],
      ["mails", inside.sinks.smtp.messages.map(({ raw, parts }) => raw + parts.map(({ text }) => text).join()).join(), notMailed],
      ["text messages", inside.sinks.sms.received.map(({ text }) => text).join("\n"), notMailed],
      // Only an operator may get a link in an answer.
      ["answers", repliesOf(pair), sentSecrets],
    ];
    assert.ok(database.length > 1_000 && inside.logs().length > 1_000, "the search could not see what it searches");
    for (const [where, text, looked] of texts) {
      const [match] = findSecrets(text, looked);
      assert.ok(
        !match,
        `a ${match?.secret.kind} (${match?.secret.text.slice(0, 12)}…) is in the ${where}, after: ${match?.before}`,
      );
    }
    const size = texts.reduce((sum, [, text]) => sum + text.length, 0);
    return `${secrets.length} secrets, ${(size / 1e6).toFixed(1)} MB searched`;
  }),
  attack("V36", "no crash, no 500, no request to the trap", async (pair) => {
    const { replicas, logs, sinks } = pair.inside;
    const ended = [...replicas.auth, ...replicas.finance].filter(({ exits }) => exits > 0);
    assert.equal(ended.length, 0, "processes ended by themselves");
    const faults = [pair.auth, pair.finance].map(({ statuses }) => statuses.get(500) ?? 0);
    assert.deepEqual(faults, [0, 0], "answers of 500, by auth and by finance");
    const fatal = logs()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes('"level":"fatal"'));
    assert.deepEqual(fatal, [], "fatal lines");
    assert.deepEqual(
      sinks.trap.requests.map(({ method, path }) => `${method} ${path}`),
      [],
      "calls that somebody was led to make",
    );
    const calls = [pair.auth, pair.finance]
      .flatMap(({ statuses }) => [...statuses.values()])
      .reduce((sum, each) => sum + each, 0);
    return `${calls} calls`;
  }),
];

/** Links and codes from mails and text messages. */
function secretsSent({ sinks }: Inside): Secret[] {
  const results: Secret[] = [];
  for (const mail of sinks.smtp.messages) {
    const text = mail.parts.map((part) => part.text).join("\n");
    const code = codeIn(text, CODE_DIGITS);
    if (code) results.push({ kind: "code", text: code });
    if (/token=/.test(text)) results.push({ kind: "link token", text: linkIn(mail).token });
  }
  for (const { text } of sinks.sms.received) {
    const code = codeIn(text, CODE_DIGITS);
    if (code) results.push({ kind: "code", text: code });
  }
  return results;
}

function providerSecrets({ sinks }: Inside): Secret[] {
  const texts = [...sinks.oauth.secrets, ...sinks.oidc.secrets, "canary-secret-of-the-captcha-service"];
  return texts.map((text) => ({ kind: "provider secret", text }));
}

function repliesOf({ auth, finance }: Pair): string {
  const replies = [...auth.replies, ...finance.replies].filter(({ call }) => call !== "POST /admin/generate_link");
  return replies.map(({ text }) => text).join("\n");
}

/** Every row of every table as text, bytes in hexadecimal. */
async function everythingIn({ db }: Inside): Promise<string> {
  const tables = await db.transaction(async (tx) => {
    // Some cases fill tables.
    await tx.run(sql`set local statement_timeout = 0`);
    return tx.many<{ text: string }>(sql`
      select coalesce(query_to_xml(format('select t::text as row from %I.%I t', table_schema, table_name), false, true, '')::text, '') as text
        from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  });
  return tables.map(({ text }) => text).join("\n");
}
