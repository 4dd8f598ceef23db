// The space itself after its rows were restored: what is the default in the file is the default here.
import { addMonths, isDay } from "../calendar/day.ts";
import type { Change } from "../post/change.ts";
import { spaces } from "../tables/spaces.ts";
import { columnsWith, laterValues } from "../tables/table.ts";
import type { TableName } from "../tables/tables.ts";
import type { Row } from "./columns.ts";
import type { NewId } from "./renumber.ts";
import { wrongRow } from "./unrestorable.ts";

/** A space that has rested for longer than this would get too many rows of its fixed series at once. */
const MOST_MONTHS_BEHIND = 120;

type SpaceChange = NonNullable<Change["space"]>;

export function restoredSpace(value: unknown, newId: NewId, today: string): SpaceChange {
  const exported = (typeof value === "object" && value !== null ? value : {}) as Row;
  const { extended_through: extended } = exported;
  if (!isDay(extended) || extended < addMonths(today, -MOST_MONTHS_BEHIND)) throw wrongRow("space", 1, "extended_through");
  const pointers = columnsWith(spaces, "refersTo").map((column) => {
    const target: TableName = spaces.columns[column].refersTo;
    const id = exported[column] === null ? null : newId(target, exported[column]);
    if (id === undefined || (id === null && target === "categories")) throw wrongRow("space", 1, column);
    return [column, id];
  });
  const later = Object.entries(laterValues(spaces)).map(([column, absent]) => {
    const value = column in exported ? exported[column] : absent;
    if (!spaces.columns[column as keyof typeof spaces.columns].kind.isValid(value)) throw wrongRow("space", 1, column);
    return [column, value];
  });
  return { ...Object.fromEntries([...pointers, ...later]), extended_through: extended } as SpaceChange;
}
