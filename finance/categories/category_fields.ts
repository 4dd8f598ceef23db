// The fields of a category that a client may set.
import { Type } from "typebox";
import { ExpectedField } from "../fields/expected.ts";
import { readIdOrNull, readOneOf, readText } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { RecordId } from "../fields/schemas.ts";
import { invalid, orElse, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
import { categories } from "../tables/categories.ts";
import { type Settable, settableFields } from "../tables/settable.ts";
import { CATEGORY_KINDS, type CategoryKind, type CategoryRow } from "./category.ts";
import { iconOfCategory } from "./icon_of_category.ts";

const LONGEST_GROUP_ID = 100;
const DEFAULT_GROUP = categories.columns.group_id.absent;

export interface CategoryRequest extends Settable<typeof categories> {
  group_id: string;
  /** Undefined where the client says nothing of it, like the two below. */
  color: string | undefined;
  parent_id: number | null | undefined;
  kind: CategoryKind | undefined;
}

const plainFields = settableFields(categories);

const fields = {
  kind: Type.Optional(Type.String({ enum: [...CATEGORY_KINDS], description: "The parent's unless given, else expenses" })),
  parent_id: Type.Optional(RecordId()),
  color: Type.Optional(Type.String({ pattern: "^#?[0-9a-fA-F]{6}$", description: "Chosen for new ones unless given" })),
  group_id: Type.Optional(Type.String({ maxLength: LONGEST_GROUP_ID })),
};

export const NewCategoryBody = Type.Object({ ...plainFields.newSchemas, ...fields });
export const CategoryBody = Type.Object({ ...plainFields.schemas, ...fields, ...ExpectedField });

/** With what is wrong with the fields by themselves; what they mean beside other categories is for `category_rules.ts`. */
export function readCategory(record: Submitted, stored?: CategoryRow): WithProblems<CategoryRequest> {
  const isStoredKind = record.fields.get("kind")?.value === stored?.kind;
  const { name, icon, ...plain } = plainFields.readComplete(record, stored);
  // A record that is sent back as it was answered chooses no icon.
  const isGuessSentBack = stored?.icon === null && icon.value === iconOfCategory(name.value ?? "");
  return readAll({
    name,
    color: readColor(record),
    icon: isGuessSentBack ? valid(null) : icon,
    parent_id: readIdOrNull(record, "parent_id"),
    group_id: orElse(readGroup(record), stored?.group_id ?? DEFAULT_GROUP),
    ...plain,
    // Saying what is so already is fine for every kind.
    kind: isStoredKind ? valid(stored?.kind) : readOneOf(record, "kind", CATEGORY_KINDS),
  });
}

/** None is the one that all others are in. */
function readGroup(record: Submitted): WithProblems<string | undefined> {
  const { value: group, problems } = readText(record, "group_id", { most: LONGEST_GROUP_ID });
  return { value: group === "" ? DEFAULT_GROUP : group, problems };
}

/** As pickers write it, with a # in front, or without, as it is kept. */
function readColor(record: Submitted): WithProblems<string | undefined> {
  const { value: color, problems } = readText(record, "color");
  if (color !== undefined && !/^#?[0-9a-f]{6}$/i.test(color)) return invalid("color", { kind: "invalid" });
  return { value: color?.replace("#", "").toLowerCase(), problems };
}
