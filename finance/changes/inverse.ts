// How a post is undone: created records are deleted, deleted ones restored, changed ones reset. A record stays if it was changed
// since (unless forced), is needed by others, or lacks a reference.
import { completed, type TableName } from "../tables/tables.ts";
import type { Net, Row } from "./net.ts";
import { type Reference, referencesOf } from "./references.ts";
import { isSame, isStill } from "./same.ts";
import { categoryProblem, isWholeSplit, isWholeTransaction } from "./whole.ts";

/** Why a row stays as it is. */
export type UnchangedReason = "changed" | "gone" | "exists" | "needed" | "incomplete";

export interface Undone {
  net: Net;
  /** As it is now, and as it will be; undefined where it is not there. */
  current: Row | undefined;
  restored: Row | undefined;
}

export interface UnchangedRecord {
  net: Net;
  reason: UnchangedReason;
}

export interface Inverse {
  undone: Undone[];
  kept: UnchangedRecord[];
}

export interface UndoContext {
  /** The row as it is stored now. */
  rowOf(table: TableName, key: string): Row | undefined;
  /** Whether rows that the post did not make refer to it. */
  isNeeded(table: TableName, key: string): boolean;
  /** Whether something that is kept elsewhere but shown as part of it has changed since: the days of a card, the default of the space. */
  isTouched(table: TableName, key: string): boolean;
  /** All categories of the space as they are now, where the post has written some; else none. */
  categories: readonly Row[];
  /** Categories under which something is booked. */
  booked: ReadonlySet<number>;
  force: boolean;
}

export function invert(nets: readonly Net[], around: UndoContext): Inverse {
  const inverse: Inverse = { undone: [], kept: [] };
  for (const net of nets) {
    const outcome = invertOne(net, around);
    if (typeof outcome === "string") inverse.kept.push({ net, reason: outcome });
    else if (outcome) inverse.undone.push(outcome);
  }
  return keepTogether(inverse, around);
}

function invertOne(net: Net, { rowOf, isNeeded, isTouched, force }: UndoContext): Undone | UnchangedReason | undefined {
  const current = rowOf(net.table, net.key);
  if (!net.wasThere) {
    // Made and gone again, by the post itself or by somebody since: there is nothing to undo.
    if (!current) return;
    if (!force && (!isStill(current, net.after) || isTouched(net.table, net.key))) return "changed";
    return isNeeded(net.table, net.key) ? "needed" : { net, current, restored: undefined };
  }
  if (!net.isThere) return current ? "exists" : { net, current, restored: completed(net.table, net.before) };
  if (!current) return "gone";
  if (!force && !isStill(current, net.after)) return "changed";
  return {
    net,
    current,
    restored: {
      ...current,
      ...net.before,
      ...(isSame("updated_at", current.updated_at, net.after.updated_at) ? {} : touched(current)),
    },
  };
}

/** Somebody has changed other columns since: the moment of that stays. */
const touched = (current: Row): Row => ("updated_at" in current ? { updated_at: current.updated_at } : {});

/** Drops what could not be written, until what is left fits together. */
function keepTogether({ undone, kept }: Inverse, around: UndoContext): Inverse {
  const nameOf = (table: TableName, key: string | number) => `${table} ${key}`;
  for (;;) {
    const outcome = new Map(undone.map((each) => [nameOf(each.net.table, each.net.key), each]));
    const rowAfter = ({ table, id }: Reference) => {
      const changed = outcome.get(nameOf(table, id));
      return changed ? changed.restored : around.rowOf(table, String(id));
    };
    const goes = ({ table, id }: Reference) => {
      const changed = outcome.get(nameOf(table, id));
      return changed !== undefined && changed.restored === undefined;
    };
    const staying = new Set(
      kept
        .filter(({ reason }) => reason !== "gone")
        .flatMap(({ net }) => {
          const row = around.rowOf(net.table, net.key);
          return row ? referencesOf(net.table, row).map(({ table, id }) => nameOf(table, id)) : [];
        }),
    );
    const reasons = new Map(kept.map(({ net, reason }) => [nameOf(net.table, net.key), reason]));
    const categories = { ...categoriesAfter(around.categories, undone), booked: around.booked };
    const reasonOf = ({ net, current, restored }: Undone): UnchangedReason | undefined => {
      // The days of a card belong to it: where the card stays, they stay.
      const ofCard = net.table === "card_days" ? reasons.get(nameOf("credit_cards", net.entityId)) : undefined;
      if (ofCard && ofCard !== "gone") return ofCard === "exists" ? "exists" : "needed";
      // Both legs of a transfer change together, or neither.
      const otherLeg = net.table === "transactions" ? (current ?? restored)?.oposite_transaction_id : undefined;
      if (typeof otherLeg === "number" && reasons.has(nameOf("transactions", otherLeg))) return "changed";
      if (!restored) return staying.has(nameOf(net.table, net.key)) ? "needed" : undefined;
      const fits =
        referencesOf(net.table, net.before).every((each) => rowAfter(each) !== undefined) &&
        !referencesOf(net.table, restored).some(goes);
      if (!fits) return "incomplete";
      if (net.table === "transactions") {
        const otherId = restored.oposite_transaction_id;
        const other = typeof otherId === "number" ? rowAfter({ table: "transactions", id: otherId }) : undefined;
        return isWholeTransaction(current, restored, other) ? undefined : "changed";
      }
      if (net.table === "series") return isWholeSplit(restored) ? undefined : "changed";
      return net.table === "categories" ? categoryProblem(current, restored, categories) : undefined;
    };
    const dropped = new Map(undone.map((each) => [each, reasonOf(each)] as const).filter(([, reason]) => reason !== undefined));
    if (dropped.size === 0) return { undone, kept };
    kept = [...kept, ...[...dropped].map(([{ net }, reason]) => ({ net, reason: reason as UnchangedReason }))];
    undone = undone.filter((each) => !dropped.has(each));
  }
}

function categoriesAfter(now: readonly Row[], all: readonly Undone[]) {
  const undone = all.filter(({ net }) => net.table === "categories");
  const after = new Map(now.map((row) => [row.id, row]));
  for (const { net, restored } of undone) {
    if (restored) after.set(net.entityId, restored);
    else after.delete(net.entityId);
  }
  return { all: [...after.values()], undone: new Set<unknown>(undone.map(({ net }) => net.entityId)) };
}
