// Headers of answers that repeat parts of a request are bounded, because clients and proxies reject headers above 8 or 16 KB.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../kernel/testing/client.ts";
import { startTestAuth } from "./testing.ts";

const PROVIDER = {
  EXTERNAL_GITHUB_ENABLED: "true",
  EXTERNAL_GITHUB_CLIENT_ID: "us",
  EXTERNAL_GITHUB_SECRET: "secret",
  EXTERNAL_GITHUB_REDIRECT_URI: "https://auth.example.com/callback",
};
const LONG = "%25".repeat(3_000);
const lengthOf = ({ headers }: Reply) => Math.max(...Object.values(headers).map((value) => String(value).length));

test("lists repeat their own parameters alone in their links, and refuse what is too long", async () => {
  await using auth = await startTestAuth();
  for (const path of [`/admin/audit?email=${LONG}`, `/admin/users?query=${LONG}&per_page=1`]) {
    const reply = await auth.get(path, auth.admin);
    assert.deepEqual([reply.status, lengthOf(reply) < 1_000], [200, true], path.slice(0, 40));
    assert.doesNotMatch(String(reply.headers.link), /email|query/);
  }
  const own = await auth.get(
    "/admin/users?filter=a%20b&sort=created_at%20asc&sort=created_at%20desc&page=1&per_page=5",
    auth.admin,
  );
  assert.equal(
    own.headers.link,
    '</admin/users?page=1&per_page=5&filter=a%20b&sort=created_at%20asc&sort=created_at%20desc>; rel="last"',
  );
  for (const query of [`filter=${LONG}`, `email=${LONG}`, `phone=15550100${"%20".repeat(3_000)}`, "sort=&".repeat(1_000)]) {
    const reply = await auth.get(`/admin/users?${query}`, auth.admin);
    assert.deepEqual([reply.status, lengthOf(reply) < 1_000], [400, true], query.slice(0, 40));
  }
});

test("a redirect_to that would be too long when it is written out counts as none", async () => {
  await using auth = await startTestAuth();
  const ask = (path: string) =>
    auth.get(`/verify?type=signup&token=x&redirect_to=${encodeURI(`https://app.example.com/${path}`)}`);
  const long = await ask("é".repeat(2_000));
  assert.match(String(long.headers.location), /^https:\/\/app\.example\.com\/?[?#]/);
  const longReply = await ask("é".repeat(600));
  assert.ok(String(longReply.headers.location).startsWith(encodeURI(`https://app.example.com/${"é".repeat(600)}`)));
  assert.ok(lengthOf(longReply) < 8_192);
});

test("GET /authorize passes no more on to a provider than it takes", async () => {
  await using auth = await startTestAuth(PROVIDER);
  for (const query of [`login_hint=${LONG}`, `scopes=${LONG}`, `a=${"x".repeat(2_500)}&b=${"x".repeat(2_500)}`]) {
    const reply = await auth.get(`/authorize?provider=github&${query}`);
    assert.deepEqual([reply.status, (reply.body as { msg: string }).msg], [400, "The parameters for the provider are too long"]);
  }
  const reply = await auth.get(`/authorize?provider=github&login_hint=${"a".repeat(1_000)}`);
  assert.deepEqual([reply.status, lengthOf(reply) < 8_192], [302, true]);
});
