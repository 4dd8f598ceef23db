// The environment of an existing Supabase Auth deployment starts this service, and its client notices no difference.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { startTestAuthBy } from "../testing.ts";
import { follow, good, openClient } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("with the variables of a GOTRUE_ deployment the client signs up, and the mail reaches the deployment's SMTP server", async () => {
  const samples = JSON.parse(await readFile(new URL("../config/deployments.test.json", import.meta.url), "utf8"));
  const { GOTRUE_SMTP_USER: user, GOTRUE_SMTP_PASS: pass } = samples.self_hosting as Record<string, string>;
  await using smtp = await startSmtpSink({ auth: { user: user as string, pass: pass as string } });
  await using auth = await startTestAuthBy(
    (databaseUrl) => ({
      ...samples.self_hosting,
      GOTRUE_API_HOST: "127.0.0.1",
      GOTRUE_API_PORT: "0",
      GOTRUE_DB_DATABASE_URL: `${databaseUrl}${databaseUrl.includes("?") ? "&" : "?"}search_path=auth`,
      GOTRUE_SMTP_HOST: smtp.host,
      GOTRUE_SMTP_PORT: String(smtp.port),
    }),
    { delivers: true },
  );
  auth.clock.set(new Date());
  // The deployment has the functions that its hooks name, and brings them along.
  await auth.service.world.db.run(sql`
    create function public.custom_access_token_hook(event jsonb) returns jsonb language sql as $$
      select jsonb_set(event, '{claims,plan}', '"gold"') $$`);
  const client = openClient(auth);
  good(await client.signUp(ana));
  const [mail] = await smtp.waitFor(1, 20_000);
  assert.deepEqual([mail?.to, mail?.from, mail?.user], [[ana.email], "admin@example.com", user]);
  assert.match(mail?.headers.from ?? "", /fake_sender/);
  assert.deepEqual(
    mail?.parts.map((part) => part.type),
    ["text/plain", "text/html"],
  );
  const link = /http:\/\/localhost:8000\/auth\/v1\/verify\?[^\s"<>)\]]+/.exec(mail?.parts[0]?.text ?? "")?.[0] ?? "";
  // The deployment's proxy takes its prefix away before it hands a request on; with no proxy in between it is there.
  const { page, fragment } = await follow(auth, link);
  assert.equal(page, "http://localhost:3000/");
  const { access_token: accessToken = "", refresh_token: refreshToken = "" } = fragment;
  good(await client.setSession({ access_token: accessToken, refresh_token: refreshToken }));
  assert.equal(good(await client.getClaims())?.claims.plan, "gold");
  assert.equal(good(await client.getUser()).user.email, ana.email);
  good(await client.refreshSession());
  assert.equal((await client.signOut()).error, null);
  good(await client.signInWithPassword(ana));
});
