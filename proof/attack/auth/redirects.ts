// AR: redirect targets.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, landingOf, mailTo } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { agree, beginTrip, comeBack } from "../provider_trip.ts";
import { SITE_URL } from "../settings.ts";

/** By row: values that must be replaced by the site URL. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "AR-02": [
    "https://app.example.com@evil.test/",
    "https://app.example.com:443@evil.test/",
    "https://app.example.com%40evil.test/",
  ],
  "AR-03": [
    ...["https://app.example.com\\@evil.test/", "https:\\\\evil.test", "https:evil.test", "https:/evil.test"],
    ...["//evil.test", "/\\evil.test", "\\\\evil.test", "https:///evil.test"],
  ],
  "AR-05": [
    "https://app。example。com/",
    "https://ａpp.example.com/",
    "https://xn--pp-iia.example.com/",
    "https://app.examplе.com/",
  ],
  "AR-06": [
    "http://app.example.com/",
    "https://app.example.com:8443/",
    "https://app.example.com.evil.test/",
    "https://evilapp.example.com/",
  ],
  "AR-07": [
    ...["javascript://app.example.com/%0aalert(1)", "javascript:alert(1)", "data:text/html,<script>1</script>", "vbscript:x"],
    ...["blob:https://app.example.com/x", "file:///etc/passwd", "myapp://other", "JAVASCRIPT://app.example.com/"],
  ],
  "AR-08": [
    "https://evil.test\t/",
    " https://evil.test",
    "ht\ntps://evil.test",
    "https://evil.test\u0000.app.example.com/",
    "https://app.example.com\r\n/",
  ],
  "AR-09": [
    "https://evil.test#@app.example.com",
    "https://evil.test?https://a.preview.example.com/",
    "https://evil.test/https://app.example.com/",
  ],
  "AR-11": [
    "https://evil.test/%2e%2e%2fok",
    "https://a.preview.example.com/ok%2f..%2fadmin",
    "https://a.preview.example.com%2fok@evil.test/",
  ],
  "AR-12": [
    ...["https://127.0.0.1:1234/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/", "https://[::ffff:7f00:1]/"],
    ...["http://localhost:3000/", "http://127.0.0.1/"],
  ],
};

const TITLES: Readonly<Record<string, string>> = {
  "AR-02": "a user name that looks like the host",
  "AR-03": "backslashes, missing slashes, no scheme",
  "AR-05": "hosts that look like ours",
  "AR-06": "our host with another scheme or port, or as part of another",
  "AR-07": "schemes that a browser runs",
  "AR-08": "characters that browsers drop",
  "AR-09": "our host in another part of the URL",
  "AR-11": "paths in disguise",
  "AR-12": "addresses of this machine",
};

const ALSO: Readonly<Record<string, readonly string[]>> = { "AR-02": ["V16"], "AR-07": ["V17"] };

const staysHome = (target: string) =>
  target === "" || target === SITE_URL || target.startsWith(`${SITE_URL}/`) || /^https:\/\/app\.example\.com[?#]/.test(target);

const generate = (pair: Pair, email: string, query: string, body: object, headers = {}) =>
  pair.auth.post(`/admin/generate_link${query}`, { type: "magiclink", email, ...body }, { ...pair.admin, ...headers });

/** Through each input that accepts a target: body, query, headers, the link. */
async function expectHome(pair: Pair, email: string, value: string): Promise<void> {
  const query = `?redirect_to=${encodeURIComponent(value)}`;
  const ascii = /^[\x20-\x7e]+$/.test(value);
  for (const [door, reply] of Object.entries({
    body: await generate(pair, email, "", { redirect_to: value }),
    query: await generate(pair, email, query, {}),
    ...(ascii && { header: await generate(pair, email, "", {}, { redirect_to: value, referer: value }) }),
  })) {
    if (reply.status === 400) continue;
    assert.equal(reply.status, 200, `${door}: ${reply.text}`);
    const { redirect_to: target, action_link: link } = reply.body as { redirect_to: string; action_link: string };
    assert.ok(staysHome(target), `${door} with ${JSON.stringify(value)} leads to ${target}`);
    assert.ok(
      staysHome(new URL(link).searchParams.get("redirect_to") ?? ""),
      `the link of ${door} with ${JSON.stringify(value)}: ${link}`,
    );
  }
  const bad = await pair.auth.get(`/verify${query}&type=signup&token=00`);
  if (bad.status !== 400)
    assert.ok(staysHome(bad.headers.location ?? "?"), `GET /verify with ${JSON.stringify(value)}: ${bad.headers.location}`);
}

/** Through a mail and a provider, for one value of each row. */
async function expectHomeByMailAndProvider(pair: Pair, value: string): Promise<void> {
  const user = await pair.people.user();
  const query = `?redirect_to=${encodeURIComponent(value)}`;
  const reply = await pair.auth.post(`/recover${query}`, { email: user.email });
  if (reply.status === 200) {
    const { url } = await mailTo(pair, user.email);
    const opened = await pair.auth.get(`/verify${new URL(url).search}`);
    assert.ok(staysHome(opened.headers.location ?? "?"), `the link of a mail leads to ${opened.headers.location}`);
  } else expectRefused(reply, "POST /recover", [400]);
  const begun = await beginTrip(pair, "github", { redirect_to: value }).catch(() => undefined);
  if (!begun) return;
  const back = await comeBack(
    pair,
    begun,
    await agree(pair, begun, { email: user.email, subject: `${pair.random.whole(1e6, 1e7)}`, verified: true }),
  );
  assert.ok(staysHome(back.headers.location ?? "?"), `a provider's visitor is led to ${back.headers.location}`);
}

export const redirects: AttackCase[] = [
  ...Object.entries(REFUSED).map(([id, values]) =>
    attack(id, TITLES[id] ?? "", ALSO[id] ? { also: ALSO[id] } : {}, async (pair) => {
      pair.requireOwnSettings();
      const user = await pair.people.user();
      for (const value of values) await expectHome(pair, user.email, value);
      await expectHomeByMailAndProvider(pair, values[0] as string);
      return `${values.length} targets`;
    }),
  ),
  attack("AR-14", "two redirect targets, and one that is too long", async (pair) => {
    pair.requireOwnSettings();
    const user = await pair.people.user();
    const good = "https://a.preview.example.com/ok";
    const two = `?redirect_to=${encodeURIComponent(good)}&redirect_to=${encodeURIComponent("https://evil.test/")}`;
    expectRefused(await generate(pair, user.email, two, {}), "two targets", [400]);
    expectRefused(await pair.auth.get(`/verify${two}&type=signup&token=00`), "two targets", [400]);
    expectRefused(await pair.auth.get(`/authorize${two}&provider=github`), "two targets", [400]);
    const long = `https://evil.test/${"a".repeat(20_000)}`;
    await expectHome(pair, user.email, `https://app.example.com@evil.test/${"a".repeat(10_000)}`);
    const reply = await generate(pair, user.email, "", { redirect_to: long });
    if (reply.status === 200) assert.ok(staysHome((reply.body as { redirect_to: string }).redirect_to));
    else expectRefused(reply, "20 KB", [400]);
  }),
  attack("AR-15", "a valid target cannot inject tokens", async (pair) => {
    pair.requireOwnSettings();
    const user = await pair.people.user();
    for (const extra of ["#access_token=planted&refresh_token=planted", "?access_token=planted", "?x=1#error=planted"]) {
      const { hashed_token: token } = (await generate(pair, user.email, "", {})).body as { hashed_token: string };
      const target = encodeURIComponent(`https://a.preview.example.com/ok${extra}`);
      const reply = await pair.auth.get(`/verify?type=magiclink&token=${token}&redirect_to=${target}`);
      assert.ok(landingOf(reply).fields.access_token, reply.headers.location);
      assert.ok(reply.headers.location?.startsWith("https://a.preview.example.com/ok"), reply.headers.location);
      assert.ok(!reply.headers.location?.includes("planted"), reply.headers.location);
    }
  }),
];
