// What earlier releases logged can be undone, as they would have undone it themselves, whatever columns and tables have come since.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { openBooks } from "../testing/books.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { ownerOf, RELEASES_WITH_DATA, readDifferences, readUndo, releaseTemplate } from "../testing/release/kept.ts";
import { type UndoAnswer, undo } from "../testing/release/undo_answers.ts";
import { startTestFinance } from "../testing.ts";

interface Undone {
  version: number | null;
  undone: number;
  kept: { entity: string; entity_id: number; reason: string }[];
}

async function startOn(release: string, email: string) {
  const finance = await startTestFinance(TRUSTING, { copyOf: releaseTemplate(release) });
  finance.clock.set(readUndo(release).now);
  const { spaceId, authorization } = await ownerOf(finance, email);
  const { db } = finance.service.world;
  return {
    client: quickClient(finance.port, authorization),
    readBooks: await openBooks(db, spaceId),
    checkSums: () => assertSumsAreRight(db, spaceId),
    [Symbol.asyncDispose]: () => finance[Symbol.asyncDispose](),
  };
}

/** Sums are made anew after each third undo; after each one with `COFRE_UNDO_SITUATIONS=all`. */
const SHARE = process.env.COFRE_UNDO_SITUATIONS === "all" ? 1 : 3;

/** What was answered, without the version that the undo wrote: it depends on how many there were. */
function outcomeOf({ status, body }: UndoAnswer): string {
  if (status !== 200) return `${status} ${status < 500 ? JSON.stringify(body) : ""}`.trim();
  const { undone, kept } = body as Undone;
  const reasons = kept.map(({ entity, entity_id: id, reason }) => `${entity} ${id} ${reason}`);
  return [`${undone} undone`, ...reasons].join(", ");
}

for (const release of RELEASES_WITH_DATA)
  for (const [email, { each, forced, backwards }] of Object.entries(readUndo(release).spaces)) {
    for (const [how, answers] of Object.entries({ each, forced }))
      test(`what ${release} logged for ${email} is undone as it would have been there, and done again (${how})`, async () => {
        await using space = await startOn(release, email);
        const { client, readBooks, checkSums } = space;
        await checkSums();
        const books = await readBooks();
        const differences: string[] = [];
        for (const [index, [version, before]] of Object.entries(answers).entries()) {
          const answer = await undo(client, Number(version), how === "forced");
          const [was, is] = [outcomeOf(before), outcomeOf(answer)];
          const name = `undo ${email} ${how} ${version}:`;
          if (was !== is) differences.push(`${name} was ${was} and is ${is}`);
          const { version: written } = answer.body as Undone;
          if (answer.status !== 200 || written === null) continue;
          if (index % SHARE === 0) await checkSums();
          const again = await undo(client, written);
          assert.deepEqual([again.status, (again.body as Undone).kept], [200, []], name);
        }
        assert.deepEqual(await readBooks(), books);
        const named = readDifferences(release).filter((line) => line.startsWith(`undo ${email} ${how} `));
        assert.deepEqual(differences.sort(), named.sort());
      });

    test(`all that ${release} logged for ${email} is undone, from the last write to the first`, async () => {
      await using space = await startOn(release, email);
      const versions = Object.keys(backwards).map(Number);
      for (const version of versions.toReversed()) {
        const before = backwards[version] as UndoAnswer;
        const answer = await undo(space.client, version);
        if (before.status < 300 || before.status >= 500)
          assert.deepEqual([answer.status, (answer.body as Undone).kept], [200, []], `version ${version}`);
        else assert.equal(outcomeOf(answer), outcomeOf(before), `version ${version}`);
      }
      await space.checkSums();
    });
  }
