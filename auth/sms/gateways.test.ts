// Each gateway alone, against its stand-in: what it is sent, and what its answers come to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { recordRequests } from "../../kernel/testing/recorded_requests.ts";
import type { SmsProvider } from "../config/sms.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { testConfig } from "../outbox/testing.ts";
import type { Sms, SmsGateway } from "./gateway.ts";
import { gatewayOf } from "./gateways.ts";
import { PROVIDERS_OF_SMS, STAND_INS, startGateway } from "./testing.ts";

const SMS: Sms = { to: "15551234567", channel: "sms", text: "Olá ✓ 271828 & more", code: "271828" };

function configFor(provider: SmsProvider, url: string, more: Record<string, string> = {}) {
  return testConfig({ SMS_PROVIDER: provider, SMS_GATEWAY_URL: url, ...STAND_INS[provider].variables, ...more });
}

async function send(provider: SmsProvider, url: string, more: Record<string, string> = {}, sms: Sms = SMS): Promise<string> {
  const config = configFor(provider, url, more);
  return (gatewayOf(config) as SmsGateway).send(sms, config);
}

/** What became of it: the gateway's id, or the kind of error and its reason. */
async function outcome(sent: Promise<string | boolean>): Promise<string | boolean> {
  return sent.catch((error) => {
    assert.ok(error instanceof NotNow || error instanceof Undeliverable, String(error.stack));
    return `${error.name}: ${error.message}`;
  });
}

async function outcomeOf(provider: SmsProvider, answer: SinkAnswer): Promise<string | boolean> {
  await using sink = await startHttpSink(() => answer);
  return await outcome(send(provider, sink.url));
}

for (const provider of PROVIDERS_OF_SMS) {
  test(`${provider} is sent the number and the text as it wants them, and names the message`, async () => {
    await using gateway = await startGateway(provider);
    assert.equal(await send(provider, gateway.url), `${provider}-1`);
    const [{ to, channel, text }] = gateway.received as [(typeof gateway.received)[0]];
    assert.deepEqual([to, channel], [SMS.to, "sms"]);
    if (provider !== "twilio_verify") assert.equal(text, SMS.text);
    // An address with a path, as a relay has one, keeps it.
    await outcome(send(provider, `${gateway.url}/relay/`));
    assert.match(gateway.requests[1]?.path ?? "", /^\/relay\/\w/);
  });

  test(`${provider} that refuses for good is not asked again, one that cannot now is`, async () => {
    const { refusal, reason, taken: accepted } = STAND_INS[provider];
    assert.equal(await outcomeOf(provider, refusal), `Undeliverable: ${reason}`);
    for (const status of [400, 401, 403, 404, 422])
      assert.equal(await outcomeOf(provider, { status, body: "no" }), `Undeliverable: the SMS gateway said ${status}`);
    for (const status of [408, 429, 500, 502, 503, 301, 307])
      assert.equal(
        await outcomeOf(provider, { status, headers: { location: "http://127.0.0.1:1/" }, body: accepted("x").body }),
        `NotNow: the SMS gateway said ${status}`,
      );
    assert.match(String(await outcome(send(provider, "http://127.0.0.1:1"))), /^NotNow: the SMS gateway: it cannot be reached/);
  });

  test(`${provider} that says yes in a way that cannot be read is not asked again, because it may have sent the message`, async () => {
    const unknown = "Undeliverable: the SMS gateway did not say what became of the message";
    const { status } = STAND_INS[provider].taken("x");
    const ids = [undefined, null, "", {}, [], true, "two\nlines", "é", "x".repeat(101)];
    const bodies = [...ids.map((id) => STAND_INS[provider].taken(id as string).body), "", "<html>", "[]", "null", "{}", "7"];
    for (const body of [...bodies, { messages: {} }, { messages: [null] }, { recipients: [] }, { recipients: null }])
      assert.equal(await outcomeOf(provider, { status, body }), unknown, JSON.stringify(body));
    assert.match(String(await outcomeOf(provider, { status, body: "x".repeat(5_000_000) })), /^Undeliverable: .* more than/);
    assert.match(String(await outcomeOf(provider, { status, body: Buffer.from([0xff]) })), /^Undeliverable: .* not UTF-8/);
  });

  test(`${provider} does not follow a redirect with its credentials`, async () => {
    await using elsewhere = await startHttpSink();
    await using gateway = await startHttpSink(() => ({ status: 307, headers: { location: elsewhere.url } }));
    assert.equal(await outcome(send(provider, gateway.url)), "NotNow: the SMS gateway said 307");
    assert.equal(elsewhere.requests.length, 0);
  });
}

test("a message that twilio took and could not send is given up", async () => {
  for (const status of ["failed", "undelivered"]) {
    const body = { sid: "SM1", status, error_code: 30006 };
    assert.equal(await outcomeOf("twilio", { status: 201, body }), "Undeliverable: the SMS gateway could not send it (30006)");
  }
});

test("a message that messagebird sent to nobody is given up", async () => {
  const body = { id: "m1", recipients: { totalCount: 1, totalSentCount: 0 } };
  assert.equal(await outcomeOf("messagebird", { status: 201, body }), "Undeliverable: the SMS gateway sent it to nobody");
});

test("vonage that throttles is asked again; what it says of the number, the credit or the credentials is final", async () => {
  const outcomes = ["1", "5", "10", "2", "4", "7", "9"].map((status) =>
    outcomeOf("vonage", { status: 200, body: { messages: [{ status, "error-text": "for 15551234567" }] } }),
  );
  assert.deepEqual(
    (await Promise.all(outcomes)).map((each) => String(each).split(":")[0]),
    ["NotNow", "NotNow", "NotNow", "Undeliverable", "Undeliverable", "Undeliverable", "Undeliverable"],
  );
});

test("vonage is told of text outside of ASCII, and only of that", async () => {
  await using gateway = await startGateway("vonage");
  for (const text of ["Your code is 1", "Código 1", "1 ✓"]) await send("vonage", gateway.url, {}, { ...SMS, text });
  assert.deepEqual(
    gateway.requests.map(({ body }) => new URLSearchParams(body).get("type")),
    [null, "unicode", "unicode"],
  );
});

test("textlocal may number its messages", async () => {
  const body = { status: "success", messages: [{ id: 1151346216 }] };
  assert.equal(await outcomeOf("textlocal", { status: 200, body }), "1151346216");
});

test("twilio sends WhatsApp between WhatsApp numbers, from a service as it is, and as a template where one is set", async () => {
  await using gateway = await startGateway("twilio");
  const whatsapp: Sms = { ...SMS, channel: "whatsapp" };
  await send("twilio", gateway.url, {}, whatsapp);
  await send("twilio", gateway.url, { SMS_TWILIO_MESSAGE_SERVICE_SID: "15550009999" }, whatsapp);
  await send("twilio", gateway.url, { SMS_TWILIO_MESSAGE_SERVICE_SID: "MG1", SMS_TWILIO_CONTENT_SID: "HX1" }, whatsapp);
  await send("twilio", gateway.url, { SMS_TWILIO_CONTENT_SID: "HX1" });
  assert.deepEqual(
    gateway.received.map(({ to, channel, text }) => [to, channel, text]),
    [
      [SMS.to, "whatsapp", SMS.text],
      [SMS.to, "whatsapp", SMS.text],
      [SMS.to, "whatsapp", 'HX1 {"1":"271828"}'],
      [SMS.to, "sms", SMS.text],
    ],
  );
  assert.deepEqual(
    gateway.requests.map(({ body }) => new URLSearchParams(body).get("From")),
    ["whatsapp:+15550009999", "whatsapp:+15550009999", "MG1", "+15550009999"],
  );
});

test("a twilio_verify code is right when it says approved and valid, wrong when none waits, and unknown otherwise", async () => {
  const checked = async (answer: SinkAnswer, code = "271828") => {
    await using sink = await startHttpSink(() => answer);
    const config = configFor("twilio_verify", sink.url);
    const { check } = gatewayOf(config) as Required<SmsGateway>;
    return await outcome(check({ to: SMS.to, code }, config));
  };
  const says = (status: unknown, valid: unknown) => ({ status: 200, body: { status, valid } });
  assert.equal(await checked(says("approved", true)), true);
  for (const answer of [says("pending", false), says("approved", false), says("approved", "true"), says("pending", true)])
    assert.equal(await checked(answer), false, JSON.stringify(answer));
  assert.equal(await checked({ status: 404, body: { code: 20404 } }), false);
  assert.equal(await checked({ status: 400, body: { code: 60200 } }), false);
  assert.equal(await checked({ status: 429, body: { code: 60202 } }), false);
  for (const code of ["", "123", "12345678901", "12a4", "１２３４"])
    assert.equal(await checked(says("approved", true), code), false);
  const unknown = [
    { status: 429, body: { code: 20429 } },
    { status: 401 },
    { status: 403 },
    { status: 500 },
    { status: 302, headers: { location: "http://127.0.0.1:1/" } },
    { status: 200, body: "<html>" },
    { status: 200, body: { status: ["approved"], valid: true } },
  ];
  for (const answer of unknown) assert.match(String(await checked(answer)), /^NotNow: the SMS gateway said \d+/);
  assert.match(String(await checked({ status: 200, body: "x".repeat(5_000_000) })), /^Undeliverable: /);
});

test("every gateway has a public address of its own over HTTPS", async () => {
  const urls = await recordRequests(async () => {
    for (const provider of PROVIDERS_OF_SMS) {
      const config = testConfig({ SMS_PROVIDER: provider, ...STAND_INS[provider].variables });
      await outcome((gatewayOf(config) as SmsGateway).send(SMS, config));
    }
  });
  assert.deepEqual(urls, [
    "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json",
    "https://verify.twilio.com/v2/Services/VA1/Verifications",
    "https://rest.messagebird.com/messages",
    "https://api.textlocal.in/send",
    "https://rest.nexmo.com/sms/json",
  ]);
});
