// A category as the database keeps it, and as the API shows it.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { categories } from "../tables/categories.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import type { VisibleColumns } from "../tables/table.ts";
import type { StoredCategory } from "../tables/tables.ts";
import { iconOfCategory } from "./icon_of_category.ts";

/** Those that a client may choose. The third, `none`, is for what only moves money, and belongs to the service. */
export const CATEGORY_KINDS = ["expenses", "earnings"] as const;
export type CategoryKind = StoredCategory["kind"];

export interface CategoryRow extends StoredCategory {
  created_at: Date;
  updated_at: Date;
  default: boolean;
}

const Moment = Type.String({ format: "date-time" });

export const CategoryReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  color: Type.String({ description: "Six hexadecimal digits" }),
  icon: Type.String({ description: "The chosen one, or the one that the name suggests" }),
  parent_id: Type.Union([Type.Integer(), Type.Null()]),
  group_id: Type.String(),
  fixed: Type.Boolean(),
  essential: Type.Boolean(),
  default: Type.Boolean({ description: "Takes what names no category of its kind" }),
  archived: Type.Boolean(),
  uuid: Type.String({ description: "40 hexadecimal digits" }),
  kind: Type.String({ enum: [...CATEGORY_KINDS, "none"] }),
  created_at: Moment,
  updated_at: Moment,
});

export function presentCategory(category: CategoryRow, timeZone: string) {
  return {
    id: category.id,
    name: category.name,
    color: category.color,
    icon: category.icon ?? iconOfCategory(category.name),
    parent_id: category.parent_id,
    group_id: category.group_id,
    fixed: category.fixed,
    essential: category.essential,
    default: category.default,
    archived: category.archived,
    uuid: category.uuid,
    kind: category.kind,
    created_at: momentText(category.created_at, timeZone),
    updated_at: momentText(category.updated_at, timeZone),
  } satisfies VisibleColumns<typeof categories>;
}

/** What a refused new category is shown as, under the fields that were submitted. */
export const UNSAVED_CATEGORY = emptyRecord(CategoryReply, categories, { default: false, kind: "expenses" });
