// AB: brute force and rate limits.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { allDelivered, expectRefused, expectVerdict, from, inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { CAPTCHA, LIMITED, LIMITED_BEHIND_PROXY } from "../settings.ts";
import { CAPTCHA_PASS } from "../sinks.ts";

const MOST_BY_CLIENT = 10;
const MOST_BY_ALL = 100;
const WRONG = "400 invalid_credentials";
const LIMIT = "429 over_request_rate_limit";

const guess = (pair: Pair, email: string, headers: Record<string, string> = {}, password = "a wrong password") =>
  pair.auth.post("/token?grant_type=password", { email, password }, headers);

/** At most `most` were evaluated; the others got a Retry-After. */
function expectLimited(replies: readonly Reply[], most: number): string {
  const counts = tally(replies);
  const { [WRONG]: evaluated = 0, [LIMIT]: refused = 0 } = counts;
  assert.equal(evaluated + refused, replies.length, `other answers: ${JSON.stringify(counts)}`);
  assert.ok(evaluated <= most, `${evaluated} of ${replies.length} were evaluated, allowed ${most}`);
  assert.ok(refused > 0, "none was refused");
  for (const { status, headers } of replies) if (status === 429) assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
  return `${evaluated} of ${replies.length} evaluated`;
}

async function oneAfterTheOther<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}

const SMS_BY_COUNTRY = { auth: { RATE_LIMIT_SMS_COUNTRY: "5" }, alone: true } as const;

export const bruteForce: AttackCase[] = [
  attack("AB-01", "a hundred wrong passwords from one address", async (pair) => {
    const user = await pair.people.user();
    const detail = expectLimited(await oneAfterTheOther(100, () => guess(pair, user.email, from(1))), MOST_BY_CLIENT);
    const elsewhere = await guess(pair, user.email, from(2), user.password);
    assert.equal(elsewhere.status, 200, "the owner gets in from elsewhere: the account is not locked");
    return `${detail}; the wait for the window's end is shown in auth/limits`;
  }),
  attack("V12", "the same in one burst", async (pair) => {
    const user = await pair.people.user();
    return expectLimited(await inParallel(100, () => guess(pair, user.email, from(3))), MOST_BY_CLIENT);
  }),
  attack("AB-02", "a new X-Forwarded-For each time, without a trusted proxy", { ...LIMITED, also: ["V23"] }, async (pair) => {
    const user = await pair.people.user();
    return expectLimited(await oneAfterTheOther(30, (index) => guess(pair, user.email, from(index))), MOST_BY_CLIENT);
  }),
  attack(
    "AB-03",
    "no header that names the client, though one is configured",
    { auth: { ...LIMITED.auth, RATE_LIMIT_HEADER: "X-Real-IP" } },
    async (pair) => {
      const user = await pair.people.user();
      return expectLimited(await oneAfterTheOther(30, () => guess(pair, user.email)), MOST_BY_CLIENT);
    },
  ),
  attack("AB-05", "one account, attacked from fifty addresses", async (pair) => {
    const user = await pair.people.signedIn();
    // A few at a time, so that the hash queue does not reject them.
    const rounds = await oneAfterTheOther(25, (round) =>
      inParallel(8, (index) => guess(pair, user.email, from(100 + ((round * 8 + index) % 50)))),
    );
    const detail = expectLimited(rounds.flat(), MOST_BY_ALL);
    const refreshed = await pair.auth.post("/token?grant_type=refresh_token", { refresh_token: user.session.refresh_token });
    assert.equal(refreshed.status, 200, "the owner's session goes on");
    assert.equal((await pair.auth.get("/user", user.bearer)).status, 200);
    return detail;
  }),
  attack("AB-06", "a thousand accounts, attacked from one address", { ...LIMITED_BEHIND_PROXY, alone: true }, async (pair) => {
    const replies = await oneAfterTheOther(10, (round) =>
      inParallel(100, (index) => guess(pair, `nobody.${round}.${index}@people.example.com`, from(4))),
    );
    // The limit refills by one every two seconds.
    return expectLimited(replies.flat(), 150 + 60);
  }),
  attack("AB-07", "half of the tries before a restart, half after it on the other replica", { alone: true }, async (pair) => {
    const user = await pair.people.user();
    const on = (replica: number) =>
      pair.auth.send("/token?grant_type=password", {
        method: "POST",
        body: { email: user.email, password: "a wrong password" },
        headers: from(5),
        replica,
      });
    const first = await oneAfterTheOther(MOST_BY_CLIENT / 2, () => on(0));
    await pair.inside.replicas.auth[0]?.restart();
    return expectLimited([...first, ...(await oneAfterTheOther(MOST_BY_CLIENT, () => on(1)))], MOST_BY_CLIENT);
  }),
  attack("AB-08", "many mails to one address, then to many", { ...LIMITED_BEHIND_PROXY, alone: true }, async (pair) => {
    const user = await pair.people.user();
    const others = await oneAfterTheOther(40, () => pair.people.user());
    const one = await oneAfterTheOther(40, (index) => pair.auth.post("/recover", { email: user.email }, from(index)));
    const many = await oneAfterTheOther(40, (index) =>
      pair.auth.post("/recover", { email: others[index]?.email }, from(100 + index)),
    );
    await allDelivered(pair);
    const { messages } = pair.inside.sinks.smtp;
    const mine = messages.filter(({ to }) => to.includes(user.email)).length;
    assert.equal(mine, 1, "one mail to one address within the pause");
    assert.ok(messages.length <= 30, `${messages.length} mails, allowed 30 an hour`);
    for (const reply of [...one, ...many]) assert.ok([200, 429].includes(reply.status), reply.text);
    return `80 calls, ${messages.length} mails`;
  }),
  attack("AB-09", "many text messages to one number, then to many", { ...LIMITED_BEHIND_PROXY, alone: true }, async (pair) => {
    const phone = pair.phone();
    await oneAfterTheOther(100, (index) => pair.auth.post("/otp", { phone }, from(index)));
    const many = await oneAfterTheOther(100, () => pair.auth.post("/otp", { phone: pair.phone() }, from(7)));
    await allDelivered(pair);
    const { received } = pair.inside.sinks.sms;
    assert.equal(received.filter(({ to }) => to === phone).length, 1, "one message to one number within the pause");
    assert.ok(received.length <= 31, `${received.length} messages, allowed 30`);
    assert.ok(many.some(({ status }) => status === 429));
    return `200 calls, ${received.length} messages`;
  }),
  attack("AB-09", "many text messages to the numbers of one country", SMS_BY_COUNTRY, async (pair) => {
    const replies = await inParallel(40, (index) => pair.auth.post("/otp", { phone: pair.phone("882") }, from(index)));
    await allDelivered(pair);
    const expensive = pair.inside.sinks.sms.received.filter(({ to }) => to.startsWith("882"));
    assert.equal(expensive.length, 5, "as many as RATE_LIMIT_SMS_COUNTRY lets");
    assert.equal(replies.filter(({ status }) => status === 429).length, 35);
    assert.equal((await pair.auth.post("/otp", { phone: pair.phone() }, from(1))).status, 200, "other countries are served");
    return `40 calls at once, ${expensive.length} messages`;
  }),
  attack("AB-11", "ways around the captcha", CAPTCHA, async (pair) => {
    const user = await pair.people.user();
    const credentials = { email: user.email, password: user.password };
    const ways: [path: string, body: unknown, headers?: Record<string, string>][] = [
      ["/token?grant_type=password", credentials],
      ["/token?grant_type=refresh_token&grant_type=password", credentials],
      ["/token?grant_type=password&grant_type=refresh_token", credentials],
      ["//token?grant_type=password", credentials],
      ["/token/?grant_type=password", credentials],
      ["/TOKEN?grant_type=password", credentials],
      ["/token?GRANT_TYPE=password", { ...credentials, grant_type: "password" }],
      ["/token", { ...credentials, grant_type: "password" }],
      ["/token?grant_type=password%00", credentials],
      ["/token?grant_type=Password", credentials],
      ["/token?grant_type=password", { ...credentials, captcha_token: "" }],
      ["/token?grant_type=password", { ...credentials, captcha_token: "a wrong one" }],
      ["/token?grant_type=password", { ...credentials, gotrue_meta_security: { captcha_token: ["x"] } }],
      ["/token?grant_type=password", credentials, { "x-original-url": "/health" }],
      [
        "/token?grant_type=password",
        `grant_type=password&email=${user.email}`,
        { "content-type": "application/x-www-form-urlencoded" },
      ],
    ];
    for (const [path, body, headers] of ways) {
      const reply = await pair.auth.post(path, body, headers);
      assert.ok(reply.status >= 400 && reply.status < 500, `${path}: ${reply.status} ${reply.text}`);
      assert.ok(!reply.text.includes("access_token"), path);
    }
    for (const [path, body] of [
      ["/signup", { email: pair.address(), password: pair.people.password() }],
      ["/signup", { data: {} }],
      ["/recover", { email: user.email }],
      ["/otp", { email: user.email }],
      ["/magiclink", { email: user.email }],
      ["/resend", { type: "signup", email: user.email }],
    ] as const)
      expectVerdict(await pair.auth.post(path, body), "400 captcha_failed", path);
    const solved = await pair.auth.post("/token?grant_type=password", { ...credentials, captcha_token: CAPTCHA_PASS });
    assert.equal(solved.status, 200, "with the captcha solved it works");
  }),
  attack("AB-12", "four hundred sign-ins at once", { alone: true }, async (pair) => {
    const user = await pair.people.user();
    const began = performance.now();
    const replies = inParallel(400, async (index) => {
      const reply = await guess(pair, user.email, from(index), user.password);
      return { reply, took: performance.now() - began };
    });
    const health: number[] = [];
    let isOver = false;
    const finished = replies.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const startedAt = performance.now();
      assert.equal((await pair.auth.get("/health")).status, 200);
      health.push(performance.now() - startedAt);
    }
    const answers = await finished;
    const counts = tally(answers.map(({ reply }) => reply));
    const refused = answers.filter(({ reply }) => [429, 503].includes(reply.status));
    assert.equal((counts["200"] ?? 0) + refused.length, 400, JSON.stringify(counts));
    for (const { reply } of refused) assert.match(reply.headers["retry-after"] ?? "", /^\d+$/);
    const memory = pair.inside.replicas.auth.map((replica) => replica.memory());
    for (const bytes of memory) assert.ok((bytes ?? 0) < 600e6, `${bytes} bytes of memory`);
    const slowest = Math.max(...health);
    assert.ok(slowest < 2_000, `GET /health took ${slowest} ms`);
    const firstRefusal = Math.min(...refused.map(({ took }) => took));
    return `${JSON.stringify(counts)}; GET /health at most ${slowest.toFixed(0)} ms; first refusal after ${firstRefusal.toFixed(0)} ms`;
  }),
  attack(
    "AB-13",
    "the current password is searched for with a stolen access token",
    { auth: { SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true" } },
    async (pair) => {
      const user = await pair.people.signedIn();
      const change = (fields: object, index = 0) =>
        pair.auth.put("/user", { password: pair.people.password(), ...fields }, { ...user.bearer, ...from(index) });
      expectVerdict(await change({}), "400 current_password_required");
      for (const wrong of ["", null, [], [user.password], {}, { a: user.password }, true, 1])
        expectRefused(await change({ current_password: wrong }), JSON.stringify(wrong), [400]);
      const burst = await inParallel(50, (index) => change({ current_password: `wrong ${index}` }, index));
      const replies = [
        ...burst,
        ...(await oneAfterTheOther(50, (index) => change({ current_password: `wrong ${index}` }, index))),
      ];
      const { "400 current_password_invalid": evaluated = 0 } = tally(replies);
      assert.ok(evaluated > 0 && evaluated <= MOST_BY_CLIENT, `${evaluated} were evaluated`);
      for (const { status } of replies) assert.ok([400, 429].includes(status), `${status}`);
      assert.equal((await change({ current_password: user.password })).status, 429, "the right one is not heard either");
      assert.equal((await guess(pair, user.email, from(4), user.password)).status, 200, "the password is the same");
      return `${evaluated} of ${replies.length} evaluated`;
    },
  ),
  attack("AB-14", "a new Sb-Forwarded-For each time", LIMITED, async (pair) => {
    const user = await pair.people.user();
    const header = (index: number) => ({ "sb-forwarded-for": `198.18.9.${index}` });
    return expectLimited(await oneAfterTheOther(30, (index) => guess(pair, user.email, header(index))), MOST_BY_CLIENT);
  }),
  attack(
    "AB-14b",
    "an Sb-Forwarded-For that is no address, where a gateway sets it",
    { auth: { ...LIMITED.auth, SECURITY_SB_FORWARDED_FOR_ENABLED: "true" } },
    async (pair) => {
      const user = await pair.people.user();
      const values = (index: number) => [
        "x",
        "",
        ",",
        `x${index}`,
        `user-${index}, 198.18.9.${index}`,
        `[::${index}`,
        `999.0.0.${index}`,
      ];
      const header = (index: number) => ({ "sb-forwarded-for": values(index)[index % 7] as string });
      return expectLimited(await oneAfterTheOther(30, (index) => guess(pair, user.email, header(index))), MOST_BY_CLIENT);
    },
  ),
];
