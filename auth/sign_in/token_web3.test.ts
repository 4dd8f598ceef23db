// Sign-in by wallets through HTTP: by the client that applications use, by honest wallets, and by what others try with their messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { type TestSession, verdict } from "../account/testing.ts";
import { good, openClient, refusal } from "../client_tests/testing.ts";
import { claimsOf } from "../factors/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { CHAINS } from "../web3/message.ts";
import { base58, bodyOf, type MessageParts, messageOf, type TestWallet, WEB3, wallets } from "../web3/testing.ts";

const signIn = (auth: TestAuth, body: object) => auth.post("/token?grant_type=web3", body);
const REFUSED = [400, "invalid_credentials"];
const INVALID = [400, "validation_failed"];

function clientWallet(wallet: TestWallet) {
  const signed = (message: string) => Buffer.from(wallet.sign(message), "base64url");
  const request = async ({ method, params }: { method: string; params?: string[] }) => {
    if (method === "eth_requestAccounts") return [wallet.address];
    if (method === "eth_chainId") return "0x1";
    return wallet.sign(Buffer.from(params?.[0]?.slice(2) ?? "", "hex").toString());
  };
  const signMessage = async (message: Uint8Array) => new Uint8Array(signed(Buffer.from(message).toString()));
  return wallet.chain === "ethereum" ? { request } : { publicKey: { toBase58: () => wallet.address }, signMessage };
}

test("signInWithWeb3 of auth-js signs in by wallets of both chains, with a statement and without, and each wallet is one account", async () => {
  await using auth = await startTestAuth(WEB3);
  auth.clock.set(new Date());
  for (const chain of CHAINS) {
    const wallet = wallets[chain]();
    const ids = new Set<string>();
    for (const statement of ["I agree to the terms.", undefined]) {
      const credentials = { chain, wallet: clientWallet(wallet), statement, options: { url: "https://app.example.com/in" } };
      type Credentials = Parameters<ReturnType<typeof openClient>["signInWithWeb3"]>[0];
      const answer = await openClient(auth).signInWithWeb3(credentials as unknown as Credentials);
      const { session, user } = good(answer) as unknown as { session: TestSession; user: TestSession["user"] };
      ids.add(user.id);
      assert.deepEqual([user.email, user.is_anonymous, user.app_metadata.provider], ["", false, "web3"]);
      const [identity] = user.identities as { provider: string; id: string; identity_data: Record<string, unknown> }[] as never[];
      const { id, identity_data: data } = identity as unknown as { id: string; identity_data: Record<string, unknown> };
      assert.equal(id, `web3:${chain}:${wallet.address}`);
      const network = chain === "ethereum" ? { network: "1" } : {};
      const text = { address: wallet.address, chain, domain: "app.example.com", ...network };
      assert.deepEqual(data.custom_claims, { ...text, ...(statement && { statement }) });
      assert.deepEqual([data.email_verified, data.phone_verified], [false, false]);
      assert.deepEqual(
        claimsOf(session).amr.map(({ method }) => method),
        ["web3"],
      );
    }
    assert.equal(ids.size, 1, chain);
  }
});

test("a wallet of Solana that writes the message itself is understood, and an address of Ethereum in any case is one account", async () => {
  await using auth = await startTestAuth(WEB3);
  const now = auth.clock.now();
  const solana = wallets.solana();
  const own = [
    "app.example.com wants you to sign in with your Solana account:",
    solana.address,
    "",
    "URI: https://app.example.com",
    "Version: 1",
    "Nonce: 0123456789abcdef",
    `Issued At: ${now.toISOString()}`,
    "Request ID: 7",
    "Resources:",
    "- https://app.example.com/terms",
    "- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/",
  ].join("\n");
  const padded = { ...bodyOf(solana, own), signature: Buffer.from(solana.sign(own), "base64url").toString("base64") };
  assert.equal((await signIn(auth, padded)).status, 200);
  const ethereum = wallets.ethereum();
  const upper = `0x${ethereum.address.slice(2).toUpperCase()}`;
  const users = await Promise.all(
    [ethereum.address, upper].map(async (address) => {
      const body = bodyOf(ethereum, messageOf(ethereum, now, { address }));
      return ((await signIn(auth, { ...body, signature: body.signature.slice(2) })).body as TestSession).user.id;
    }),
  );
  assert.equal(users[0], users[1]);
});

test("the signatures of others are read as they publish them", async () => {
  const { isSignedInEthereum, readEthereumSignature } = await import("../web3/ethereum.ts");
  const published =
    "0xddd0a7290af9526056b4e35a077b9a11b513aa0028ec6c9880948544508f3c63265e99e47ad31bb2cab9646c504576b3abc6939a1710afc08cbf3034d73214b81c";
  const address = "0x14791697260E4c9A71f18484C9f997B308e59325";
  assert.equal(await isSignedInEthereum("hello world", readEthereumSignature(published), address), true);
  assert.equal(await isSignedInEthereum("hello worlds", readEthereumSignature(published), address), false);
});

type Case = [what: string, parts: MessageParts];

function wrongMessages(now: Date): Case[] {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const site = (uri: string, domain = "app.example.com"): MessageParts => ({ domain, fields: { URI: uri } });
  return [
    ["another site", site("https://evil.test/in", "evil.test")],
    ["another site, shown as ours", site("https://evil.test/in")],
    ["our site, shown as another", site("https://app.example.com/in", "evil.test")],
    ["a user name that looks like the site", site("https://app.example.com@evil.test/")],
    ["another port", site("https://app.example.com/in", "app.example.com:8443")],
    ["a site without TLS", site("http://insecure.example.com/in", "insecure.example.com")],
    ["a scheme beside the site's", { domain: "http://app.example.com" }],
    ["a domain with a path", { domain: "app.example.com/evil" }],
    ["too old", { fields: { "Issued At": at(-301) } }],
    ["from the future", { fields: { "Issued At": at(301) } }],
    ["expired", { fields: { "Expiration Time": at(0) } }],
    ["not yet", { fields: { "Not Before": at(1) } }],
  ];
}

const MALFORMED: Case[] = [
  ["no time", { fields: { "Issued At": undefined } }],
  ["a day that is none", { fields: { "Issued At": "2026-02-30T12:00:00Z" } }],
  ["a time without a zone", { fields: { "Issued At": "2026-01-31T12:00:00" } }],
  ["a month that is none", { fields: { "Expiration Time": "2026-13-01T12:00:00Z" } }],
  ["no URI", { fields: { URI: undefined } }],
  ["a URI that is none", { fields: { URI: "app.example.com" } }],
  ["another version", { fields: { Version: "2" } }],
  ["an odd chain", { fields: { "Chain ID": "<1>" } }],
  ["a short nonce", { fields: { Nonce: "1234567" } }],
  ["an unknown line", { fields: { Uri: "https://evil.test" } }],
  ["a line twice", { statement: "x\n\nURI: https://app.example.com/in" }],
  ["a statement of two lines", { statement: "x\ny" }],
  ["a character that is not shown", { statement: "a\u0008b" }],
  ["half a character", { statement: "a\ud800" }],
  ["no address", { address: "nobody" }],
  ["much text", { statement: "x".repeat(20 * 1024) }],
];

test("a message for another site, time, wallet or text signs nobody in (AW-01, AW-02)", async (t) => {
  await using auth = await startTestAuth({
    ...WEB3,
    URI_ALLOW_LIST: "http://insecure.example.com/**",
    EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION: "5m",
    EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION: "5m",
  });
  const now = auth.clock.now();
  for (const chain of CHAINS) {
    await t.test(chain, async () => {
      const wallet = wallets[chain]();
      const tries = [
        ...wrongMessages(now).map(([what, parts]) => [what, parts, REFUSED] as const),
        ...MALFORMED.map(([what, parts]) => [what, parts, INVALID] as const),
      ];
      for (const [what, parts, expected] of tries) {
        const reply = await signIn(auth, bodyOf(wallet, messageOf(wallet, now, parts)));
        assert.deepEqual(verdict(reply), expected, `${what}: ${reply.text}`);
        if (expected === REFUSED) assert.equal((reply.body as { error?: string }).error, "invalid_grant", what);
      }
      const honest = bodyOf(wallet, messageOf(wallet, now));
      const other = wallets[chain]();
      const forged: [what: string, body: object, expected: unknown][] = [
        ["another wallet's", { ...honest, signature: other.sign(honest.message) }, REFUSED],
        ["another text", { ...honest, message: honest.message.replace("I agree.", "I agree!") }, REFUSED],
        ["zeros", { ...honest, signature: chain === "ethereum" ? `0x${"0".repeat(130)}` : "A".repeat(86) }, REFUSED],
        ["ones", { ...honest, signature: chain === "ethereum" ? `0x${"f".repeat(130)}` : `${"_".repeat(85)}w` }, REFUSED],
        ["nothing", { chain, message: honest.message }, INVALID],
        ["half", { ...honest, signature: honest.signature.slice(0, 60) }, INVALID],
        ["no text", { chain, signature: honest.signature }, INVALID],
        ["another chain's", { ...honest, chain: chain === "ethereum" ? "solana" : "ethereum" }, INVALID],
      ];
      for (const [what, body, expected] of forged) assert.deepEqual(verdict(await signIn(auth, body)), expected, what);
      assert.equal((await signIn(auth, honest)).status, 200, "what is left is good");
    });
  }
  // A key for which anybody can sign anything.
  const nobody = base58(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]));
  const message = messageOf({ ...wallets.solana(), address: nobody }, now);
  const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString("base64url");
  assert.deepEqual(verdict(await signIn(auth, { chain: "solana", message, signature: forged })), REFUSED);
  const { count } = await auth.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from users`);
  assert.equal(count, CHAINS.length);
});

test("a message is good once, whoever brings it and however its signature is written (AW-03)", async () => {
  await using auth = await startTestAuth(WEB3);
  for (const chain of CHAINS) {
    const wallet = wallets[chain]();
    const body = bodyOf(wallet, messageOf(wallet, auth.clock.now()));
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(auth, body)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(19).fill(400)]);
    const last = chain === "ethereum" ? Number.parseInt(body.signature.slice(-2), 16) - 27 : 0;
    const again = chain === "ethereum" ? `${body.signature.slice(0, -2)}0${last}` : `${body.signature}==`;
    assert.deepEqual(verdict(await signIn(auth, { ...body, signature: again })), REFUSED);
    auth.clock.advance(600);
    assert.deepEqual(verdict(await signIn(auth, body)), REFUSED, "as long as it could be good");
  }
});

test("wallets are off unless set, each by itself; RATE_LIMIT_WEB3, DISABLE_SIGNUP and bans hold for them", async () => {
  const ethereum = wallets.ethereum();
  await using off = await startTestAuth({ EXTERNAL_WEB3_SOLANA_ENABLED: "true", RATE_LIMIT_WEB3: "3" });
  const message = messageOf(ethereum, off.clock.now());
  assert.deepEqual(verdict(await signIn(off, bodyOf(ethereum, message))), [422, "web3_provider_disabled"]);
  for (const chain of [undefined, "bitcoin"])
    assert.deepEqual(verdict(await signIn(off, { chain })), [400, "web3_unsupported_chain"]);
  assert.deepEqual(verdict(await signIn(off, {})), [429, "over_request_rate_limit"]);
  const answer = await openClient(off).signInWithWeb3({ chain: "ethereum", message, signature: "0x" });
  assert.deepEqual(refusal(answer), [429, "over_request_rate_limit"]);
  await using closed = await startTestAuth({ ...WEB3, DISABLE_SIGNUP: "true" });
  const existing = bodyOf(ethereum, messageOf(ethereum, closed.clock.now()));
  assert.deepEqual(verdict(await signIn(closed, existing)), [422, "signup_disabled"]);
  await using auth = await startTestAuth(WEB3);
  const { user } = (await signIn(auth, existing)).body as TestSession;
  const ban = { ban_duration: "1h" };
  await auth.call(`/admin/users/${user.id}`, { method: "PUT", body: ban, headers: auth.admin });
  auth.clock.advance(1);
  const banned = bodyOf(ethereum, messageOf(ethereum, auth.clock.now()));
  assert.deepEqual(verdict(await signIn(auth, banned)), [403, "user_banned"]);
});
