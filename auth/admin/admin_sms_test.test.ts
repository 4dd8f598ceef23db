import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { readAuthConfig } from "../config.ts";
import type { GatewayAnswer } from "../sms/ask_gateway.ts";
import { gatewayOf } from "../sms/gateways.ts";
import { STAND_INS, startGateway } from "../sms/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

interface Tried {
  sent: boolean;
  by: string;
  gateway: string | null;
  problem: string | null;
  answer: { status: number; body: string | null } | null;
}

const NUMBER = "5511999990000";

const attempt = (auth: TestAuth, to: unknown = `+${NUMBER}`, headers: Record<string, string> = auth.admin) =>
  auth.post("/admin/sms/test", { to }, headers);

test("POST /admin/sms/test sends a message by the gateway, and shows what it answered without credentials and number", async () => {
  for (const provider of ["twilio_verify", "vonage"] as const) {
    await using gateway = await startGateway(provider);
    const { variables, refusal, reason } = STAND_INS[provider];
    await using auth = await startTestAuth({ SMS_PROVIDER: provider, SMS_GATEWAY_URL: gateway.url, ...variables });
    const reply = await attempt(auth);
    assert.equal(reply.status, 200, reply.text);
    const { answer, ...rest } = reply.body as Tried;
    assert.deepEqual(rest, { sent: true, by: "gateway", gateway: provider, problem: null });
    assert.ok(answer && answer.status < 300 && answer.body?.includes(`${provider}-1`), reply.text);
    assert.equal(gateway.received[0]?.to, NUMBER);
    if (provider !== "twilio_verify") assert.match(gateway.received[0]?.text ?? "", /^Teste de SMS/);

    auth.clock.advance(61);
    const secret = Object.values(variables).find((each) => each.includes("canary")) ?? "";
    const body = { ...(refusal.body as object), echo: `+${NUMBER} ${secret}` };
    gateway.instead = { ...refusal, body };
    const refused = (await attempt(auth)).body as Tried;
    assert.deepEqual([refused.sent, refused.problem], [false, reason], provider);
    const shown = JSON.stringify(refused);
    assert.ok(!shown.includes("canary") && !shown.includes(NUMBER), shown);
    assert.ok(refused.answer?.body?.includes("…0000"), shown);
    const { text } = await auth.get("/admin/acts?action=sms_tested", auth.admin);
    assert.ok(text.includes("…0000") && !text.includes(NUMBER));
    assert.deepEqual(await auth.messages(), [], "nothing is queued");
  }
});

test("every gateway tells what it answered to whoever asks for that", async () => {
  for (const provider of ["twilio", "messagebird", "textlocal"] as const) {
    await using server = await startGateway(provider);
    const { config } = readAuthConfig({
      AUTHSVC_SITE_URL: "https://app.example.com",
      AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
      AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
      AUTHSVC_DB_DATABASE_URL: "postgres://nobody@localhost/none",
      AUTHSVC_SMS_PROVIDER: provider,
      AUTHSVC_SMS_GATEWAY_URL: server.url,
      ...Object.fromEntries(Object.entries(STAND_INS[provider].variables).map(([name, value]) => [`AUTHSVC_${name}`, value])),
    });
    const heard: number[] = [];
    const sms = {
      to: NUMBER,
      channel: "sms" as const,
      text: "x",
      code: "",
      hear: ({ status }: GatewayAnswer) => heard.push(status),
    };
    await gatewayOf(config)?.send(sms, config);
    assert.deepEqual([heard.length, server.received.length], [1, 1], provider);
  }
});

test("the answer of an address that was set in the console is not shown", async () => {
  await using gateway = await startGateway("vonage");
  await using auth = await startTestAuth();
  const set = { SMS_PROVIDER: "vonage", SMS_GATEWAY_URL: gateway.url, ...STAND_INS.vonage.variables };
  const stored = await auth.call("/admin/settings", {
    method: "PATCH",
    body: { base: 0, set, skip_trials: true },
    headers: { ...auth.admin, "audit-reason": "x" },
  });
  assert.equal(stored.status, 200, stored.text);
  const { sent, answer } = (await attempt(auth)).body as Tried;
  assert.deepEqual([sent, answer], [true, { status: 200, body: null }]);
});

test("POST /admin/sms/test follows no redirect, waits between two messages, counts, and says what is missing", async () => {
  await using gateway = await startGateway("twilio");
  const { variables } = STAND_INS.twilio;
  const set = { SMS_PROVIDER: "twilio", SMS_GATEWAY_URL: gateway.url, ...variables, RATE_LIMIT_SMS_SENT: "2" };
  await using auth = await startTestAuth({ ...set, MAILER_AUTOCONFIRM: "true" });
  gateway.instead = { status: 302, headers: { location: `${gateway.url}/inside` } };
  const redirected = (await attempt(auth)).body as Tried;
  assert.deepEqual([redirected.sent, redirected.answer], [false, { status: 302, body: "" }]);
  assert.equal(gateway.requests.length, 1);
  gateway.instead = undefined;
  assert.deepEqual(verdict(await attempt(auth)), [429, "over_sms_send_rate_limit"]);
  assert.equal((await attempt(auth, "+351 912 345 678")).status, 200);
  assert.deepEqual(verdict(await attempt(auth, "+351 912 345 679")), [429, "over_sms_send_rate_limit"]);
  for (const to of ["nobody", "", "0123"]) assert.equal((await attempt(auth, to)).status, 400, to);
  const { headers } = await administrator(auth, "security");
  assert.deepEqual(verdict(await attempt(auth, NUMBER, headers)), [403, "right_missing"]);
  assert.equal((await auth.post("/admin/sms/test", { to: NUMBER })).status, 401);

  await using without = await startTestAuth({}, undefined, { canText: false });
  assert.deepEqual(verdict(await attempt(without)), [422, "sms_gateway_missing"]);
});
