// FB: authentication at finance.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectAlike, inParallel } from "../expectations.ts";
import { basicHeader, type User } from "../people.ts";
import { sendBytes, statusesIn } from "../raw_bytes.ts";
import { assertSameTime } from "../timing.ts";
import { financeDatabase } from "./records.ts";

const as = (email: string, secret: string) => ({ authorization: basicHeader(email, secret) });

/** Password attempts for one account from one address before the limit applies. */
const TRIES_EACH = 9;
const MOST_TRIES = 10;

export const entry: AttackCase[] = [
  attack("FB-01", "all rejected callers get the same answer in the same time", async (pair) => {
    const pairs = pair.options.full ? 2_000 : 100;
    const existing = await inParallel(Math.ceil((2 * pairs + 20) / TRIES_EACH) + 1, () => pair.people.user());
    const unknown = existing.map(() => pair.address());
    const [first] = existing as [User];
    const nobody = await pair.finance.get("/accounts");
    expectUnauthorized(nobody);
    const strangers = [
      as(first.email, "a wrong password"),
      as(unknown[0] as string, "a wrong password"),
      as("", ""),
      as("x", ""),
    ];
    for (const headers of [
      ...strangers,
      { authorization: "Basic" },
      { authorization: "Basic !!!" },
      { authorization: "Bearer x" },
    ])
      expectAlike(await pair.finance.get("/accounts", headers), nobody, JSON.stringify(headers));
    const tryOne = (email: string, attempt: number) => pair.finance.get("/accounts", as(email, `wrong ${attempt}`));
    const which = (attempt: number) => 1 + (Math.floor(attempt / TRIES_EACH) % (existing.length - 1));
    return assertSameTime({
      pairs,
      random: pair.random,
      first: (attempt) => tryOne(existing[which(attempt)]?.email as string, attempt),
      second: (attempt) => tryOne(unknown[which(attempt)] as string, attempt),
    });
  }),
  attack("FB-03", "credentials outside of their header are ignored", async (pair) => {
    const member = await pair.people.member();
    const pair64 = Buffer.from(`${member.email}:${member.token}`).toString("base64");
    const query = new URLSearchParams({
      ...{ email: member.email, username: member.email, user: member.email, password: member.token, token: member.token },
      ...{ access_token: member.token, api_key: member.token, authorization: member.authorization, apikey: member.token },
    });
    expectUnauthorized(await pair.finance.get(`/accounts?${query}`));
    const elsewhere = { "x-authorization": member.authorization, "proxy-authorization": member.authorization, cookie: pair64 };
    expectUnauthorized(await pair.finance.get("/accounts", { ...elsewhere, "x-api-key": member.token, "x-user": member.email }));
    const url = new URL(`${pair.finance.urls[0]}/accounts`);
    const inUrl = `https://${encodeURIComponent(member.email)}:${member.token}@${url.host}${url.pathname}`;
    const received = await sendBytes(url.href, `GET ${inUrl} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: x\r\n\r\n`);
    assert.deepEqual(
      statusesIn(received).map((status) => status >= 400 && status < 500),
      [true],
      received.slice(0, 300),
    );
  }),
  attack("FB-04", "finance limits password attempts too", async (pair) => {
    const sequential = await pair.people.user();
    const tried: Reply[] = [];
    for (let attempt = 0; attempt < (pair.options.full ? 100 : 30); attempt++)
      tried.push(await pair.finance.get("/accounts", as(sequential.email, `wrong ${attempt}`)));
    assertThrottled(tried);
    const atOnce = await pair.people.user();
    assertThrottled(await inParallel(100, (attempt) => pair.finance.get("/accounts", as(atOnce.email, `wrong ${attempt}`))));
    const disguised = await pair.people.user();
    const disguises = (attempt: number) => ({ "x-forwarded-for": `198.18.0.${attempt}`, "x-real-ip": `198.18.0.${attempt}` });
    const rotating = await inParallel(40, (attempt) =>
      pair.finance.get("/accounts", { ...as(disguised.email, `wrong ${attempt}`), ...disguises(attempt) }),
    );
    assertThrottled(rotating);
    // A guessed token counts as a wrong password.
    const target = await pair.people.member();
    const guess = () => as(target.email, `cofre_${pair.random.text(40)}`);
    assertThrottled(await inParallel(40, () => pair.finance.get("/accounts", guess())));
    assert.equal((await target.get("/accounts")).status, 200, "the owner's own token still works");
  }),
  attack("FB-06", "an API token is random, stored as a hash, and needs no slow hash", async (pair) => {
    const member = await pair.people.member();
    assert.match(member.token, /^cofre_[A-Za-z0-9]{40}$/);
    assert.equal((await member.get("/accounts")).status, 200);
    const countPasswordChecks = () => (pair.isForeign ? 0 : pair.inside.logs().split("/service/check_password").length);
    const before = countPasswordChecks();
    const count = pair.options.full ? 20_000 : 2_000;
    const began = performance.now();
    let attempts = 0;
    const replies = await inParallel(32, async () => {
      const statuses = new Set<number>();
      while (attempts++ < count) statuses.add((await member.get("/users/me")).status);
      return [...statuses];
    });
    const rate = Math.round((count / (performance.now() - began)) * 1_000);
    assert.deepEqual([...new Set(replies.flat())], [200]);
    assert.equal(countPasswordChecks(), before, "auth was asked to check a password");
    if (!pair.isForeign) {
      const { bytes } = await financeDatabase(pair).one<{ bytes: number }>(
        sql`select max(length(token_hash)) as bytes from api_tokens`,
      );
      assert.equal(bytes, 32, "what is kept of a token");
    }
    return `${rate} requests/s by one client process`;
  }),
  attack("FB-07", "a request without a User-Agent gets no password prompt", { quick: true }, async (pair) => {
    const member = await pair.people.member();
    const url = new URL(`${pair.finance.urls[0]}/accounts`);
    const ask = async (lines: string[]) => {
      const received = await sendBytes(
        url.href,
        `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n${lines.join("\r\n")}\r\n\r\n`,
      );
      return { status: statusesIn(received)[0], text: received.slice(received.indexOf("\r\n\r\n") + 4) };
    };
    const authorization = `Authorization: ${member.authorization}`;
    const nothing = await ask(["Connection: close"]);
    assert.equal(nothing.status, 400, nothing.text);
    assert.match(nothing.text, /User-Agent/);
    for (const lines of [[authorization], ["User-Agent:", authorization], ["User-Agent:     ", authorization], ["User-Agent:"]])
      assert.deepEqual(await ask([...lines, "Connection: close"]), nothing, lines[0]);
    for (const long of [2_000, 10_240]) {
      const { status } = await ask([`User-Agent: ${"x".repeat(long)}`, authorization, "Connection: close"]);
      assert.ok(status === 400 || status === 431, `a User-Agent of ${long} bytes: ${status}`);
    }
    const split = await ask(["User-Agent: x\r\nX-Injected: y", authorization, "Connection: close"]);
    assert.equal(split.status, 200, "a second line is another header, and nothing else");
    for (const bare of ["User-Agent: x\rX-Injected: y", "User-Agent: x\nX: y", "User-Agent: x\0y"]) {
      const { status } = await ask([bare, authorization, "Connection: close"]);
      assert.ok(status === 400 || (status === 200 && bare.includes("\n")), `${JSON.stringify(bare)}: ${status}`);
    }
  }),
  attack("FB-09", "answers are JSON in UTF-8, and only over TLS", async (pair) => {
    const member = await pair.people.member();
    const body = JSON.stringify({ name: "Ação 😀" });
    const isUtf8 = (reply: Reply) => assert.match(String(reply.headers["content-type"]), /^application\/json; charset=utf-8$/i);
    for (const type of [
      undefined,
      "application/json",
      "application/json;charset=UTF-8",
      "application/x-www-form-urlencoded",
      "text/plain",
    ]) {
      const headers = { authorization: member.authorization, ...(type && { "content-type": type }) };
      const reply = await pair.finance.send("/accounts", { method: "POST", headers, body });
      assert.equal(reply.status, 201, `${type}: ${reply.text}`);
      isUtf8(reply);
      assert.equal((reply.body as { name: string }).name, "Ação 😀");
    }
    for (const type of [
      "application/json; charset=utf-16",
      "application/json; charset=latin1",
      "text/plain; charset=iso-8859-1",
    ]) {
      const headers = { authorization: member.authorization, "content-type": type };
      const reply = await pair.finance.send("/accounts", { method: "POST", headers, body });
      assert.equal(reply.status, 415, `${type}: ${reply.text}`);
      isUtf8(reply);
    }
    for (const accept of ["text/html", "application/xml", "*/*;q=0"]) {
      const reply = await member.get("/accounts", { accept, "accept-charset": "iso-8859-1", "accept-encoding": "gzip" });
      assert.equal(reply.status, 200);
      isUtf8(reply);
    }
    if (pair.isForeign) return "plain HTTP was not tried: a proxy may stand in front";
    const { host, pathname } = new URL(`${pair.finance.urls[0]}/accounts`);
    const lines = [`Host: ${host}`, "User-Agent: x", `Authorization: ${member.authorization}`, "X-Forwarded-Proto: https"];
    const plain = await sendBytes(
      `http://${host}`,
      `GET ${pathname} HTTP/1.1\r\n${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`,
    );
    assert.deepEqual(statusesIn(plain), [403], plain.slice(0, 300));
    return;
  }),
  attack("FB-10", "no cookie is set or read", async (pair) => {
    const member = await pair.people.member();
    const replies = [
      await pair.finance.get("/accounts", { cookie: "session=1; __Host-cofre=2" }),
      await member.get("/accounts", { cookie: "session=1" }),
      await member.post("/accounts", { name: "x" }, { cookie: "x" }),
      await pair.finance.get("/health"),
      await pair.finance.get("/docs"),
    ];
    for (const { headers } of replies) assert.equal(headers["set-cookie"], undefined);
    assert.deepEqual(
      replies.slice(0, 3).map(({ status }) => status),
      [401, 200, 201],
    );
  }),
];

function expectUnauthorized(reply: Reply): void {
  assert.equal(reply.status, 401, reply.text);
  assert.deepEqual(reply.body, { error: "Não autorizado" });
  assert.match(String(reply.headers["www-authenticate"]), /^Basic realm=/);
}

/** At most the limit was evaluated; the others got a Retry-After. */
function assertThrottled(replies: readonly Reply[]): void {
  const refused = replies.filter(({ status }) => status === 429);
  for (const { headers } of refused) assert.match(String(headers["retry-after"]), /^\d+$/);
  const checked = replies.filter(({ status }) => status === 401).length;
  // A request that the full hash queue rejects with 503 is no attempt.
  const others = replies.filter(({ status }) => ![401, 429, 503].includes(status)).map(({ status, text }) => `${status} ${text}`);
  assert.deepEqual(others, []);
  assert.ok(checked <= MOST_TRIES, `${checked} passwords were tried`);
  assert.ok(refused.length > 0, "nothing was refused");
}
