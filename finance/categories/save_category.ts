// Writes categories.
import { randomBytes } from "node:crypto";
import { fail } from "../errors.ts";
import { requireExpected } from "../fields/expected.ts";
import { throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemOf } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { type CategoryRow, presentCategory, UNSAVED_CATEGORY } from "./category.ts";
import { readCategory } from "./category_fields.ts";
import { parentProblem, updateProblems } from "./category_rules.ts";
import { leastUsedColor } from "./palette.ts";
import { isBooked, listCategories } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act">;

export function createCategory({ record, write, act }: Write): Promise<object> {
  const { value: input, problems } = readCategory(record);
  const { color, parent_id: parentId = null, kind, ...fields } = input;
  const uuid = randomBytes(20).toString("hex");
  return write(async (read) => {
    const [categories, ids] = await Promise.all([listCategories(read, act.caller.spaceId), read.ids("categories", 1)]);
    const parent = categories.find(({ id }) => id === parentId);
    const ownKind = kind ?? parent?.kind ?? "expenses";
    const child = { id: null, kind: ownKind, hasChildren: false };
    const wrongParent = parentId === null ? undefined : parentProblem(child, parent);
    throwIfInvalid(record, UNSAVED_CATEGORY, joinProblems(problems, problemOf("parent_id", wrongParent)));
    const category: CategoryRow = {
      id: ids[0] as number,
      ...fields,
      color: color ?? leastUsedColor(categories),
      parent_id: parentId,
      kind: ownKind,
      uuid,
      default: false,
      created_at: act.now,
      updated_at: act.now,
    };
    return { before: {}, after: { categories: [category] }, answer: presentCategory(category, act.caller.timeZone) };
  });
}

export function changeCategory({ record, write, act }: Write, id: number): Promise<object> {
  const { spaceId } = act.caller;
  return write(async (read) => {
    const [categories, booked] = await Promise.all([listCategories(read, spaceId), isBooked(read, spaceId, id)]);
    const before = categories.find((each) => each.id === id);
    if (!before) throw fail.recordUnknown();
    const view = presentCategory(before, act.caller.timeZone);
    const expectedProblems = requireExpected(record, view);
    const { value: request, problems } = readCategory(record, before);
    const after = { ...before, ...presentFields(request), updated_at: act.now };
    const ruleProblems = updateProblems(before, after, {
      hasChildren: categories.some(({ parent_id: parentId }) => parentId === id),
      isBooked: booked,
      parent: categories.find((each) => each.id === after.parent_id),
    });
    throwIfInvalid(record, view, joinProblems(expectedProblems, problems, ruleProblems));
    return {
      before: { categories: [before] },
      after: { categories: [after] },
      answer: presentCategory(after, act.caller.timeZone),
    };
  });
}

/** Without what the client says nothing of. */
function presentFields<Fields extends object>(request: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as never;
}
