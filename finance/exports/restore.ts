// Brings the rows of a file into a space that has none: they are staged as they are read, posted at once, and the books are checked before it
// counts. Nothing is written where anything is wrong.
// Where what is: json_members.ts reads the file, file_rows.ts its rows, renumber.ts gives them ids, staging.ts keeps them until the post.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { type KeyedRequest, keptAnswer } from "../idempotency/kept.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { INVARIANTS } from "../integrity/disagreement.ts";
import type { Act } from "../post/act.ts";
import { keyColumns, postOf } from "../post/attempt.ts";
import type { Change } from "../post/change.ts";
import { drawIds, lockSpaceRow, makePost } from "../post/queries.ts";
import type { Row } from "./columns.ts";
import { type Counts, openFileRows } from "./file_rows.ts";
import { FILE_FORMAT, FILE_VERSION } from "./json_file.ts";
import { readMembers } from "./json_members.ts";
import { allowLongStatements, isEmptySpace, listStarters } from "./queries_restore.ts";
import { openRenumbering } from "./renumber.ts";
import { restoredSpace } from "./restored_space.ts";
import { openStaging } from "./staging.ts";
import { asProblem, notOurs, Unrestorable } from "./unrestorable.ts";

const IDS_AT_ONCE = 1_000;

export interface Restoring {
  db: Database;
  act: Act & { caller: { spaceId: number } };
  today: string;
}

export interface Staged {
  counts: Counts;
  /** Posts what is staged, in a transaction that keeps others out. */
  post(tx: Db, keyed: KeyedRequest | undefined): Promise<{ version: number; restored: Counts }>;
  forget(): Promise<void>;
}

/** Reads the file and stages its rows. */
export async function stageFile({ db, act, today }: Restoring, chunks: AsyncIterable<string>): Promise<Staged> {
  const { act: postAct } = postOf(act);
  const staging = openStaging(db, postAct);
  const numbers = openRenumbering((kind) => drawIds(db, kind, IDS_AT_ONCE));
  const rows = openFileRows(numbers, staging);
  const head: Row = {};
  try {
    for await (const member of readMembers(chunks)) {
      if (member.isItem) await rows.take(member);
      else head[member.name] = member.value;
    }
    await rows.end();
    if (head.format !== FILE_FORMAT || head.format_version !== FILE_VERSION) throw notOurs();
  } catch (error) {
    await staging.forget();
    throw asProblem(error);
  }

  const { counts } = rows;
  const { spaceId } = act.caller;
  return {
    counts,
    forget: staging.forget,
    post: async (tx, keyed) => {
      await allowLongStatements(tx);
      const space = await lockSpaceRow(tx, spaceId);
      if (!(await isEmptySpace(tx, spaceId))) throw new Unrestorable("base", { kind: "spaceNotEmpty" });
      const before = await listStarters(tx, spaceId);
      const change: Change = { before, after: {}, space: restoredSpace(head.space, numbers, today) };
      const reply = { version: space.version + 1, restored: counts };
      const answer = keyed && { answer: { ...keptAnswer(keyed, reply), ...keyColumns(keyed) } };
      const whole = { ...staging.lastPart(space, change), ...answer };
      try {
        if (!(await makePost(tx, { ...postAct, version: space.version, change: whole }))) throw new Error("the space was locked");
        await demandBooks(tx, spaceId);
      } catch (error) {
        throw asProblem(error);
      }
      return reply;
    },
  };
}

async function demandBooks(tx: Db, spaceId: number): Promise<void> {
  const wrong = new Set((await checkBooks(tx, spaceId)).map(({ invariant }) => INVARIANTS[invariant]));
  if (wrong.size > 0) throw new Unrestorable("base", { kind: "fileInconsistent", values: { why: [...wrong].join("; ") } });
}
