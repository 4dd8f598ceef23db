// Deletes a category; what was booked under it goes over to another of its kind: there may be a million rows.
import { fail } from "../errors.ts";
import { readId } from "../fields/readers.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { withReplacedCategory } from "../rows/parts.ts";
import { presentCategory } from "./category.ts";
import { replacementProblem } from "./category_rules.ts";
import { listBudgetsOf, listCategories, listSeriesUnder } from "./queries.ts";

/** Its children move up to no parent, and its budgets go. */
export function removeCategory(
  { record, writeAlone, act }: Pick<WriteInput<unknown>, "record" | "writeAlone" | "act">,
  id: number,
): Promise<object> {
  const { spaceId } = act.caller;
  return writeAlone(async (read, bulk) => {
    const [space, categories, series, budgets] = await Promise.all([
      read.space,
      listCategories(read, spaceId),
      listSeriesUnder(read, spaceId, id),
      listBudgetsOf(read, spaceId, id),
    ]);
    const category = categories.find((each) => each.id === id);
    if (!category) throw fail.recordUnknown();
    const view = presentCategory(category, act.caller.timeZone);
    if (category.default || category.kind === "none") refuse(record, view, "base", { kind: "inUse" });
    const { value: requested, problems } = readId(record, "replacement_id");
    throwIfInvalid(record, view, problems);
    const problem =
      requested &&
      replacementProblem(
        category,
        categories.find((each) => each.id === requested),
      );
    if (problem) refuse(record, view, "replacement_id", problem);
    const ownDefault = category.kind === "earnings" ? space.default_earnings_category_id : space.default_expenses_category_id;
    const replacementId = requested ?? ownDefault;
    // First: what is split keeps its parts, and is then no longer under the category.
    await bulk.replaceInParts({ from: id, to: replacementId });
    await bulk.updateRows({ column: "category_id", id }, { category_id: replacementId });
    const children = categories.filter(({ parent_id: parentId }) => parentId === id);
    const at = act.now.toISOString();
    return {
      before: { categories: [category, ...children], series, budgets },
      after: {
        categories: children.map((child) => ({ ...child, parent_id: null, updated_at: act.now })),
        series: series.map((each) => ({
          ...each,
          category_id: each.category_id === id ? replacementId : each.category_id,
          parts: withReplacedCategory(each.parts, id, replacementId),
          updated_at: at,
        })),
      },
      answer: view,
    };
  });
}
