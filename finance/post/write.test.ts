// A decision may see rows of two moments, where somebody else posts between its reads. Whatever it makes of them is thrown away.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, list } from "../transactions/testing.ts";
import { findVersion } from "./queries.ts";
import { NO_QUEUE, openWrite } from "./write.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  await list(ana);
});

const db = () => finance.service.world.db;
function writeAsAna() {
  const act = { caller: { ...ana, tokenId: undefined }, requestId: "test", now: finance.clock.now() };
  return openWrite({ db: db(), queue: NO_QUEUE, act });
}

test("a decision that breaks on what was read is made again where somebody has posted meanwhile", async () => {
  let tries = 0;
  const answer = await writeAsAna()(async (read) => {
    await read.space;
    if (++tries === 1) {
      await create(ana, { description: "Café", amount_cents: -5 });
      throw new TypeError("a card that has no days");
    }
    return { before: {}, after: {}, answer: { tries } };
  });
  assert.deepEqual(answer, { tries: 2 });
});

test("a decision that breaks though nobody has posted is a fault, and nothing is written", async () => {
  const version = await findVersion(db(), ana.spaceId);
  let tries = 0;
  const broken = writeAsAna()(async (read) => {
    await read.space;
    throw new TypeError(`broken ${++tries}`);
  });
  await assert.rejects(broken, /broken 1/);
  assert.equal(await findVersion(db(), ana.spaceId), version);
});
