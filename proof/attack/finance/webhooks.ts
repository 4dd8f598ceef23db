// FW: finance's webhooks: chosen addresses, forged messages, and secrets that are shown once.
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { sql } from "../../../kernel/sql/sql.ts";
import { type HttpSink, type SinkRequest, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Member } from "../people.ts";
import { inHousehold } from "./households.ts";
import { make, read } from "./records.ts";

interface CreatedWebhook {
  id: number;
  secret: string;
}

const LOCAL = { finance: { WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" } };
const makeHook = (member: Member, fields: object) =>
  make(member, "/webhooks", fields) as Promise<unknown> as Promise<CreatedWebhook>;

export const webhooks: AttackCase[] = [
  attack("FW-01", "finance sends webhooks neither to this machine nor to its network", async (pair) => {
    const { trap } = pair.inside.sinks;
    const port = new URL(trap.url).port;
    const before = trap.requests.length;
    const member = await pair.people.member();
    const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]"];
    const inside = [
      "10.0.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "[fd00::1]",
      "[fe80::1]",
      "[64:ff9b::7f00:1]",
    ];
    const refused = [...hosts, ...inside].flatMap((host) => [`https://${host}:${port}/`, `http://${host}:${port}/`]);
    for (const url of [...refused, `http://localhost:${port}/`, `https://a:b@localhost:${port}/`, `file:///etc/passwd`, trap.url])
      assert.equal((await member.post("/webhooks", { url })).status, 422, url);
    const names = ["localhost", "LOCALHOST", "localhost.", "ip6-localhost"];
    const hook = await makeHook(member, { url: `https://localhost:${port}/` });
    for (const name of names) {
      const moved = await member.put(`/webhooks/${hook.id}`, { url: `https://${name}:${port}/` });
      assert.equal(moved.status, 200, moved.text);
      const ping = await member.post(`/webhooks/${hook.id}/ping`);
      assert.equal(ping.status, 202, ping.text);
      const { id } = ping.body as { id: number };
      const outcome = async () =>
        (await read<{ id: number; state: string; error: string }[]>(member, `/webhooks/${hook.id}/deliveries`)).find(
          (each) => each.id === id,
        );
      await until("the ping to be tried", async () => (await outcome())?.state !== "waiting", 90_000);
      assert.ok(["refused", "unreachable"].includes((await outcome())?.error ?? ""), name);
    }
    assert.equal(trap.requests.length, before, "nothing has arrived");
    return `${refused.length + 4} addresses, ${names.length} names`;
  }),
  attack("FW-02", "finance's messages verify only unmodified", LOCAL, async (pair) => {
    await using sink = await startHttpSink(() => ({ status: 204 }));
    const member = await pair.people.member();
    const [hook, other] = [await makeHook(member, { url: sink.url }), await makeHook(member, { url: `${sink.url}/other` })];
    await make(member, "/transactions", { description: "x", amount_cents: -1 });
    const delivery = await firstAt(sink, "/");
    const headers = headersOf(delivery);
    new Webhook(hook.secret).verify(delivery.body, headers);
    const [id, at] = [headers["webhook-id"], Number(headers["webhook-timestamp"])];
    const forged: [secret: string, body: string, headers: Record<string, string>][] = [
      [other.secret, delivery.body, headers],
      [hook.secret, delivery.body.replace("create", "delete"), headers],
      [hook.secret, `${delivery.body} `, headers],
      [hook.secret, delivery.body, { ...headers, "webhook-id": `${id}0` }],
      [hook.secret, delivery.body, { ...headers, "webhook-timestamp": String(at + 1) }],
      [hook.secret, delivery.body, { ...headers, "webhook-timestamp": String(at - 3600) }],
      [hook.secret, delivery.body, { ...headers, "webhook-signature": "v1," }],
      [
        hook.secret,
        delivery.body,
        { ...headers, "webhook-signature": headersOf(await firstAt(sink, "/other"))["webhook-signature"] },
      ],
    ];
    for (const [secret, body, input] of forged) assert.throws(() => new Webhook(secret).verify(body, input));
    return `${forged.length} forged messages`;
  }),
  attack("FW-03", "secrets are shown once, and URLs only to owners", async (pair) => {
    const { owner, about } = await inHousehold(pair, "editor");
    const path = pair.random.text(20);
    const hook = await makeHook(owner, { url: `https://hooks.example.com/${path}`, enabled: false });
    for (const route of ["/webhooks", `/webhooks/${hook.id}`, `/webhooks/${hook.id}/deliveries`])
      assert.equal((await about("GET", route)).status, 403, route);
    const log = JSON.stringify((await about("GET", "/changes?since=0")).body);
    assert.ok(log.includes("hooks.example.com") && !log.includes(path) && !log.includes(hook.secret));
    assert.ok(!JSON.stringify(await read(owner, "/webhooks")).includes(hook.secret));
    const { stored } = await pair.inside.db.one<{ stored: string }>(
      sql`select webhooks::text as stored from finance.webhooks where id = ${hook.id}`,
    );
    const bytes = Buffer.from(hook.secret.slice("whsec_".length), "base64");
    for (const form of [hook.secret, Buffer.from(hook.secret).toString("hex"), bytes.toString("hex")])
      assert.ok(!stored.includes(form));
  }),
];

async function firstAt(sink: HttpSink, path: string): Promise<SinkRequest> {
  const find = () => sink.requests.find((request) => request.path === path);
  await until(`a message at ${path}`, async () => find() !== undefined, 90_000);
  return find() as SinkRequest;
}

function headersOf({ headers }: SinkRequest): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  return headers as ReturnType<typeof headersOf>;
}
