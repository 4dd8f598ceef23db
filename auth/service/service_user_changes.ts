// GET /service/user_changes: what happened to users since the caller last asked, for services that keep checked credentials.
// Waits for news where there are none yet. Without `after` it answers at once with the current end, which is where a new reader begins.
import { Type } from "typebox";
import type { Database } from "../../kernel/sql/database.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { type ChangeFeed, MOST_CHANGES, openChangeFeed } from "./change_feed.ts";
import { readCursor } from "./feed_cursor.ts";

const LONGEST_WAIT_SECONDS = 25;

/** One for each database, so that all who wait share its questions. */
const feeds = new WeakMap<Database, ChangeFeed>();

export const serviceUserChanges = endpoint({
  method: "GET",
  path: "/service/user_changes",
  access: "admin",
  right: "service:use",
  isRoutine: true,
  summary: "Bans, deletions, new passwords, addresses and factors since a cursor, waiting for the next one",
  query: Type.Object({
    after: Type.Optional(Type.String({ description: "The cursor of the answer before; left out: the current end" })),
    wait: Type.Optional(
      Type.String({ pattern: "^\\d{1,2}(\\.\\d{1,3})?$", description: "Seconds to wait for changes, up to 25" }),
    ),
  }),
  reply: Type.Object({
    changes: Type.Array(Type.Object({ id: Type.Integer(), user_id: Type.String({ format: "uuid" }), change: Type.String() })),
    cursor: Type.String(),
  }),
  refuses: [410],
  timeoutSeconds: LONGEST_WAIT_SECONDS + 10,
  handle: async ({ query, db, readyChecks }) => {
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const waitSeconds = Math.min(Number(query.wait ?? 0), LONGEST_WAIT_SECONDS);
    const isEnding = async () => (await readyChecks.shutdown?.()) === false;
    const feed = feeds.get(db) ?? openChangeFeed({ db, isEnding });
    feeds.set(db, feed);
    const { changes, cursor, is_ahead: isAhead } = await feed.next(after, waitSeconds);
    if (isAhead || changes.length > MOST_CHANGES) throw fail.changesCursorGone();
    return { changes, cursor };
  },
});
