// AK-34: what administrators try from the console: hooks, providers, mail, text messages, captcha, passwords, templates, webhooks and companies' metadata.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type SinkAnswer, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import { NAMES_INSIDE } from "../replica.ts";
import { HOOK_SECRET } from "../sinks.ts";
import { administrator } from "./administrators.ts";
import { OPEN, patch, takeAway } from "./settings.ts";

type Headers = Record<string, string>;
type Values = Record<string, string>;

const WORD = "canary-of-an-internal-server";
const HOOK = "mfa_verification_attempt";
const REDIRECTS = [301, 302, 303, 307, 308];

const hookAt = (url: string): Values => ({
  HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED: "true",
  HOOK_MFA_VERIFICATION_ATTEMPT_URI: url,
  HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS: `v1,${HOOK_SECRET}`,
});
const providerAt = (url: string): Values => ({
  EXTERNAL_GITLAB_ENABLED: "true",
  EXTERNAL_GITLAB_URL: url,
  EXTERNAL_GITLAB_SECRET: "s",
});

const smsAt = (url: string): Values => ({
  SMS_PROVIDER: "vonage",
  SMS_GATEWAY_URL: url,
  SMS_VONAGE_API_KEY: "key",
  SMS_VONAGE_API_SECRET: "secret",
  SMS_VONAGE_FROM: "Cofre",
});

/** A sign-in that is tried, as a browser does it: to the provider, back with a code, and a look at what came of it. */
async function trySignIn({ auth }: Pair, headers: Headers): Promise<Reply> {
  const path = "/admin/providers/gitlab/tries";
  const begun = await auth.post(path, {}, headers);
  const { id, url } = begun.body as { id?: string; url?: string };
  if (!id || !url) return begun;
  const link = new URL(url);
  const opened = await auth.get(link.pathname + link.search);
  const cookie = opened.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const state = URL.parse(opened.headers.location ?? "")?.searchParams.get("state") ?? "";
  const back = await auth.get(`/callback?${new URLSearchParams({ state, code: "x" })}`, { cookie });
  assert.ok(back.status === 200 && !back.text.includes(WORD), `${back.status} ${back.text}`);
  return auth.get(`${path}/${id}`, headers);
}

/** What each button asks, once the settings name an address. */
const PRESS: Record<string, (pair: Pair, headers: Headers) => Promise<Reply>> = {
  hook: ({ auth }, headers) => auth.post(`/admin/hooks/${HOOK}/test`, {}, headers),
  provider: ({ auth }, headers) => auth.post("/admin/providers/gitlab/test", {}, headers),
  sign_in: trySignIn,
  sms: (pair, headers) => pair.auth.post("/admin/sms/test", { to: pair.phone() }, headers),
  mail: ({ auth }, headers) => auth.post("/admin/mail/test", { to: "x@people.example.com" }, headers),
  template: ({ auth }, headers) => auth.post("/admin/mail/preview", { template: "recovery" }, headers),
  password: ({ auth }, headers) => auth.post("/admin/passwords/test", { password: "a password that is long enough" }, headers),
};

/** With these settings. A change that waits to be confirmed is withdrawn, any other is undone. */
async function withSettings<Result>(pair: Pair, headers: Headers, set: Values, work: () => Promise<Result>): Promise<Result> {
  const stored = await patch(pair, set, headers, { skip_trials: true });
  assert.equal(stored.status, 200, stored.text);
  try {
    return await work();
  } finally {
    await takeBack(pair, headers, set, stored);
  }
}

async function takeBack(pair: Pair, headers: Headers, set: Values, { body }: Reply): Promise<void> {
  const { version, confirm_before: until } = body as { version: number; confirm_before: string | null };
  if (until) await pair.auth.send("/admin/settings/confirm", { method: "DELETE", headers, body: { version } });
  else await takeAway(pair, Object.keys(set));
}

/** Counts connections, whatever is said in them. */
async function startDoor() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  return { port, count: () => connections, [Symbol.asyncDispose]: async () => void server.close() };
}

export const testButtons: AttackCase[] = [
  attack("AK-34", "what administrators try leads to no metadata service, by no name and no redirect", OPEN, async (pair) => {
    const { headers } = await administrator(pair, "owner");
    const press = (button: string) => (PRESS[button] as (typeof PRESS)[string])(pair, headers);
    await using door = await startDoor();
    const { metadata, loopback } = NAMES_INSIDE;
    // Its addresses are a metadata service and this machine: whoever takes the next one is seen here.
    const at = `https://${metadata}:${door.port}`;
    const byName: [button: string, set: Values][] = [
      ["hook", hookAt(at)],
      ["provider", providerAt(at)],
      ["sign_in", providerAt(at)],
      ["sms", smsAt(at)],
      ["mail", { SMTP_HOST: metadata, SMTP_PORT: String(door.port) }],
      ["template", { MAILER_TEMPLATES_RECOVERY: `${at}/recovery.html` }],
      ["password", { PASSWORD_HIBP_ENABLED: "true", PASSWORD_HIBP_URL: at }],
    ];
    for (const [button, set] of byName) {
      const tried = await patch(pair, set, headers);
      if (tried.status === 200) await takeBack(pair, headers, set, tried);
      assert.ok(tried.status < 500, `${button}: ${tried.text}`);
      const reply = await withSettings(pair, headers, set, () => press(button));
      assert.ok(reply.status < 500, `${button}: ${reply.status} ${reply.text}`);
    }
    for (const host of [metadata, loopback])
      for (const [path, body] of [
        ["/admin/sso/providers", { type: "saml", metadata_url: `https://${host}:${door.port}/metadata` }],
        ["/admin/custom-providers", customProvider(`https://${host}:${door.port}`)],
      ] as const) {
        const reply = await pair.auth.post(path, body, headers);
        assert.ok(reply.status >= 400 && reply.status < 500, `${path} ${host}: ${reply.status} ${reply.text}`);
      }
    assert.equal(door.count(), 0, "nobody knocked");

    let answer: SinkAnswer = { status: 200 };
    await using inside = await startHttpSink(() => answer);
    const { trap } = pair.inside.sinks;
    const before = trap.requests.length;
    const byAnswer: [button: string, set: Values][] = [
      ["hook", hookAt(inside.url)],
      ["provider", providerAt(inside.url)],
      ["sign_in", providerAt(inside.url)],
      ["sms", smsAt(inside.url)],
    ];
    for (const [button, set] of byAnswer)
      await withSettings(pair, headers, set, async () => {
        const calls = inside.requests.length;
        for (const status of REDIRECTS)
          for (const location of [
            `${trap.url}/${button}`,
            "http://169.254.169.254/latest",
            `//${metadata}/`,
            "file:///etc/passwd",
          ]) {
            answer = { status, headers: { location, "x-word": WORD }, body: WORD };
            const reply = await press(button);
            assert.ok(reply.status < 500 && !reply.text.includes(WORD), `${button} ${status} ${location}: ${reply.text}`);
            assert.ok(!/"outcome":"answered"/.test(reply.text), `${button} ${status}: ${reply.text}`);
          }
        assert.ok(inside.requests.length > calls, `${button}: it was asked`);
      });
    assert.equal(trap.requests.length, before, "nobody was led on");
    answer = { status: 400, body: { code: WORD, message: WORD } };
    const reply = await withSettings(pair, headers, smsAt(inside.url), () => press("sms"));
    assert.ok(
      reply.status === 200 && !reply.text.includes(WORD),
      `the answer of an address that was set in the console: ${reply.text}`,
    );
    // The control: a hook that is a neighbour is asked, by its name too.
    answer = { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
    await withSettings(pair, headers, hookAt(inside.url), async () => {
      await until("the hook to be asked", async () => (await press("hook")).text.includes('"outcome":"answered"'));
    });
    return `${byName.length} buttons, ${inside.requests.length} requests`;
  }),
];

const customProvider = (issuer: string) => ({
  provider_type: "oidc",
  identifier: "custom:inside",
  name: "Inside",
  client_id: "client",
  client_secret: "secret",
  issuer,
});
