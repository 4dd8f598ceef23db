// The heading of a group of lines: its count, where its lines come from, and their net; opens and folds the group.
import { Money } from "../../ledger/money.tsx";
import type { Origin, TableRow } from "../../rules/import_groups.ts";
import { GridCell, GridRow } from "../../ui/grid_cells.tsx";
import { Icon } from "../../ui/icon.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import type { RowPlace } from "../../ui/virtual_rows.tsx";
import { importWords } from "./words.ts";

interface GroupHeadingProps {
  of: Extract<TableRow, { kind: "group" }>;
  place: RowPlace;
  row: { "data-at": string; "aria-rowindex": number; "aria-selected": boolean; tabIndex: number };
  /** Whether a filter keeps it open. */
  isFixed: boolean;
  onToggle: () => void;
}

const ORIGINS: readonly Exclude<Origin, "verdict">[] = ["default", "rule", "memory", "bank", "user"];

export function GroupHeading({ of, place, row, isFixed, onToggle }: GroupHeadingProps) {
  const { "aria-rowindex": index, "aria-selected": isCurrent, ...button } = row;
  const counts = ORIGINS.flatMap((origin) => {
    const count = of.origins[origin];
    return count && of.group !== "out" ? importWords.originCounts[origin](count) : [];
  });
  return (
    <GridRow class="import-row group" aria-rowindex={index} aria-selected={isCurrent} {...place}>
      <GridCell>
        <button type="button" class="cell" {...button} aria-expanded={of.isOpen} disabled={isFixed} onClick={onToggle}>
          <Icon name={of.isOpen ? "down" : "right"} />
          <strong>{importWords.groups[of.group]}</strong>
          <span class="hint">{joinParts(of.count, counts.join(", "))}</span>
        </button>
      </GridCell>
      <GridCell class="much">
        {of.group !== "out" && (
          <>
            <span class="hint">{importWords.net}</span> <Money cents={of.netCents} plain />
          </>
        )}
      </GridCell>
    </GridRow>
  );
}
