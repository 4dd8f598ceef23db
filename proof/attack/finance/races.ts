// FR: concurrent writes of one space at two replicas.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import { notRun } from "../not_run.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { financeDatabase, insist, make, makeRow, type RecordView, read, rowsOf, spaceOf } from "./records.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Sends to one replica, and retries while it answers 503. */
function at(pair: Pair, member: Member, replica: number) {
  return (method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
    insist(() =>
      pair.finance.send(path, {
        method,
        replica,
        ...(body && { body }),
        headers: { authorization: member.authorization, ...headers },
      }),
    );
}

function statusesAre(replies: readonly Reply[], allowed: readonly number[], what: string): void {
  const others = replies
    .filter(({ status }) => !allowed.includes(status))
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`);
  assert.deepEqual(others, [], what);
}

export const races: AttackCase[] = [
  attack("FR-01", "100 changes of different fields at once: none is lost", async (pair) => {
    const member = await pair.people.member();
    const row = await makeRow(member, { amount_cents: -1, date: "2026-01-01" });
    const fields: object[] = [
      ...[{ description: "new" }, { amount_cents: 77 }, { date: "2026-01-09" }, { paid: false }, { notes: "note" }],
      { tags: ["tag"] },
    ];
    const replies = await inParallel(100, (index) =>
      at(pair, member, index)("PUT", `/transactions/${row.id}`, fields[index % fields.length]),
    );
    statusesAre(replies, [200], "PUT");
    const { description, amount_cents: cents, date, paid, notes, tags } = await read(member, `/transactions/${row.id}`);
    assert.deepEqual(
      { description, cents, date, paid, notes, tags },
      { description: "new", cents: -77, date: "2026-01-09", paid: false, notes: "note", tags: [{ name: "tag" }] },
    );
    if (pair.isForeign) return;
    const spaceId = await spaceOf(pair, member);
    const { moments } = await financeDatabase(pair).one<{ moments: number }>(sql`
      select count(distinct after->>'updated_at')::int as moments from changes
       where space_id = ${spaceId} and entity = 'transaction' and entity_id = ${row.id}`);
    assert.equal(moments, 101, "updated_at grows with each");
  }),
  attack(
    "FR-03",
    "an idempotency key is one write: in parallel, for another body, for another user, after a restart",
    async (pair) => {
      const [member, other] = [await pair.people.member(), await pair.people.member()];
      const key = { "idempotency-key": `key-${pair.random.text(12)}` };
      const body = { description: "once", amount_cents: -5, date: "2026-01-01" };
      const first = await inParallel(30, (index) => at(pair, member, index)("POST", "/transactions", body, key));
      statusesAre(first, [201], "the same key at once");
      assert.equal(new Set(first.map(({ text }) => text)).size, 1, "one answer");
      for (const changed of [{ ...body, amount_cents: -6 }, { ...body, notes: "x" }, {}])
        assert.equal((await at(pair, member, 0)("POST", "/transactions", changed, key)).status, 422);
      assert.equal((await at(pair, member, 0)("POST", "/accounts", { name: "x" }, key)).status, 422, "another path");
      const theirs = await at(pair, other, 1)("POST", "/transactions", body, key);
      assert.equal(theirs.status, 201);
      assert.notEqual(
        (theirs.body as RecordView).id,
        (first[0] as Reply & { body: RecordView }).body.id,
        "keys of users are apart",
      );
      const refused = { "idempotency-key": `refused-${pair.random.text(12)}` };
      const wrong = await inParallel(10, (index) =>
        at(pair, member, index)("POST", "/transactions", { description: "" }, refused),
      );
      statusesAre(wrong, [422], "a refusal is kept too");
      assert.equal(new Set(wrong.map(({ text }) => text)).size, 1);
      if (!pair.isForeign) {
        for (const replica of pair.inside.replicas.finance) await replica.restart();
        const again = await at(pair, member, 1)("POST", "/transactions", body, key);
        assert.deepEqual([again.status, again.text], [201, first[0]?.text], "after a restart");
      }
      for (const bad of ["", " ", "é", "x".repeat(256)])
        assert.equal((await at(pair, member, 0)("POST", "/transactions", body, { "idempotency-key": bad })).status, 400, bad);
      assert.equal((await rowsOf(member)).length, 1);
    },
  ),
  attack("FR-04", "a deleted account gets no more rows", async (pair) => {
    const member = await pair.people.member();
    const rounds = pair.options.full ? 500 : 30;
    let won = 0;
    for (let round = 0; round < rounds; round++) {
      const { id } = await make(member, "/accounts", { name: `${round}` });
      const post = (replica: number) =>
        at(pair, member, replica)("POST", "/transactions", { description: `in ${id}`, amount_cents: -5, account_id: id });
      const [first, gone, second] = await Promise.all([post(0), at(pair, member, 1)("DELETE", `/accounts/${id}`), post(1)]);
      assert.equal(gone.status, 200, gone.text);
      statusesAre([first, second], [201, 404, 422], "POST");
      won += [first, second].filter(({ status }) => status === 201).length;
    }
    const accounts = new Set((await read<RecordView[]>(member, "/accounts")).map(({ id }) => id));
    const orphans = (await rowsOf(member)).filter((row) => !accounts.has(row.account_id));
    assert.deepEqual(orphans, []);
    return `${rounds} rounds, ${won} of ${2 * rounds} rows came before the deletion and went with it`;
  }),
  attack("FR-06", "a transfer has both legs or none", async (pair) => {
    const member = await pair.people.member();
    const [from, to] = [await make(member, "/accounts", { name: "from" }), await make(member, "/accounts", { name: "to" })];
    const body = { from_account_id: from.id, to_account_id: to.id, amount_cents: 500, date: "2026-01-15" };
    const rounds = pair.options.full ? 200 : 30;
    let last = (await make(member, "/transfers", body)).id;
    for (let round = 0; round < rounds; round++) {
      // Ids can be guessed, so a deletion may arrive while the legs are created.
      const guesses = [2, 3, 4, 5].map((more) => last + more);
      const [created, ...deleted] = await Promise.all([
        at(pair, member, 0)("POST", "/transfers", body),
        ...guesses.map((id, index) => at(pair, member, index)("DELETE", index % 2 ? `/transactions/${id}` : `/transfers/${id}`)),
      ]);
      assert.equal(created.status, 201, created.text);
      statusesAre(deleted, [200, 404], "DELETE");
      const leg = created.body as RecordView;
      last = Math.max(leg.id, leg.oposite_transaction_id as number);
      const both = await Promise.all([
        at(pair, member, 0)("DELETE", `/transactions/${leg.id}`),
        at(pair, member, 1)("DELETE", `/transactions/${leg.oposite_transaction_id}`),
        at(pair, member, 1)("PUT", `/transfers/${leg.id}`, { amount_cents: 700 }),
      ]);
      statusesAre(both, [200, 404], "two at once");
    }
    const rows = await rowsOf(member);
    const ids = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const other = ids.get(row.oposite_transaction_id as number);
      assert.ok(other && other.amount_cents === -row.amount_cents && other.date === row.date, `leg ${row.id} is alone`);
    }
    return `${rounds} rounds, ${rows.length / 2} transfers are left`;
  }),
  attack("FR-07", "concurrent requests leave exactly one default", async (pair) => {
    const member = await pair.people.member();
    for (const path of ["/accounts", "/credit_cards"]) {
      const fields = path === "/accounts" ? {} : { closing_day: 5, due_day: 10 };
      const created = await inParallel(10, (index) => make(member, path, { name: `${index}`, ...fields }));
      const claims = await inParallel(50, (index) =>
        index % 5 === 0
          ? at(pair, member, index)("POST", path, { name: `new ${index}`, default: true, ...fields })
          : at(pair, member, index)("PUT", `${path}/${created[index % 10]?.id}`, { default: true }),
      );
      statusesAre(claims, [200, 201], path);
      const list = await read<(RecordView & { default: boolean })[]>(member, path);
      assert.equal(list.filter((each) => each.default).length, 1, path);
    }
  }),
  attack("FR-09", "64 writers on one account: no fault, nothing lost", async (pair) => {
    const member = await pair.people.member();
    const account = await make(member, "/accounts", { name: "hot" });
    const until = performance.now() + (pair.options.full ? 300_000 : 10_000);
    let [waits, sum] = [0, 0n];
    const created: number[] = [];
    await inParallel(64, async (worker) => {
      for (let attempt = 0; performance.now() < until; attempt++) {
        const cents = -(1 + ((worker * 31 + attempt * 7) % 997));
        const body = { description: "hot", amount_cents: cents, account_id: account.id, date: "2026-02-02", tags: ["hot"] };
        const reply = await pair.finance.send("/transactions", {
          method: "POST",
          body,
          replica: worker,
          headers: { authorization: member.authorization },
        });
        if (reply.status === 503 && reply.headers["retry-after"]) {
          waits++;
          await sleep(20);
          continue;
        }
        assert.equal(reply.status, 201, reply.text);
        sum += BigInt(cents);
        created.push((reply.body as RecordView).id);
      }
    });
    const rows = await rowsOf(member, "start_date=2026-02-01&end_date=2026-02-28");
    assert.equal(rows.length, created.length, "rows and answers of 201");
    const { balance } = await read<{ balance: number }>(
      member,
      `/balances?account_id=${account.id}&start_date=2026-02-01&end_date=2026-02-28`,
    );
    assert.equal(BigInt(balance), sum);
    return `${created.length} writes, ${waits} asked to wait`;
  }),
  attack("FR-10", "a client that disconnects and retries with its key writes once", async (pair) => {
    const member = await pair.people.member();
    const rounds = pair.options.full ? 200 : 30;
    for (let round = 0; round < rounds; round++) {
      const body = { description: `hung up ${round}`, amount_cents: -7, date: "2026-03-03" };
      const key = { "idempotency-key": `hang-up-${round}` };
      await sendAndHangUp(pair.finance.urls[round % pair.finance.urls.length] as string, member, body, key, round % 10);
      const again = await inParallel(2, (index) => at(pair, member, index)("POST", "/transactions", body, key));
      statusesAre(again, [201], "POST with the key again");
    }
    const rows = await rowsOf(member);
    const words = rows.map((row) => row.description);
    assert.deepEqual([words.length, new Set(words).size], [rounds, rounds]);
    return `${rounds} rounds`;
  }),
  attack(
    "FR-11",
    "statements that end in the middle of their rows change nobody else's answer",
    { alone: true },
    async (pair) => {
      if (pair.isForeign) notRun("it ends statements in the database");
      const [reader, writer] = [await pair.people.member(), await pair.people.member()];
      const notes = "x".repeat(2_000);
      for (let part = 0; part < 4; part++)
        await makeRow(reader, {
          ...{ description: "long", amount_cents: -480, date: "2026-01-01", notes },
          installments_attributes: { periodicity: "monthly", total: 60 },
        });
      const created: number[] = [];
      const others: string[] = [];
      let isOver = false;
      const cancelling = async () => {
        while (!isOver) {
          await financeDatabase(pair).run(sql`
          select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'active' and application_name = 'cofre finance' and query like '%from transactions%'`);
          await sleep(1);
        }
      };
      const reading = inParallel(8, async (index) => {
        while (!isOver) {
          const reply = await pair.finance.send("/transactions?start_date=2026-01-01&end_date=2030-12-31", {
            replica: index,
            headers: { authorization: reader.authorization },
          });
          if (reply.status !== 200 && reply.status !== 503) others.push(`${reply.status} ${reply.text.slice(0, 200)}`);
        }
      });
      const writing = inParallel(8, async (index) => {
        for (let n = 0; n < 40; n++) {
          const reply = await pair.finance.send("/transactions", {
            ...{ method: "POST" as const, replica: index, headers: { authorization: writer.authorization } },
            body: { description: `beside ${index} ${n}`, amount_cents: -1, date: "2026-02-02" },
          });
          if (reply.status === 201) created.push((reply.body as RecordView).id);
          else if (reply.status !== 503) others.push(`${reply.status} ${reply.text.slice(0, 200)}`);
        }
        isOver ||= index === 0;
      });
      await Promise.all([cancelling(), reading, writing]);
      assert.deepEqual(others, []);
      const ids = (await rowsOf(writer, "start_date=2026-02-01&end_date=2026-02-28")).map(({ id }) => id);
      assert.deepEqual(
        created.filter((id) => !ids.includes(id)),
        [],
        "what was answered with 201 is there",
      );
      return `${created.length} of 320 written beside`;
    },
  ),
];

/** Closes the connection some milliseconds after the request was sent, without waiting for an answer. */
async function sendAndHangUp(
  url: string,
  member: Member,
  body: object,
  headers: Record<string, string>,
  waitMs: number,
): Promise<void> {
  const { hostname, port, pathname, host } = new URL(`${url}/transactions`);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...{ host, "user-agent": "x", authorization: member.authorization, "content-type": "application/json" },
    ...{ ...headers, "content-length": String(Buffer.byteLength(text)) },
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connectTls({ host: hostname, port: Number(port || 443), rejectUnauthorized: false });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("secureConnect", resolve));
  await new Promise<void>((resolve) =>
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${text}`, () => resolve()),
  );
  await sleep(waitMs);
  socket.destroy();
}
