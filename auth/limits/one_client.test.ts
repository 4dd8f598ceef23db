import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { ana, signIn, tally, times, wrong } from "./testing.ts";

/** Every address that the service wrote anywhere. */
async function addressesOf(auth: TestAuth): Promise<Set<unknown>> {
  const { db } = auth.service.world;
  const rows = await db.many<{ ip: string }>(sql`
    select ip from sessions union all select ip_address from audit_log_entries`);
  const logged = auth.logged.filter(({ message }) => message === "request").map(({ fields }) => fields.ip);
  assert.ok(rows.length >= 3 && logged.length >= 3);
  return new Set([...rows.map(({ ip }) => ip), ...logged]);
}

/** Signs up and in, comes back with a refresh token, and then guesses until the limit; each call with a new forgery. */
async function useAndAbuse(auth: TestAuth, headersOf: (index: number) => Record<string, string>) {
  await auth.post("/signup", ana, headersOf(1));
  const session = (await signIn(auth, ana, headersOf(2))).body as { refresh_token: string };
  await auth.post("/token?grant_type=refresh_token", session, headersOf(3));
  return tally(await times(14, (index) => signIn(auth, wrong, headersOf(index + 4))));
}

const VARIABLES = { MAILER_AUTOCONFIRM: "true" };
const TEN_OF_FOURTEEN = { 400: 10, 429: 4 };

test("RATE_LIMIT_HEADER names the client for limits, sessions, audit and log alike, and X-Forwarded-For is not looked at", async () => {
  await using auth = await startTestAuth({ ...VARIABLES, RATE_LIMIT_HEADER: "X-Real-IP" });
  const answers = await useAndAbuse(auth, (index) => ({
    "x-real-ip": "198.51.100.7",
    "x-forwarded-for": index % 2 ? `192.0.2.${index}` : "<script>",
  }));
  assert.deepEqual(answers, TEN_OF_FOURTEEN);
  assert.deepEqual(await addressesOf(auth), new Set(["198.51.100.7"]));
});

test("without RATE_LIMIT_HEADER the client is whom the trusted proxy added to X-Forwarded-For, whatever stands left of it", async () => {
  await using auth = await startTestAuth(VARIABLES);
  const answers = await useAndAbuse(auth, (index) => ({ "x-forwarded-for": `192.0.2.${index}, <b>, 198.51.100.7, 127.0.0.1` }));
  assert.deepEqual(answers, TEN_OF_FOURTEEN);
  assert.deepEqual(await addressesOf(auth), new Set(["198.51.100.7"]));
});

for (const [what, variables, header] of [
  ["RATE_LIMIT_HEADER", { RATE_LIMIT_HEADER: "Sb-Forwarded-For" }, "sb-forwarded-for"],
  ["X-Forwarded-For", {}, "x-forwarded-for"],
] as const) {
  test(`only an IP address is stored: what ${what} holds else counts as nothing`, async () => {
    await using auth = await startTestAuth({ ...VARIABLES, ...variables });
    const answers = await useAndAbuse(auth, (index) => ({ [header]: `192.0.2.1, <script>${index}</script>` }));
    assert.deepEqual(answers, TEN_OF_FOURTEEN);
    assert.deepEqual(await addressesOf(auth), new Set(["127.0.0.1"]));
  });
}

test("the sample of a proxy in docs/operations.md overwrites the header that names the client", async () => {
  const page = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const sample = page.match(/```nginx[^\n]*\n(.*?)```/s)?.[1] ?? "";
  assert.match(sample, /^proxy_set_header X-Forwarded-For \$remote_addr;/m);
  assert.doesNotMatch(page, /^AUTHSVC_RATE_LIMIT_HEADER=/m);
});
