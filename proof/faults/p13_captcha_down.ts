// P13: the captcha provider fails, and everybody is rejected.
import { randomUUID } from "node:crypto";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import type { Fault } from "./fault.ts";
import { largest, noFindings } from "./findings.ts";

const MODES: [string, SinkAnswer][] = [
  ["500", { status: 500, body: { success: true } }],
  ["garbage", { status: 200, body: "yes", headers: { "content-type": "application/json" } }],
  ["an empty answer", { status: 200 }],
  ["success as text", { status: 200, body: { success: "true" } }],
  ["a refusal", { status: 200, body: { success: false } }],
  ["no answer", { status: 0, hang: true }],
];

export const captchaDown: Fault = {
  id: "P13",
  title: "the captcha provider fails",
  how: "a replica of auth whose captcha provider says 500, garbage, nothing, the wrong type, or never answers",
  expected: "sign-up and sign-in fail meanwhile, and the error says why; afterwards both work",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    let answer: SinkAnswer = { status: 200, body: { success: true } };
    await using provider = await startHttpSink(() => answer);
    await using auth = await world.replica({
      service: "auth",
      name: "auth_captcha",
      variables: {
        AUTHSVC_SECURITY_CAPTCHA_ENABLED: "true",
        AUTHSVC_SECURITY_CAPTCHA_SECRET: "secret",
        AUTHSVC_SECURITY_CAPTCHA_TIMEOUT: "2",
        AUTHSVC_SECURITY_CAPTCHA_URL: `${provider.url}/siteverify`,
      },
    });
    const [member] = world.members;
    // Each is valid for one request.
    const token = () => ({ gotrue_meta_security: { captcha_token: randomUUID() } });
    const tries = (mark: string): [string, string, object][] => [
      ["sign-up", "/signup", { email: `captcha-${mark}@faults.example`, password: "a password that is long", ...token() }],
      ["sign-in", "/token?grant_type=password", { email: member?.email, password: member?.password, ...token() }],
    ];
    const answerMs: number[] = [];
    let passes = 0;
    for (const [name, failing] of MODES) {
      answer = failing;
      for (const [what, path, body] of tries("never")) {
        const reply = await world.client.send(auth.url + path, { method: "POST", body });
        answerMs.push(reply.milliseconds);
        if (reply.status < 300) passes++;
        if (reply.status < 400 || reply.status > 503) findings.violations.push(`${name}: ${what} was answered ${reply.status}`);
      }
      findings.rounds++;
    }
    answer = { status: 200, body: { success: true } };
    world.acknowledged.users.set("captcha-once@faults.example", { state: "present", mailed: true, mark: "" });
    for (const [what, path, body] of tries("once")) {
      const reply = await world.client.send(auth.url + path, { method: "POST", body });
      if (reply.status !== 200) findings.violations.push(`${what} was answered ${reply.status} although the captcha passed`);
    }
    findings.figures["passes while it failed"] = passes;
    findings.goals.push({ name: "slowest refusal", measured: largest(answerMs), most: 10_000, unit: "ms" });
    stage.say(`P13 ${findings.rounds} modes, ${passes} passes`);
    return findings;
  },
};
