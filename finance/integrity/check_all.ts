// Every space, one after the other, for somebody who waits for the result.
import type { Database } from "../../kernel/sql/database.ts";
import { listSpaces } from "../post/queries.ts";
import { checkSpace } from "./check_space.ts";
import type { Disagreement } from "./disagreement.ts";
import { listLooseReferences, listReferences } from "./queries_references.ts";

const SPACES_A_PAGE = 1_000;

export interface AllChecked {
  spaces: number;
  /** Users' spaces that are not there yet. */
  unmade: number[];
  /** Foreign keys by which a row could refer to another space's. */
  loose: { table: string; name: string }[];
}

/** Tells what disagrees as it is found. Throws if a space cannot be read: of what was not looked at nothing is known. */
export async function checkAll(
  db: Database,
  tell: { found(disagreement: Disagreement): void; checked(spaces: number): void },
): Promise<AllChecked> {
  const references = await listReferences(db);
  const loose = await listLooseReferences(db);
  const unmade: number[] = [];
  let checked = 0;
  for (let page = await listSpaces(db, 0, SPACES_A_PAGE); page.length > 0; ) {
    for (const spaceId of page) {
      const found = await checkSpace(db, spaceId, references);
      if (!found) {
        unmade.push(spaceId);
        continue;
      }
      for (const each of found) tell.found(each);
      tell.checked(++checked);
    }
    page = await listSpaces(db, page.at(-1) as number, SPACES_A_PAGE);
  }
  return { spaces: checked, unmade, loose };
}
