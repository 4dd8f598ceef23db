// Writes categories.
import { randomBytes } from "node:crypto";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge } from "../fields/record.ts";
import { isBooked } from "../ledger/queries_categories.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { DEFAULT_GROUP, presentCategory, UNSAVED_CATEGORY } from "./category.ts";
import { readCategory } from "./category_fields.ts";
import { parentProblem, updateProblems } from "./category_rules.ts";
import { findCategory, hasChildren, insertCategory, updateCategory } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "ledger" | "act">;

export function createCategory({ record, ledger, act }: Write): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const { name, color, parent_id: parentId = null, kind, ...wish } = readCategory(record);
  return ledger.transaction(async (tx) => {
    const [, parent] = await Promise.all([
      lockSpace(tx, spaceId),
      parentId === null ? undefined : findCategory(tx, spaceId, parentId),
    ]);
    const ownKind = kind ?? parent?.kind ?? "expenses";
    const problem = parentId === null ? undefined : parentProblem({ id: null, kind: ownKind, hasChildren: false }, parent);
    if (problem) addProblem(record, "parent_id", problem);
    judge(record, UNSAVED_CATEGORY);
    const category = await insertCategory(tx, act, {
      name: name as string,
      color,
      parent_id: parentId,
      kind: ownKind,
      group_id: wish.group_id ?? DEFAULT_GROUP,
      fixed: wish.fixed ?? false,
      essential: wish.essential ?? false,
      archived: wish.archived ?? false,
      uuid: randomBytes(20).toString("hex"),
    });
    return presentCategory(category, timeZone);
  });
}

export function changeCategory({ record, ledger, act }: Write, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [, before] = await Promise.all([lockSpace(tx, spaceId), findCategory(tx, spaceId, id)]);
    if (!before) throw fail.recordUnknown();
    const after = { ...before, ...said(readCategory(record, before)) };
    const [parent, isParent, booked] = await Promise.all([
      after.parent_id === null ? undefined : findCategory(tx, spaceId, after.parent_id),
      hasChildren(tx, spaceId, id),
      isBooked(tx, spaceId, id),
    ]);
    const problems = updateProblems(before, after, { hasChildren: isParent, isBooked: booked, parent });
    for (const [field, problem] of problems) addProblem(record, field, problem);
    judge(record, presentCategory(before, timeZone));
    return presentCategory(await updateCategory(tx, act, after), timeZone);
  });
}

/** Without what the client says nothing of. */
function said<Wish extends object>(wish: Wish): { [Name in keyof Wish]: Exclude<Wish[Name], undefined> } {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as never;
}
