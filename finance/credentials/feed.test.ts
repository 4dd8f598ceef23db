import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingLog } from "../../kernel/testing/log.ts";
import { until } from "../../kernel/testing/until.ts";
import type { UserChanges } from "./auth_link.ts";
import { startFeed } from "./feed.ts";

type Answer = UserChanges | undefined | Error | "never";

/** Auth's side of the feed: the next answers in order, then empty ones. */
function script(...answers: Answer[]) {
  const events: (string | undefined)[] = [];
  const heard: string[] = [];
  const log = recordingLog();
  const held = Promise.withResolvers<undefined>();
  const feed = startFeed({
    log,
    onChanges: (changes) => heard.push(...changes.map(({ userId }) => userId)),
    onLost: () => heard.push("lost"),
    readChanges: async (after) => {
      events.push(after);
      const answer = answers.length > 0 ? answers.shift() : { changes: [], cursor: `${after ?? "begin"}` };
      if (answer === "never") return held.promise;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { feed, seen: events, heard, log, release: () => held.resolve(undefined) };
}

const page = (cursor: string, ...users: string[]): UserChanges => ({
  cursor,
  changes: users.map((userId) => ({ userId, change: "banned" })),
});

test("the feed is silent until the first answer, and then goes on from cursor to cursor", async () => {
  const { feed, seen, heard } = script(page("1"), page("2", "ana", "bob"), page("3"));
  assert.equal(feed.isSilent(), true);
  await until("an answer", () => !feed.isSilent());
  await until("the next cursors", () => seen.length >= 3);
  assert.deepEqual(heard, ["lost", "ana", "bob"]);
  await feed.stop();
  assert.deepEqual(seen.slice(0, 3), [undefined, "1", "2"]);
});

test("a cursor that auth no longer knows voids everything, and the feed begins anew", async () => {
  const { feed, seen, heard, log } = script(page("1"), undefined, page("9"), page("10"));
  await until("the next cursors", () => seen.length >= 4 && !feed.isSilent());
  assert.deepEqual(seen.slice(0, 4), [undefined, "1", undefined, "9"]);
  assert.deepEqual(heard, ["lost", "lost", "lost"]);
  assert.ok(log.lines.some(({ level }) => level === "warn"));
  await feed.stop();
});

test("without an answer the feed is silent within a second, says so once, and says when it is heard again", async () => {
  const away = Array.from({ length: 8 }, () => new Error("away"));
  const { feed, seen, heard, log } = script(page("1"), ...away, page("2", "ana"), page("3"));
  await until("the first answer", () => !feed.isSilent());
  await until("the silence", () => feed.isSilent());
  await until("the next answer", () => !feed.isSilent());
  assert.deepEqual(heard, ["lost", "ana"], "nothing was missed, so nothing is lost");
  assert.equal(seen[9], "1", "it goes on where it was");
  assert.deepEqual(
    log.lines.map(({ level, message }) => [level, message?.slice(0, 14)]),
    [
      ["warn", "auth is silent"],
      ["info", "auth is heard "],
    ],
  );
  await feed.stop();
});

test("an answer that never comes makes the feed silent too, a second after it was asked for", async () => {
  const { feed, seen, release } = script(page("1"), "never");
  await until("the second question", () => seen.length === 2);
  const { now } = performance;
  const isSilentIn = (ms: number) => {
    performance.now = () => now.call(performance) + ms;
    try {
      return feed.isSilent();
    } finally {
      performance.now = now;
    }
  };
  assert.deepEqual([isSilentIn(0), isSilentIn(1_000)], [false, true]);
  release();
  await feed.stop();
});
