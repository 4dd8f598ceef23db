// Bulk jobs that confirm addresses and send mails: to whom, within the limits of mails, once each, and what an undo takes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { type TestSession, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { finish, progress, resultsOf, type ShownJob, startJob, work } from "./testing.ts";

const PASSWORD = "correct horse battery";

async function make(auth: TestAuth, fields: object): Promise<string> {
  const reply = await auth.post("/admin/users", { password: PASSWORD, ...fields }, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
}

async function userOf(auth: TestAuth, id: string) {
  return (await auth.get(`/admin/users/${id}`, auth.admin)).body as {
    email_confirmed_at?: string;
    user_metadata: Record<string, unknown>;
    identities: { provider: string; identity_data: Record<string, unknown> }[];
  };
}

const sent = async (auth: TestAuth) => (await auth.messages()).map(({ template, to }) => [template, to]).sort();
const signIn = (auth: TestAuth, email: string) => auth.post("/token?grant_type=password", { email, password: PASSWORD });
const undo = (auth: TestAuth, { id }: ShownJob) => auth.post(`/admin/bulk-jobs/${id}/undo`, {}, auth.admin);

test("confirm_email confirms addresses, and its undo withdraws that, with the sessions, unless the address has changed", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const [ana, bia, caio] = [
    await make(auth, { email: "ana@example.com" }),
    await make(auth, { email: "bia@example.com" }),
    await make(auth, { email: "caio@example.com", email_confirm: true }),
  ];
  const dora = await make(auth, { phone: "5511999990000", phone_confirm: true });
  assert.deepEqual(verdict(await signIn(auth, "ana@example.com")), [400, "email_not_confirmed"]);
  const users = { ids: [ana, bia, caio, dora] };
  const job = await finish(auth, await startJob(auth, { act: "confirm_email", users }));
  assert.deepEqual([...progress(job), job.undo.possible], ["done", 2, 2, 0, true]);
  assert.deepEqual((await resultsOf(auth, job, "?outcome=skipped")).map(([, , why]) => why).sort(), [
    "email_missing",
    "unchanged",
  ]);
  const confirmed = await userOf(auth, ana);
  assert.equal(confirmed.email_confirmed_at, auth.clock.now().toISOString());
  assert.equal(confirmed.identities[0]?.identity_data.email_verified, true);
  assert.deepEqual(await sent(auth), [], "nobody is mailed");
  const session = (await signIn(auth, "ana@example.com")).body as TestSession;
  auth.clock.advance(60);
  const moved = { email: "bia.nova@example.com", email_confirm: true };
  assert.equal((await auth.call(`/admin/users/${bia}`, { method: "PUT", body: moved, headers: auth.admin })).status, 200);

  const undone = await finish(auth, (await undo(auth, job)).body as ShownJob);
  assert.deepEqual(progress(undone), ["done", 1, 1, 0]);
  assert.deepEqual(await resultsOf(auth, undone, "?outcome=skipped"), [[bia, "skipped", "changed_since"]]);
  const withdrawn = await userOf(auth, ana);
  assert.equal(withdrawn.email_confirmed_at, undefined);
  assert.equal(withdrawn.identities[0]?.identity_data.email_verified, false);
  assert.equal(withdrawn.user_metadata.email_verified, false);
  assert.deepEqual(verdict(await signIn(auth, "ana@example.com")), [400, "email_not_confirmed"]);
  const renewed = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(renewed.status, 400, "sessions that the confirmation let in have ended");
  assert.ok((await userOf(auth, bia)).email_confirmed_at);
});

test("send_recovery and send_invitation mail each user once, leave out who gets none, and cannot be undone", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "100" });
  const ana = await make(auth, { email: "ana@example.com", email_confirm: true });
  const bia = await make(auth, { email: "bia@example.com" });
  const banned = await make(auth, { email: "caio@example.com", email_confirm: true, ban_duration: "24h" });
  const phone = await make(auth, { phone: "5511999990000" });
  const users = { ids: [ana, bia, banned, phone] };
  const before = await auth.post("/admin/bulk-jobs", { act: "send_invitation", users, dry_run: true }, auth.admin);
  const { undo: why } = before.body as ShownJob;
  assert.equal(why.possible, false);
  assert.match(why.why_not ?? "", /Mails that have left do not come back/);

  const invitation = await finish(auth, await startJob(auth, { act: "send_invitation", users }));
  assert.deepEqual(progress(invitation), ["done", 1, 3, 0]);
  assert.deepEqual(await sent(auth), [["invite", "bia@example.com"]]);
  const reasons = (await resultsOf(auth, invitation, "?outcome=skipped")).map(([id, , error]) => [id, error]);
  assert.deepEqual(Object.fromEntries(reasons), {
    [ana]: "email_already_confirmed",
    [banned]: "user_banned",
    [phone]: "email_missing",
  });
  assert.deepEqual(verdict(await undo(auth, invitation)), [422, "bulk_job_final"]);

  const recovery = await finish(auth, await startJob(auth, { act: "send_recovery", users }));
  assert.deepEqual(progress(recovery), ["done", 2, 2, 0]);
  const again = await finish(auth, await startJob(auth, { act: "send_recovery", users: { ids: [ana] } }));
  assert.deepEqual(await resultsOf(auth, again), [[ana, "skipped", "over_email_send_rate_limit"]]);
  assert.deepEqual(await sent(auth), [
    ["invite", "bia@example.com"],
    ["recovery", "ana@example.com"],
    ["recovery", "bia@example.com"],
  ]);
  // The links are those of the single call.
  const message = (await auth.messages()).find(({ template }) => template === "recovery");
  const verified = await auth.post("/verify", { type: "recovery", token_hash: message?.variables.tokenHash });
  assert.equal(verified.status, 200, verified.text);
});

test("a job leaves half of the limit of mails to others, waits, and goes on when mails may leave again", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "6" });
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await make(auth, { email: `user${n}@example.com`, email_confirm: true }));
  const job = await startJob(auth, { act: "send_recovery", users: { ids } });
  const waiting = await finish(auth, job);
  assert.deepEqual([...progress(waiting), waiting.error], ["waiting", 3, 0, 0, "over_email_send_rate_limit"]);
  assert.equal((await sent(auth)).length, 3);
  assert.equal((await auth.post("/recover", { email: "user4@example.com" })).status, 200);
  assert.equal((await sent(auth)).length, 4, "whoever asks for a mail gets it");
  await work(auth);
  assert.equal((await sent(auth)).length, 4, "the job waits");
  const other = await finish(auth, await startJob(auth, { act: "sign_out", users: { ids } }));
  assert.equal(other.state, "done", "others are worked on meanwhile");
  auth.clock.advance(3600);
  await auth.service.world.db.run(sql`update bulk_jobs set leased_until = now() where state = 'waiting'`);
  const ended = await finish(auth, job);
  assert.deepEqual([...progress(ended), ended.error], ["done", 5, 0, 0, null]);
});

test("mails take the right to invite, confirming takes a proof and a reason", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const support = await administrator(auth, "support");
  const viewer = await administrator(auth, "viewer");
  const admin = await administrator(auth, "admin");
  const users = { ids: [viewer.id] };
  const start = (act: string, headers: Record<string, string>) => auth.post("/admin/bulk-jobs", { act, users }, headers);
  assert.equal((await start("send_recovery", support.headers)).status, 202);
  for (const act of ["send_recovery", "send_invitation", "confirm_email"])
    assert.deepEqual(verdict(await start(act, viewer.headers)), [403, "right_missing"], act);
  assert.deepEqual(verdict(await start("confirm_email", support.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await start("confirm_email", { authorization: admin.headers.authorization as string })), [
    422,
    "reason_missing",
  ]);
  auth.clock.advance(11 * 60);
  assert.deepEqual(verdict(await start("confirm_email", admin.headers)), [403, "reauthentication_needed"]);
});
