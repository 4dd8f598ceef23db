// Converts categories, and finds those for transfers, payments and rows without a category.
import { createHash } from "node:crypto";
import type { StoredCategory } from "../../finance/tables/tables.ts";
import { idOrNull, textOf, timesOf } from "./fields.ts";
import type { Source, SourceRecord } from "./source.ts";

export interface Categories {
  rows: StoredCategory[];
  pointers: Record<
    "default_expenses_category_id" | "default_earnings_category_id" | "transfers_category_id" | "payments_category_id",
    number
  >;
}

type Kind = StoredCategory["kind"];
const KINDS: readonly Kind[] = ["expenses", "earnings", "none"];

export function categoriesFrom({ categories, transactions }: Source, now: string): Categories {
  const byId = new Map(categories.map((each) => [each.id, each]));
  const earned = new Map<unknown, number>();
  for (const { category_id: id, amount_cents: cents } of transactions)
    earned.set(id, (earned.get(id) ?? 0) + Math.sign(typeof cents === "number" ? cents : 0));
  const kindOf = (each: SourceRecord): Kind =>
    KINDS.find((kind) => kind === each.kind) ?? ((earned.get(each.id) ?? 0) > 0 ? "earnings" : "expenses");
  const rows = categories
    .map((each): StoredCategory => {
      // A subcategory has its parent's kind; categories of transfers have no subcategories.
      const root = rootOf(byId, each);
      const rootKind: Kind = root === null ? "none" : kindOf(byId.get(root) as SourceRecord);
      const above = rootKind === "none" ? { parent_id: null, kind: kindOf(each) } : { parent_id: root, kind: rootKind };
      const color = typeof each.color === "string" && /^[0-9a-f]{6}$/i.test(each.color) ? each.color.toLowerCase() : "afafaf";
      return {
        ...{ id: each.id, name: textOf(each.name, 255, "?"), color, icon: null, ...above },
        ...{ group_id: textOf(each.group_id, 255, "default"), fixed: each.fixed === true, essential: each.essential === true },
        ...{ archived: each.archived === true, uuid: uuidOf(each), ...timesOf(each, now) },
      };
    })
    .sort((one, other) => one.id - other.id);
  let nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  /** A suitable open category, or a new one. */
  const pick = (kind: Kind, words: RegExp, name: string, isDefault = false): number => {
    const open = rows.filter((row) => row.kind === kind && !row.archived);
    const match =
      (isDefault && open.find(({ id }) => byId.get(id)?.default === true)) || open.find((row) => words.test(row.name));
    if (match) return match.id;
    const id = nextId++;
    const plain = {
      icon: null,
      parent_id: null,
      group_id: "default",
      fixed: false,
      essential: false,
      archived: false,
      color: "afafaf",
    };
    rows.push({ ...plain, id, name, kind, uuid: uuidOf({ id, name }), created_at: now, updated_at: now });
    return id;
  };
  return {
    pointers: {
      default_expenses_category_id: pick("expenses", /^outros/i, "Outros", true),
      default_earnings_category_id: pick("earnings", /^outr[ao]s/i, "Outras receitas", true),
      transfers_category_id: pick("none", /transfer/i, "Transferências"),
      payments_category_id: pick("none", /fatura|invoice/i, "Pagamento de fatura"),
    },
    rows,
  };
}

/** Only two levels: deeper categories move below the root. */
function rootOf(byId: ReadonlyMap<number, SourceRecord>, category: SourceRecord): number | null {
  const visited = new Set([category.id]);
  let root: number | null = null;
  for (let id = idOrNull(category.parent_id); id !== null && byId.has(id) && !visited.has(id); ) {
    visited.add(id);
    root = id;
    id = idOrNull(byId.get(id)?.parent_id);
  }
  return root;
}

function uuidOf({ id, uuid, name }: SourceRecord): string {
  if (typeof uuid === "string" && /^[0-9a-f]{40}$/.test(uuid)) return uuid;
  return createHash("sha1").update(`${id} ${name}`).digest("hex");
}
