// AW: wallet signatures used elsewhere, later, twice or by others.
import assert from "node:assert/strict";
import { CHAINS } from "../../../auth/web3/message.ts";
import { bodyOf, type MessageParts, messageOf, wallets } from "../../../auth/web3/testing.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";

const site = (uri: string, domain: string): MessageParts => ({ domain, fields: { URI: uri } });
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const ELSEWHERE: MessageParts[] = [
  site("https://evil.test/", "evil.test"),
  site("https://evil.test/", "app.example.com"),
  site("https://app.example.com/", "evil.test"),
  site("https://app.example.com@evil.test/", "app.example.com"),
  site("https://app.example.com.evil.test/", "app.example.com.evil.test"),
  site("http://app.example.com/", "app.example.com"),
];

const WRONG: MessageParts[] = [
  { fields: { "Issued At": at(-3600) } },
  { fields: { "Issued At": at(3600) } },
  { fields: { "Expiration Time": at(-1) } },
  { statement: "x\n\nURI: https://app.example.com/" },
  { statement: "URI: https://app.example.com/" },
];

async function expectNobody(pair: Pair, bodies: readonly object[]): Promise<void> {
  const count = async () => (await pair.inside.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;
  const before = await count();
  for (const body of bodies) {
    const reply = await pair.auth.post("/token?grant_type=web3", body);
    assert.equal(reply.status, 400, `${reply.text} for ${JSON.stringify(body)}`);
  }
  assert.equal(await count(), before);
}

export const web3: AttackCase[] = [
  attack("AW-01", "a wallet's message for another site", { quick: true }, async (pair) => {
    for (const chain of CHAINS) {
      const wallet = wallets[chain]();
      const bodies = ELSEWHERE.map((parts) => bodyOf(wallet, messageOf(wallet, new Date(), parts)));
      await expectNobody(pair, bodies);
    }
  }),
  attack("AW-02", "a wallet's message of another time, by another wallet, with another text", async (pair) => {
    for (const chain of CHAINS) {
      const [wallet, other] = [wallets[chain](), wallets[chain]()];
      const honest = bodyOf(wallet, messageOf(wallet, new Date()));
      await expectNobody(pair, [
        ...WRONG.map((parts) => bodyOf(wallet, messageOf(wallet, new Date(), parts))),
        { ...honest, signature: other.sign(honest.message) },
        { ...honest, message: honest.message.replace(wallet.address, other.address) },
        { ...honest, message: `${honest.message} ` },
      ]);
    }
  }),
  attack("AW-03", "a wallet's message fifty times at once, and once more", async (pair) => {
    for (const chain of CHAINS) {
      const wallet = wallets[chain]();
      const body = bodyOf(wallet, messageOf(wallet, new Date()));
      const { "200": good = 0 } = tally(await inParallel(50, () => pair.auth.post("/token?grant_type=web3", body)));
      assert.equal(good, 1);
      const last = (Number.parseInt(body.signature.slice(-2), 16) - 27).toString(16).padStart(2, "0");
      const signature = chain === "ethereum" ? body.signature.slice(0, -2) + last : `${body.signature}==`;
      await expectNobody(pair, [{ ...body, signature }]);
    }
  }),
];
