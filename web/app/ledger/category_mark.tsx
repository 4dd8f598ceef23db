// The sign of a category: its icon on its colour. Decoration: the name stands beside it.
import type { ComponentChildren } from "preact";
import { visibleColour } from "../rules/colour.ts";
import type { IconName } from "../rules/icons.ts";
import type { Category } from "../rules/records.ts";
import { Icon, isIcon } from "../ui/icon.tsx";

interface CategoryMarkProps {
  category: Category | undefined;
  /** In place of the category's, for rows that only move money. */
  icon?: IconName | undefined;
  /** Only its colour. */
  isBrief?: boolean;
  /** Lies on its corner. */
  children?: ComponentChildren;
}

export function CategoryMark({ category, icon = iconOf(category), isBrief = false, children }: CategoryMarkProps) {
  return (
    <span class="mark" style={{ "--colour": visibleColour(category?.color ?? "") }}>
      {!isBrief && <Icon name={icon} />}
      {children}
    </span>
  );
}

const iconOf = (category: Category | undefined): IconName => (isIcon(category?.icon) ? category.icon : "tag");
