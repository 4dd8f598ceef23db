// The sign of a category: its icon on its colour. Decoration: the name stands beside it.
import { iconOfCategory } from "../rules/category_icon.ts";
import { visibleColour } from "../rules/colour.ts";
import type { IconName } from "../rules/icons.ts";
import type { Category } from "../rules/records.ts";
import { Icon } from "../ui/icon.tsx";

interface CategoryMarkProps {
  category: Category | undefined;
  /** In place of the category's, for rows that only move money. */
  icon?: IconName | undefined;
}

export function CategoryMark({ category, icon = iconOfCategory(category?.name ?? "") }: CategoryMarkProps) {
  return (
    <span class="mark" style={{ "--colour": visibleColour(category?.color ?? "") }}>
      <Icon name={icon} />
    </span>
  );
}
