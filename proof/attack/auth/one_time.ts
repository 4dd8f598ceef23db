// AO: one-time links and codes, for one user and one purpose.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import {
  allDelivered,
  expectRefused,
  expectVerdict,
  inParallel,
  landingOf,
  mailsTo,
  mailTo,
  smsCode,
  tally,
} from "../expectations.ts";
import { notRun } from "../not_run.ts";
import type { Pair } from "../pair.ts";
import { AUTOCONFIRM, CODE_DIGITS, REAUTHENTICATING, SITE_URL } from "../settings.ts";

const verify = (pair: Pair, body: object) => pair.auth.post("/verify", body);

async function recovering(pair: Pair) {
  const user = await pair.people.user();
  await pair.auth.post("/recover", { email: user.email });
  return { ...user, mail: await mailTo(pair, user.email) };
}

const wrongCode = (code: string, step: number) => String((Number(code) + step) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");

export const oneTime: AttackCase[] = [
  attack("AO-01", "five wrong codes void the right one, by mail and by text message", async (pair) => {
    const { email, mail } = await recovering(pair);
    const phone = pair.phone();
    await pair.auth.post("/otp", { phone });
    const sms = await smsCode(pair, phone);
    for (const [address, code, type] of [
      [{ email }, mail.code, "recovery"],
      [{ phone }, sms, "sms"],
    ] as const) {
      for (let step = 1; step <= 5; step++)
        expectVerdict(await verify(pair, { type, ...address, token: wrongCode(code, step) }), "403 otp_expired");
      expectVerdict(await verify(pair, { type, ...address, token: code }), "403 otp_expired", "the right code, too late");
    }
  }),
  attack("AO-03", "a code of one kind is rejected as another", async (pair) => {
    const { email, mail } = await recovering(pair);
    for (const type of ["signup", "invite", "email_change", "magiclink", "email"]) {
      expectVerdict(await verify(pair, { type, email, token: mail.code }), "403 otp_expired", type);
      expectVerdict(await verify(pair, { type, token_hash: mail.token }), "403 otp_expired", type);
    }
    expectRefused(await verify(pair, { type: "sms", email, token: mail.code }), "sms", [400, 403]);
    await pair.auth.post("/otp", { email });
    const magic = await mailTo(pair, email, 2);
    expectVerdict(await verify(pair, { type: "recovery", email, token: magic.code }), "403 otp_expired", "a magic link's code");
    expectVerdict(await verify(pair, { type: "recovery", token_hash: magic.token }), "403 otp_expired", "a magic link");
  }),
  attack("AO-04", "one person's code with another's address", async (pair) => {
    const [one, two] = [await recovering(pair), await recovering(pair)];
    expectVerdict(await verify(pair, { type: "recovery", email: two.email, token: one.mail.code }), "403 otp_expired");
    const [phone, other] = [pair.phone(), pair.phone()];
    for (const each of [phone, other]) await pair.auth.post("/otp", { phone: each });
    expectVerdict(await verify(pair, { type: "sms", phone: other, token: await smsCode(pair, phone) }), "403 otp_expired");
  }),
  attack("AO-06", "a link or code used fifty times at once works once", { also: ["V11"] }, async (pair) => {
    const [one, two, three] = [await recovering(pair), await recovering(pair), await recovering(pair)];
    const bodies = [
      { type: "recovery", token_hash: one.mail.token },
      { type: "recovery", email: two.email, token: two.mail.code },
    ];
    for (const body of bodies) {
      const counts = tally(await inParallel(50, () => verify(pair, body)));
      const { "200": good = 0, "403 otp_expired": spent = 0, "429 over_request_rate_limit": late = 0 } = counts;
      assert.deepEqual([good, spent + late], [1, 49], JSON.stringify(counts));
      expectRefused(await verify(pair, body), "again", [403, 429]);
    }
    const { token } = three.mail;
    const opened = await inParallel(50, () => pair.auth.get(`/verify?type=recovery&token=${token}`));
    assert.equal(opened.filter((reply) => landingOf(reply).fields.access_token).length, 1, "GET /verify");
  }),
  attack("AO-07", "a new code voids the old one", async (pair) => {
    const { email, mail } = await recovering(pair);
    await pair.auth.post("/recover", { email });
    const second = await mailTo(pair, email, 2);
    expectVerdict(await verify(pair, { type: "recovery", token_hash: mail.token }), "403 otp_expired");
    expectVerdict(await verify(pair, { type: "recovery", email, token: mail.code }), "403 otp_expired");
    assert.equal((await verify(pair, { type: "recovery", token_hash: second.token })).status, 200);
  }),
  attack("AO-09", "no answer contains the mailed code", { also: ["V31"] }, async (pair) => {
    const user = await pair.people.signedIn();
    const fresh = pair.address();
    const replies = [
      await pair.auth.post("/signup", { email: fresh, password: pair.people.password() }),
      await pair.auth.post("/otp", { email: user.email }),
      await pair.auth.post("/recover", { email: user.email }),
      await pair.auth.post("/resend", { type: "signup", email: fresh }),
      await pair.auth.get("/reauthenticate", user.bearer),
    ];
    await mailsTo(pair, user.email, 3);
    await mailsTo(pair, fresh, 2);
    const { messages } = pair.inside.sinks.smtp;
    const output = replies.map(({ text, headers }) => text + JSON.stringify(headers)).join("\n");
    const codes = messages
      .filter(({ to }) => to.includes(user.email) || to.includes(fresh))
      .flatMap(({ parts }) =>
        parts.flatMap(({ text }) => text.match(new RegExp(`\\b\\d{${CODE_DIGITS}}\\b|[0-9a-f]{40,}`, "g")) ?? []),
      );
    assert.ok(codes.length >= 5, "the codes were seen");
    for (const code of codes) assert.ok(!output.includes(code), `${code} is in an answer`);
  }),
  attack("AO-10", "codes are evenly spread, leading zeros included", async (pair) => {
    const user = await pair.people.user();
    const total = pair.options.full ? 100_000 : 400;
    let digits = 0;
    const counts = { all: new Array<number>(10).fill(0), first: new Array<number>(10).fill(0) };
    for (let count = 0; count < total; count += 20) {
      const links = await inParallel(20, () =>
        pair.auth.post("/admin/generate_link", { type: "magiclink", email: user.email }, pair.admin),
      );
      for (const { body } of links) {
        const { email_otp: code } = body as { email_otp: string };
        assert.match(code, /^\d{6,10}$/);
        digits += code.length;
        for (const digit of code) counts.all[Number(digit)] = (counts.all[Number(digit)] ?? 0) + 1;
        counts.first[Number(code[0])] = (counts.first[Number(code[0])] ?? 0) + 1;
      }
    }
    // Nine degrees of freedom: by chance 46 is exceeded once in two million runs.
    const spread = (of: readonly number[], draws: number) =>
      of.reduce((sum, seen) => sum + (seen - draws / 10) ** 2 / (draws / 10), 0);
    const [all, first] = [spread(counts.all, digits), spread(counts.first, total)];
    assert.ok(all < 46 && first < 46, `chi-square ${all.toFixed(1)}, first digit ${first.toFixed(1)}`);
    return `${total} codes, chi-square ${all.toFixed(1)}, of the first digit ${first.toFixed(1)}`;
  }),
  attack("AO-12", "looking at a link does not use it up", { quick: true }, async (pair) => {
    const { mail } = await recovering(pair);
    const path = `/verify?type=recovery&token=${mail.token}`;
    for (let time = 0; time < 3; time++) expectRefused(await pair.auth.send(path, { method: "HEAD" }), "HEAD", [405]);
    for (const name of ["purpose", "sec-purpose", "x-moz"])
      expectRefused(await pair.auth.get(path, { [name]: "prefetch" }), name, [400]);
    assert.ok(landingOf(await pair.auth.get(path)).fields.access_token, "then it works");
  }),
  attack("AO-13", "a valid link returns tokens only in the fragment", async (pair) => {
    const { mail } = await recovering(pair);
    const reply = await pair.auth.get(`/verify?type=recovery&token=${mail.token}`);
    assert.equal(reply.status, 303);
    const url = new URL(reply.headers.location ?? "");
    assert.equal(url.origin, SITE_URL);
    assert.equal(url.search, "", "nothing in the query, which servers log");
    const fragment = new URLSearchParams(url.hash.slice(1));
    for (const name of ["access_token", "token_type", "expires_in", "refresh_token", "type"]) assert.ok(fragment.get(name), name);
    assert.match(reply.headers["cache-control"] ?? "", /no-store/);
    assert.equal(reply.headers["referrer-policy"], "no-referrer");
  }),
  attack(
    "AO-15",
    "reauthentication cannot be skipped, guessed or used twice",
    { ...REAUTHENTICATING, also: ["V37"] },
    async (pair) => {
      const user = await pair.people.signedIn();
      const change = (nonce?: string) =>
        pair.auth.put("/user", { password: pair.people.password(), ...(nonce && { nonce }) }, user.bearer);
      const ask = async (count: number) => {
        assert.equal((await pair.auth.get("/reauthenticate", user.bearer)).status, 200);
        const mail = (await mailsTo(pair, user.email, count)).at(-1);
        return new RegExp(`\\b\\d{${CODE_DIGITS}}\\b`).exec(mail?.parts.map(({ text }) => text).join() ?? "")?.[0] ?? "";
      };
      expectVerdict(await change(), "400 reauthentication_needed");
      const first = await ask(1);
      for (let step = 1; step <= 5; step++) expectVerdict(await change(wrongCode(first, step)), "422 reauthentication_not_valid");
      expectVerdict(await change(first), "422 reauthentication_not_valid", "void after five wrong ones");
      const second = await ask(2);
      for (const type of ["recovery", "email", "signup", "magiclink"])
        expectRefused(await verify(pair, { type, email: user.email, token: second }), `as ${type}`, [403]);
      assert.equal((await change(second)).status, 200);
      expectVerdict(await change(second), "422 reauthentication_not_valid", "again");
    },
  ),
  attack("AO-16", "only operators invite, and one person accepts once", async (pair) => {
    const [user, email] = [await pair.people.signedIn(), pair.address()];
    expectVerdict(await pair.auth.post("/invite", { email }, user.bearer), "403 not_admin");
    expectVerdict(await pair.auth.post("/invite", { email: user.email }, pair.admin), "422 email_exists");
    assert.equal((await pair.auth.post("/invite", { email }, pair.admin)).status, 200);
    const { token } = await mailTo(pair, email);
    assert.equal((await verify(pair, { type: "invite", token_hash: token })).status, 200);
    expectVerdict(await verify(pair, { type: "invite", token_hash: token }), "403 otp_expired");
    expectVerdict(await pair.auth.post("/invite", { email }, pair.admin), "422 email_exists", "accepted already");
  }),
  attack(
    "AO-17",
    "one of two links does not change an address, with or without autoconfirm",
    { ...AUTOCONFIRM },
    async (pair) => {
      for (const which of ["old", "new"] as const) {
        const user = await pair.people.signedIn();
        const expected = pair.address();
        assert.equal((await pair.auth.put("/user", { email: expected }, user.bearer)).status, 200);
        const mail = await mailTo(pair, which === "old" ? user.email : expected);
        const reply = await pair.auth.get(`/verify?type=email_change&token=${mail.token}`);
        assert.equal(landingOf(reply).fields.access_token, undefined, "no session for half of it");
        assert.equal(((await pair.auth.get("/user", user.bearer)).body as { email: string }).email, user.email, which);
      }
    },
  ),
  attack("AO-18", "the old address is notified of a change, and can do nothing afterwards", async (pair) => {
    const user = await pair.people.signedIn();
    const expected = pair.address();
    await pair.auth.put("/user", { email: expected }, user.bearer);
    const [old, fresh] = [await mailTo(pair, user.email), await mailTo(pair, expected)];
    await pair.auth.get(`/verify?type=email_change&token=${fresh.token}`);
    await pair.auth.get(`/verify?type=email_change&token=${old.token}`);
    assert.equal(((await pair.auth.get("/user", user.bearer)).body as { email: string }).email, expected);
    expectVerdict(await verify(pair, { type: "email_change", token_hash: old.token }), "403 otp_expired");
    await pair.auth.post("/recover", { email: user.email });
    await allDelivered(pair);
    assert.equal(
      (await mailsTo(pair, user.email)).length,
      1,
      "the old address had the one mail about the change, and gets no link now",
    );
  }),
  attack("AO-19", "an attacker's own link in a victim's browser", async () =>
    notRun("a limit of the wire contract: a link signs in whoever opens it, and Cofre offers no page with a button before it"),
  ),
];
