// Work that is done for every space, some at once, whoever else does something meanwhile.
import type { Database } from "../../kernel/sql/database.ts";
import { listSpaces } from "./queries.ts";

const SPACES_AT_ONCE = 4;
const SPACES_A_PAGE = 1_000;

export async function forEachSpace(db: Database, work: (spaceId: number) => Promise<unknown>): Promise<void> {
  const workThrough = async (left: Iterable<number>) => {
    for (const spaceId of left) await work(spaceId);
  };
  for (let spaces = await listSpaces(db, 0, SPACES_A_PAGE); spaces.length > 0; ) {
    const left = spaces.values();
    await Promise.all(Array.from({ length: SPACES_AT_ONCE }, () => workThrough(left)));
    spaces = await listSpaces(db, spaces.at(-1) as number, SPACES_A_PAGE);
  }
}
