// AV: auth's webhooks: addresses chosen with a stolen admin token, forged and replayed messages, and their content.
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { type SinkRequest, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict } from "../expectations.ts";
import type { Pair } from "../pair.ts";

interface CreatedWebhook {
  id: string;
  secret: string;
}

const PATH = "/admin/webhooks";
const LOCAL = { auth: { WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" } };
const HOSTS = [
  ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]", "10.0.0.1"],
  ...["172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fe80::1]", "[64:ff9b::7f00:1]"],
];
/** Names are resolved at each delivery. */
const NAMES = ["localhost", "LOCALHOST", "localhost.", "ip6-localhost"];

const make = async ({ auth, admin }: Pair, fields: object): Promise<CreatedWebhook> => {
  const reply = await auth.post(PATH, fields, admin);
  expectVerdict(reply, "201");
  return reply.body as CreatedWebhook;
};

export const authWebhooks: AttackCase[] = [
  attack("AV-01", "auth sends webhooks neither to this machine nor to its network", async (pair) => {
    const { trap } = pair.inside.sinks;
    const port = new URL(trap.url).port;
    const before = trap.requests.length;
    const refused = HOSTS.flatMap((host) => [`https://${host}:${port}/`, `http://${host}:${port}/`]);
    for (const url of [...refused, `http://localhost:${port}/`, `https://a:b@localhost:${port}/`, "file:///etc/passwd", trap.url])
      expectVerdict(await pair.auth.post(PATH, { url }, pair.admin), "400 validation_failed", url);
    for (const name of NAMES) {
      const hook = await make(pair, { url: `https://${name}:${port}/`, enabled: false });
      const ping = await pair.auth.post(`${PATH}/${hook.id}/ping`, {}, pair.admin);
      expectVerdict(ping, "202");
      const outcome = async () => {
        const { deliveries } = (await pair.auth.get(`${PATH}/${hook.id}/deliveries`, pair.admin)).body as {
          deliveries: { state: string; error: string }[];
        };
        return deliveries[0];
      };
      await until("the ping to be tried", async () => (await outcome())?.state !== "waiting", 90_000);
      assert.ok(["refused", "unreachable"].includes((await outcome())?.error ?? ""), name);
    }
    assert.equal(trap.requests.length, before, "nothing has arrived");
    return `${refused.length + 4} addresses, ${NAMES.length} names`;
  }),
  attack("AV-02", "auth's messages verify only unmodified and in time", LOCAL, async (pair) => {
    await using sink = await startHttpSink(() => ({ status: 204 }));
    const [hook, other] = [await make(pair, { url: sink.url }), await make(pair, { url: `${sink.url}/other` })];
    const person = await pair.people.user();
    const find = (path: string) => sink.requests.find((request) => request.path === path && request.body.includes(person.id));
    await until("both to be sent it", async () => Boolean(find("/") && find("/other")), 150_000);
    const [request, elsewhere] = [find("/") as SinkRequest, find("/other") as SinkRequest];
    const headers = headersOf(request);
    new Webhook(hook.secret).verify(request.body, headers);
    const at = Number(headers["webhook-timestamp"]);
    const forged: [secret: string, body: string, headers: Record<string, string>][] = [
      [other.secret, request.body, headers],
      [hook.secret, request.body.replace("user.", "admin."), headers],
      [hook.secret, `${request.body} `, headers],
      [hook.secret, request.body, { ...headers, "webhook-id": `${headers["webhook-id"]}0` }],
      [hook.secret, request.body, { ...headers, "webhook-timestamp": String(at + 1) }],
      [hook.secret, request.body, { ...headers, "webhook-timestamp": String(at - 3600) }],
      [hook.secret, request.body, { ...headers, "webhook-signature": "v1," }],
      [hook.secret, request.body, { ...headers, "webhook-signature": headersOf(elsewhere)["webhook-signature"] }],
    ];
    for (const [secret, body, input] of forged) assert.throws(() => new Webhook(secret).verify(body, input));
    const real = Date.now;
    Date.now = () => (at + 3600) * 1000;
    try {
      assert.throws(() => new Webhook(hook.secret).verify(request.body, headers), "played again an hour later");
    } finally {
      Date.now = real;
    }
    for (const { body } of sink.requests) assert.ok(!body.includes(person.email) && !body.includes("whsec_"), body);
    return `${forged.length + 1} forged messages`;
  }),
];

function headersOf({ headers }: SinkRequest): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  return headers as ReturnType<typeof headersOf>;
}
