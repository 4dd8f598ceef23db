// Restores the rows of a file into an empty space: they are staged while the file is read, posted at once, and checked. The first pass
// is rolled back; the second one, of a valid file, draws real ids. json_members.ts reads the file, file_rows.ts its rows, and
// row_rules.ts checks them. renumber.ts assigns ids, staging.ts stores rows until the post, and accepted_rows.ts draws the real ids.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { answerToStore, type KeyedRequest } from "../idempotency/stored_answer.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { type Disagreement, INVARIANTS } from "../integrity/disagreement.ts";
import type { Act } from "../post/act.ts";
import { keyColumns, postOf } from "../post/attempt.ts";
import type { Change } from "../post/change.ts";
import { lockSpaceRow, makePost } from "../post/queries.ts";
import { drawExactly, stageAgain } from "./accepted_rows.ts";
import type { Row } from "./columns.ts";
import { type Counts, openFileRows } from "./file_rows.ts";
import { FILE_FORMAT, FILE_VERSION } from "./json_file.ts";
import { readMembers } from "./json_members.ts";
import { allowLongStatements, isEmptySpace, listStarters } from "./queries_restore.ts";
import { type NewId, openRenumbering, openTrialIds } from "./renumber.ts";
import { restoredSpace } from "./restored_space.ts";
import { openStaging, type Staging } from "./staging.ts";
import { asProblem, notOurs, Unrestorable } from "./unrestorable.ts";

export interface Restoring {
  db: Database;
  act: Act & { caller: { spaceId: number } };
  today: string;
  /** The files that the space has. Rows of a plain JSON file keep those alone; an archive brings all that its rows name. */
  storedFiles?: ReadonlySet<string> | undefined;
}

export interface Staged {
  /** Posts what is staged and checks the books, in a transaction that keeps others out. */
  post(tx: Db, keyed?: KeyedRequest): Promise<Restored>;
  forget(): Promise<void>;
}

export interface TriedFile extends Staged {
  /** The same with ids of its own: those that it is tried with are nobody's, and must not stay. */
  accept(): Promise<Staged>;
}

interface Restored {
  version: number;
  restored: Counts;
}

/** Reads the file and stages its rows, so that they can be posted and rolled back. No id is drawn for that. */
export async function stageFile(restoring: Restoring, chunks: AsyncIterable<string>): Promise<TriedFile> {
  const { db, act, storedFiles } = restoring;
  const { act: postAct } = postOf(act);
  const staging = openStaging(db, postAct);
  const ids = openTrialIds();
  const numbers = openRenumbering(ids.next);
  const rows = openFileRows(numbers, staging, { userId: act.caller.userId, storedFiles });
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

  const file = { space: head.space, counts: rows.counts };
  return {
    ...stagedPost(restoring, file, { postAct, staging, newId: numbers.newId }),
    accept: async () => {
      const accepted = await drawExactly(db, ids.counts);
      const { act: acceptedAct } = postOf(act);
      const again = openStaging(db, acceptedAct);
      try {
        await stageAgain(db, { post: postAct, parts: staging.parts }, again, accepted);
      } catch (error) {
        await again.forget();
        throw error;
      }
      const newId: NewId = (table, oldId) => accepted.newId(table, numbers.newId(table, oldId));
      return stagedPost(restoring, file, { postAct: acceptedAct, staging: again, newId });
    },
  };
}

interface StagedParts {
  postAct: ReturnType<typeof postOf>["act"];
  staging: Staging;
  newId: NewId;
}

function stagedPost(
  { act, today }: Restoring,
  { space: exported, counts }: { space: unknown; counts: Counts },
  { postAct, staging, newId }: StagedParts,
): Staged {
  const { spaceId } = act.caller;
  return {
    forget: staging.forget,
    post: async (tx, keyed) => {
      await allowLongStatements(tx);
      const space = await lockSpaceRow(tx, spaceId);
      if (!(await isEmptySpace(tx, spaceId))) throw new Unrestorable("base", { kind: "spaceNotEmpty" });
      const before = await listStarters(tx, spaceId);
      const change: Change = { before, after: {}, space: restoredSpace(exported, newId, today) };
      const reply = { version: space.version + 1, restored: counts };
      const answer = keyed && { answer: { ...answerToStore(keyed, reply), ...keyColumns(keyed) } };
      const whole = { ...staging.lastPart(space, change), ...answer };
      try {
        if (!(await makePost(tx, { ...postAct, version: space.version, change: whole }))) throw new Error("the space was locked");
        await throwIfInconsistent(tx, spaceId);
      } catch (error) {
        throw asProblem(error);
      }
      return reply;
    },
  };
}

async function throwIfInconsistent(tx: Db, spaceId: number): Promise<void> {
  const wrong = new Map((await checkBooks(tx, spaceId)).reverse().map((each) => [each.invariant, whyOf(each)]));
  if (wrong.size > 0)
    throw new Unrestorable("base", { kind: "fileInconsistent", values: { why: [...wrong.values()].join("; ") } });
}

/** The ids that rows are tried with count them as the file has them. */
function whyOf({ invariant, table, key: { id } }: Disagreement): string {
  const isOfFile = (table === "transactions" || table === "series") && typeof id === "number" && id < 0;
  return isOfFile ? `${INVARIANTS[invariant]}: ${table} ${-id}` : INVARIANTS[invariant];
}
