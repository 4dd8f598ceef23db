// AH: headers for browsers and caches.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { SITE_URL } from "../settings.ts";

const generate = (pair: Pair, body: object) => pair.auth.post("/admin/generate_link", body, pair.admin);

export const headers: AttackCase[] = [
  attack("AH-01", "no foreign page can send credentials", async (pair) => {
    for (const origin of ["https://evil.test", "null", `${SITE_URL}.evil.test`, SITE_URL]) {
      const request = { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
      const replies = [
        await pair.auth.send("/token", { method: "OPTIONS", headers: request }),
        await pair.auth.get("/settings", { origin }),
      ];
      for (const { headers } of replies) assert.equal(headers["access-control-allow-credentials"], undefined, origin);
    }
  }),
  attack("AH-02", "answers are not cached, sniffed or framed", { quick: true }, async (pair) => {
    const user = await pair.people.signedIn();
    const { hashed_token: token } = (await generate(pair, { type: "magiclink", email: user.email })).body as {
      hashed_token: string;
    };
    const replies = {
      token: await pair.auth.post("/token?grant_type=password", { email: user.email, password: user.password }),
      user: await pair.auth.get("/user", user.bearer),
      verify: await pair.auth.get(`/verify?type=magiclink&token=${token}`),
      refusal: await pair.auth.get("/user"),
      settings: await pair.auth.get("/settings"),
    };
    for (const [what, { headers, text }] of Object.entries(replies)) {
      assert.match(headers["cache-control"] ?? "", /no-store/, what);
      assert.equal(headers["x-content-type-options"], "nosniff", what);
      assert.equal(headers["referrer-policy"], "no-referrer", what);
      // Only if the service knows that it is reached by HTTPS.
      if (!pair.isForeign) assert.match(headers["strict-transport-security"] ?? "", /max-age=\d{8}/, what);
      assert.equal(headers.server ?? headers["x-powered-by"], undefined, what);
      if (text) assert.match(headers["content-type"] ?? "", /charset=utf-8/i, what);
      assert.equal(headers["set-cookie"], undefined, what);
    }
  }),
  attack("AH-03", "pages of ours run nothing that is not ours, and in no frame", async (pair) => {
    for (const reply of [
      await pair.auth.get("/docs"),
      await pair.auth.get("/health"),
      await pair.auth.get("/verify?type=signup&token=x"),
    ]) {
      const policy = String(reply.headers["content-security-policy"]);
      assert.match(policy, /default-src 'none'/, policy);
      assert.match(policy, /frame-ancestors 'none'/, policy);
    }
  }),
  attack("AH-04", "shared caches never mix two users' answers", async (pair) => {
    const [one, two] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const first = await pair.auth.get("/user", one.bearer);
    assert.equal(first.headers.etag, undefined);
    const conditional = { "if-none-match": "*", "if-modified-since": new Date().toUTCString() };
    const replies = await inParallel(20, (index) =>
      pair.auth.get("/user", { ...(index % 2 ? one : two).bearer, ...conditional }),
    );
    for (const [index, { status, body }] of replies.entries())
      assert.deepEqual([status, (body as { id: string }).id], [200, (index % 2 ? one : two).id]);
  }),
  attack("AH-05", "a form of another site has no effect", { quick: true }, async (pair) => {
    const user = await pair.people.user();
    const body = JSON.stringify({ email: user.email, password: user.password });
    for (const path of ["/signup", "/token?grant_type=password", "/recover"]) {
      const headers = { "content-type": "text/plain", origin: "https://evil.test", "sec-fetch-site": "cross-site" };
      const reply = await pair.auth.send(path, { method: "POST", body, headers });
      assert.equal(reply.status, 415, `${path}: ${reply.text}`);
      assert.equal(reply.headers["set-cookie"], undefined);
    }
  }),
];
