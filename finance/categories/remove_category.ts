// Deletes a category; what was booked under it goes over to another of its kind.
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readId } from "../fields/readers.ts";
import { addProblem, judge, refuse } from "../fields/record.ts";
import { moveBookings } from "../ledger/queries_removal.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { presentCategory } from "./category.ts";
import { replacementProblem } from "./category_rules.ts";
import { deleteCategory, findCategory } from "./queries.ts";

export function removeCategory(
  { record, ledger, act }: Pick<WriteInput<unknown>, "record" | "ledger" | "act">,
  id: number,
): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, category] = await Promise.all([lockSpace(tx, spaceId), findCategory(tx, spaceId, id)]);
    if (!category) throw fail.recordUnknown();
    const shown = presentCategory(category, timeZone);
    if (category.default || category.kind === "none") refuse(record, shown, "base", { kind: "inUse" });
    const wished = readId(record, "replacement_id");
    judge(record, shown);
    if (wished) {
      const problem = replacementProblem(category, await findCategory(tx, spaceId, wished));
      if (problem) addProblem(record, "replacement_id", problem);
      judge(record, shown);
    }
    const ownDefault = category.kind === "earnings" ? space.default_earnings_category_id : space.default_expenses_category_id;
    await moveBookings(tx, act, id, wished ?? ownDefault);
    await deleteCategory(tx, act, id);
    return shown;
  });
}
