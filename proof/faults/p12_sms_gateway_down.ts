// P12: the SMS gateway fails.
import { setTimeout as sleep } from "node:timers/promises";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import type { Fault } from "./fault.ts";
import { largest, noFindings } from "./findings.ts";

const TAKEN: SinkAnswer = { status: 201, body: { sid: "SM1", status: "queued" } };
const MODES: [string, SinkAnswer][] = [
  ["500", { status: 500, body: {} }],
  ["429", { status: 429, body: {} }],
  ["never answers", { status: 0, hang: true }],
];
const VARIABLES = {
  AUTHSVC_EXTERNAL_PHONE_ENABLED: "true",
  AUTHSVC_SMS_PROVIDER: "twilio",
  AUTHSVC_SMS_TWILIO_ACCOUNT_SID: "account",
  AUTHSVC_SMS_TWILIO_AUTH_TOKEN: "token",
  AUTHSVC_SMS_TWILIO_MESSAGE_SERVICE_SID: "sender",
  AUTHSVC_SMS_MAX_FREQUENCY: "0",
  AUTHSVC_SMS_OTP_EXP: "10m",
  AUTHSVC_RATE_LIMIT_SMS_SENT: "1000000",
};
const LONGEST_DELIVERY_MS = 90_000;

export const smsGatewayDown: Fault = {
  id: "P12",
  title: "the SMS gateway fails",
  how: "a replica of auth with a gateway that says 500, says 429, or never answers; and one that speaks no TLS where TLS is wanted",
  expected: "the request is answered at once, and the code is sent once when the gateway is back",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    let answer = TAKEN;
    await using gateway = await startHttpSink(() => answer);
    // Other replicas of auth would take the messages and find that they have no gateway.
    await world.auth.stop();
    try {
      await using auth = await world.replica({
        service: "auth",
        name: "auth_sms",
        variables: { ...VARIABLES, AUTHSVC_SMS_GATEWAY_URL: gateway.url },
      });
      const answerMs: number[] = [];
      const ask = async (phone: string) => {
        const reply = await world.client.send(`${auth.url}/otp`, { method: "POST", body: { phone } });
        answerMs.push(reply.milliseconds);
        if (reply.status !== 200) findings.violations.push(`POST /otp was answered ${reply.status}: ${reply.text}`);
      };
      let number = 0;
      for (const [name, failing] of MODES) {
        const phone = `1555010${100 + number++}`;
        const requestsToPhone = () => gateway.requests.filter(({ body }) => body.includes(phone));
        answer = failing;
        world.acknowledged.users.set(`phone ${phone}`, { state: "unresolved", mailed: false, mark: undefined });
        await ask(phone);
        await timeUntil(() => requestsToPhone().length > 0, 10_000);
        const failed = requestsToPhone().length;
        // Pending requests keep their answer.
        answer = TAKEN;
        if ((await timeUntil(() => requestsToPhone().length > failed, LONGEST_DELIVERY_MS)) === undefined)
          findings.violations.push(`${name}: the code was never sent`);
        await sleep(3_000);
        const accepted = requestsToPhone().length - failed;
        if (accepted > 1) findings.violations.push(`${name}: the gateway accepted the same code ${accepted} times`);
        findings.rounds++;
        stage.say(`P12 ${name} done`);
      }
      findings.goals.push({ name: "slowest answer of POST /otp", measured: largest(answerMs), most: 10_000, unit: "ms" });
      await auth.restart({
        ...world.variables.auth,
        ...VARIABLES,
        AUTHSVC_API_PORT: new URL(auth.url).port,
        AUTHSVC_SMS_GATEWAY_URL: gateway.url.replace("http:", "https:"),
      });
      await ask("15550109999");
      findings.rounds++;
    } finally {
      world.auth.start();
      await world.auth.ready();
    }
    return findings;
  },
};
