// P23: the signing keys of access tokens are rotated under load.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "../../finance/endpoint.ts";
import type { Fault } from "./fault.ts";
import { noFindings } from "./findings.ts";
import { FORWARDED, type Member, signIn, type Tokens } from "./members.ts";
import { startRelay } from "./relay.ts";
import type { World } from "./world.ts";

/** Finance fetches unknown keys at most twice a minute, so a key is published that long before it signs. */
const PUBLISHED_FOR_MS = 31_000;

export const keyRotation: Fault = {
  id: "P23",
  title: "signing keys are rotated under load",
  how: "two auth replicas behind a proxy get a second key, then sign with it, then lose the first, each by a rolling restart",
  expected: "no refresh and no request of a live token fails; new tokens have the new key; the retired key is rejected",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const [first, second] = [makeKey(), makeKey()];
    const variables = (...keys: object[]) => ({ AUTHSVC_JWT_KEYS: JSON.stringify(keys) });
    const replicas = [
      await world.replica({ service: "auth", name: "auth_keys_one", variables: variables(first.signs) }),
      await world.replica({ service: "auth", name: "auth_keys_two", variables: variables(first.signs) }),
    ];
    await using opened = new AsyncDisposableStack();
    for (const replica of replicas) opened.use(replica);
    const relay = opened.use(await startRelay(replicas.map(({ url }) => url)));
    const finance = opened.use(
      await world.replica({
        service: "finance",
        name: "finance_keys",
        variables: { FINANCE_AUTH_URL: relay.url, FINANCE_JWKS_URL: `${relay.url}/.well-known/jwks.json` },
      }),
    );
    const load = startLoad(world, relay.url, finance.url);
    const roll = async (...keys: object[]) => {
      for (const replica of replicas) {
        const port = new URL(replica.url).port;
        await replica.restart({ ...world.variables.auth, AUTHSVC_API_PORT: port, ...variables(...keys) });
        await sleep(300);
      }
      findings.rounds++;
    };
    const member = world.members[0] as Member;
    await sleep(1_000);
    const old = await signIn(world.client, relay.url, member);
    await roll(first.signs, second.verifies);
    stage.say("P23 the second key is published");
    await sleep(PUBLISHED_FOR_MS);
    await roll(second.signs, first.verifies);
    stage.say("P23 the second key signs");
    const isOldGood = await isTaken(old);
    // After its next refresh every client has a token of the new key.
    await sleep(2_000);
    await roll(second.signs);
    await sleep(1_000);
    const { requests, refreshes, failures } = await load.end();
    const fresh = await signIn(world.client, relay.url, member);
    if (!isOldGood) findings.violations.push("a token of the first key was rejected while the key was still valid");
    if (kidOf(fresh) !== second.kid) findings.violations.push(`a new token has the key ${kidOf(fresh)}`);
    if (await isTaken(old)) findings.violations.push("a token of the retired key was taken");
    Object.assign(findings.figures, { requests, refreshes, failed: failures.length });
    if (failures.length > 0) findings.violations.push(`${failures.length} requests failed: ${failures.slice(0, 3).join("; ")}`);
    return findings;

    async function isTaken({ access_token: token }: Tokens): Promise<boolean> {
      const reply = await world.client.send(`${relay.url}/user`, { headers: { authorization: `Bearer ${token}` } });
      return reply.status === 200;
    }
  },
};

/** Every member refreshes and reads, again and again, until the load ends. */
function startLoad({ client, members }: World, authUrl: string, financeUrl: string) {
  const counts = { requests: 0, refreshes: 0, failures: [] as string[] };
  let isOver = false;
  const note = async (what: string, replying: ReturnType<typeof client.send>) => {
    const reply = await replying.catch(noAnswer);
    counts.requests++;
    if (reply.status !== 200) counts.failures.push(`${what}: ${reply.status} ${reply.text.slice(0, 60)}`);
    return reply;
  };
  const clients = members.map(async (member) => {
    let tokens = await signIn(client, authUrl, member);
    while (!isOver) {
      const authorization = `Bearer ${tokens.access_token}`;
      await note("GET /user", client.send(`${authUrl}/user`, { headers: { authorization } }));
      const headers = { ...FORWARDED, authorization };
      await note("finance", client.send(`${financeUrl}${BASE_PATH}/users/me`, { headers }));
      const body = { refresh_token: tokens.refresh_token };
      const reply = await note("refresh", client.send(`${authUrl}/token?grant_type=refresh_token`, { method: "POST", body }));
      counts.refreshes++;
      if (reply.status === 200) tokens = reply.body as Tokens;
      await sleep(50);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(clients);
      return counts;
    },
  };
}

const noAnswer = (error: Error) => ({ status: 0, text: error.message, body: undefined });

function kidOf({ access_token: token }: Tokens): string {
  return (JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string }).kid;
}

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const common = { kid: randomUUID(), alg: "ES256", use: "sig" };
  return {
    kid: common.kid,
    signs: { ...privateKey.export({ format: "jwk" }), ...common, key_ops: ["sign", "verify"] },
    verifies: { ...publicKey.export({ format: "jwk" }), ...common, key_ops: ["verify"] },
  };
}
