// P14: an external provider fails.
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import type { HttpClient } from "../harness/http_client.ts";
import type { Fault } from "./fault.ts";
import { type Findings, largest, noFindings, roundedPercentile } from "./findings.ts";
import { signIn } from "./members.ts";
import type { World } from "./world.ts";

const MODES: [string, SinkAnswer][] = [
  ["says 500", { status: 500 }],
  ["says garbage", { status: 200, body: "<html>", headers: { "content-type": "application/json" } }],
  ["says nothing", { status: 200 }],
  ["is slow", { status: 200, body: {}, delayMs: 3_000 }],
  ["never answers", { status: 0, hang: true }],
];

export const providerDown: Fault = {
  id: "P14",
  title: "an external provider fails",
  how: "a replica of auth whose provider says 500, garbage, nothing, is slow, never answers, or has no TLS where TLS is wanted",
  expected: "the browser is redirected with an error within 10 s; other sign-ins are not affected",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    let answer: SinkAnswer = { status: 500 };
    await using provider = await startHttpSink(() => answer);
    const variables = (url: string) => ({
      AUTHSVC_EXTERNAL_GITHUB_ENABLED: "true",
      AUTHSVC_EXTERNAL_GITHUB_CLIENT_ID: "client",
      AUTHSVC_EXTERNAL_GITHUB_SECRET: "secret",
      AUTHSVC_EXTERNAL_GITHUB_REDIRECT_URI: "https://auth.example.com/callback",
      AUTHSVC_EXTERNAL_GITHUB_URL: url,
    });
    await using auth = await world.replica({ service: "auth", name: "auth_provider", variables: variables(provider.url) });
    const landedMs: number[] = [];
    const calm = await signInTimes(world, auth.url);
    const during: number[] = [];
    for (const [name, failing] of MODES) {
      answer = failing;
      const trip = visit(world.client, auth.url, name, findings);
      during.push(...(await signInTimes(world, auth.url)));
      landedMs.push(await trip);
      findings.rounds++;
    }
    const port = new URL(auth.url).port;
    const https = variables(provider.url.replace("http:", "https:"));
    await auth.restart({ ...world.variables.auth, ...https, AUTHSVC_API_PORT: port });
    landedMs.push(await visit(world.client, auth.url, "has no TLS", findings));
    findings.rounds++;
    findings.goals.push({ name: "slowest way back", measured: largest(landedMs), most: 10_500, unit: "ms" });
    findings.figures["password sign-in p50 ms, calm"] = roundedPercentile(calm, 0.5);
    findings.figures["password sign-in p50 ms, meanwhile"] = roundedPercentile(during, 0.5);
    stage.say(`P14 ${findings.rounds} modes`);
    return findings;
  },
};

/** To the provider and back with a code; returns the milliseconds of the callback. */
async function visit(client: HttpClient, auth: string, name: string, findings: Findings): Promise<number> {
  const begun = await client.send(`${auth}/authorize?provider=github`);
  const state = new URL(begun.headers.location ?? "about:blank").searchParams.get("state") ?? "";
  const cookie = (begun.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
  const landed = await client.send(`${auth}/callback?code=code&state=${encodeURIComponent(state)}`, { headers: { cookie } });
  const target = new URL(landed.headers.location ?? "about:blank");
  const isRight = landed.status === 302 && target.host === "app.example.com" && target.searchParams.has("error");
  if (!isRight) findings.violations.push(`the provider ${name}: the way back was answered ${landed.status} to ${target.host}`);
  if (target.hash.includes("access_token")) findings.violations.push(`the provider ${name}: a user was signed in`);
  return landed.milliseconds;
}

async function signInTimes({ client, members }: World, auth: string): Promise<number[]> {
  const times: number[] = [];
  for (const { email, password } of members) {
    const began = performance.now();
    await signIn(client, auth, { email, password });
    times.push(performance.now() - began);
  }
  return times;
}
