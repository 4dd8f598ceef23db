// A booking without the service: the same reads and the same post.
import { randomUUID } from "node:crypto";
import type { PostedPart } from "../../finance/post/change.ts";
import { makePost } from "../../finance/post/queries.ts";
import { openQueue } from "../../finance/post/queue.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";

/** As in the service, posts of one space are queued. */
const queue = openQueue();

/** `heard`: the service's statements for one booking; the post is the last. */
export function barePost(db: Database, heard: readonly Sql[]): () => Promise<unknown> {
  const reads = heard.slice(0, -1);
  const post = heard.at(-1) as Sql;
  const [spaceId, , , userId, tokenId, requestId, at, heardChange] = post.values as PostValues;
  const act = { spaceId, userId, tokenId, requestId, at };
  const text = JSON.stringify(heardChange);
  const { id } = (JSON.parse(text) as { transactions: { id: number }[] }).transactions[0] as { id: number };
  const parts = text.split(new RegExp(`(?<="(?:id|entity_id)":)${id}\\b`));
  return () =>
    queue.take(spaceId, () =>
      db.onOneConnection(async (own) => {
        const rows = (await Promise.all(reads.map((read) => own.many<Answer>(read)))).flat();
        const version = rows.find((row) => row.version !== undefined)?.version;
        const drawn = rows.find((row) => row.id !== undefined && row.version === undefined)?.id;
        const change = JSON.parse(parts.join(String(drawn))) as PostedPart;
        const isMade = await makePost(own, { ...act, version: version as number, postId: randomUUID(), change });
        if (!isMade) throw new Error("a bare post was refused");
      }),
    );
}

type PostValues = [number, number, string, number, number | null, string | null, Date, PostedPart];

interface Answer {
  version?: number;
  id?: number;
}
