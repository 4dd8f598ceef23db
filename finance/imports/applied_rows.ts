// The rows that an import makes and changes, from what was decided of each line.
import type { DayHistory } from "../billing/cycle.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import { splitInto, withAmount } from "../rows/parts.ts";
import { plainFields, plainFieldsOf } from "../rows/plain_fields.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import { rowOf } from "../series/occurrences.ts";
import type { StoredLink, StoredRow, StoredSeries } from "../tables/tables.ts";
import { type Decision, type Outcome, signed } from "./decision.ts";
import type { Fill } from "./fill.ts";
import type { ImportLine, ImportTarget } from "./line.ts";
import { isAnticipated, type Purchase } from "./matching/parts.ts";

export interface Decided {
  line: ImportLine;
  outcome: Outcome;
  decision: Decision | null;
  fill: Fill;
}

export interface Making {
  importId: number;
  target: ImportTarget;
  space: StoredSpace;
  /** Of the card. */
  days: DayHistory;
  /** Rows that lines name and the other legs of those, by their ids. */
  targets: ReadonlyMap<number, StoredRow>;
  purchases: ReadonlyMap<number, Purchase>;
  today: string;
  now: Date;
  userId: number | null;
}

export interface AppliedRows {
  before: StoredRow[];
  after: StoredRow[];
  seriesBefore: StoredSeries[];
  series: StoredSeries[];
  links: Omit<StoredLink, "id">[];
  created: number;
  matched: number;
}

/** Ids that are to be drawn: of rows, of series, and of links. */
export function countNeeded(decided: readonly Decided[], purchases: ReadonlyMap<number, Purchase>) {
  let [rows, series] = [0, 0];
  for (const { line, outcome } of decided) {
    if (outcome.do === "create" || outcome.do === "transfer" || outcome.do === "pay") rows++;
    if (outcome.do === "move") rows += 2;
    if (outcome.do !== "purchase") continue;
    const { k, n } = line.part as { k: number; n: number };
    rows += n - k + 1;
    series++;
  }
  const others = [...purchases.values()].reduce((sum, each) => sum + each.others.length, 0);
  return { rows, series, links: decided.length + others };
}

export function makeRows(
  decided: readonly Decided[],
  rowIds: readonly number[],
  seriesIds: readonly number[],
  making: Making,
): AppliedRows {
  const { target, space, targets } = making;
  const freeSeries = seriesIds.values();
  // Legs of transfers by the row that they were split from, where the bank's line has both.
  const splitLegs = Map.groupBy(
    [...targets.values()].filter((each) => targets.get(each.split_from_id ?? 0)?.account_id === each.account_id),
    (each) => each.split_from_id as number,
  );
  const { applied, draw, link, create, change } = openAppliedRows(rowIds, making);
  for (const each of decided) {
    const { line, outcome } = each;
    if (outcome.do === "create") create(each, {});
    else if (outcome.do === "link") link(line, outcome.transactionId, false, null);
    else if (outcome.do === "pay")
      create(each, {
        category_id: space.payments_category_id,
        paid_credit_card_id: outcome.cardId,
        paid_credit_card_invoice_id: outcome.invoice,
      });
    else if (outcome.do === "match") {
      const row = targets.get(outcome.transactionId) as StoredRow;
      const leg = row.oposite_transaction_id === null ? undefined : targets.get(row.oposite_transaction_id);
      const split = splitLegs.get(row.id) ?? [];
      const to = matched(row, each, making, split);
      change(row, to);
      if (leg) change(leg, to);
      applied.matched++;
      link(line, row.id, false, null);
      for (const own of split)
        for (const id of [own.id, own.oposite_transaction_id as number])
          change(targets.get(id) as StoredRow, { paid: own.paid || !line.planned });
    } else if (outcome.do === "transfer") {
      const other = targets.get(outcome.transactionId) as StoredRow;
      const legs = { category_id: space.transfers_category_id, parts: null, paid: true };
      const own = create(each, {
        ...legs,
        date: other.date,
        oposite_transaction_id: other.id,
        oposite_account_id: other.account_id,
      });
      change(other, { ...legs, oposite_transaction_id: own.id, oposite_account_id: target.accountId });
    } else if (outcome.do === "move") {
      const otherId = draw();
      const legs = { category_id: space.transfers_category_id, tags: [] };
      const own = create(each, { ...legs, oposite_transaction_id: otherId, oposite_account_id: outcome.accountId });
      const moved = { account_id: outcome.accountId, amount_cents: -own.amount_cents };
      applied.after.push({ ...own, ...moved, id: otherId, oposite_transaction_id: own.id, oposite_account_id: target.accountId });
      applied.created++;
    } else if (outcome.do === "purchase") makePurchase(each, applied, draw, freeSeries.next().value as number, making, link);
  }
  return applied;
}

/** What has been applied so far, and how a row is created, changed or linked once more. */
function openAppliedRows(rowIds: readonly number[], making: Making) {
  const at = making.now.toISOString();
  const freeRows = rowIds.values();
  const applied: AppliedRows = { before: [], after: [], seriesBefore: [], series: [], links: [], created: 0, matched: 0 };
  const draw = () => freeRows.next().value as number;
  const link = (line: ImportLine, transactionId: number, isCreated: boolean, categoryId: number | null) =>
    applied.links.push(linkOf(making, line, transactionId, isCreated, categoryId));
  const create = (each: Decided, more: Partial<StoredRow>) => {
    const row = { ...newRow(each, making), ...more, id: draw() };
    applied.after.push(row);
    applied.created++;
    link(each.line, row.id, true, row.category_id);
    return row;
  };
  const changed = new Set<number>();
  const change = (row: StoredRow, to: Partial<StoredRow>) => {
    if (changed.has(row.id)) return;
    changed.add(row.id);
    applied.before.push(row);
    applied.after.push({ ...row, ...to, updated_at: at });
  };
  return { applied, draw, link, create, change };
}

function newRow({ line, decision, fill }: Decided, { target, now, userId }: Making): StoredRow {
  const { categoryId, description, tags } = fill;
  const at = now.toISOString();
  return {
    ...PLAIN_ROW,
    id: 0,
    account_id: target.accountId,
    credit_card_id: target.cardId,
    credit_card_invoice_id: target.invoice,
    invoice_pinned: target.cardId !== null,
    category_id: decision?.category_id ?? categoryId,
    ...plainFields.edit(decision ?? {}, {
      ...PLAIN_ROW,
      description: description ?? line.description,
      notes: line.notes,
      tags: tags ?? line.tags,
    }),
    date: line.day,
    paid: target.cardId !== null || !line.planned,
    amount_cents: signed(line, decision),
    created_at: at,
    created_by_id: userId,
    updated_at: at,
  };
}

/** The bank says when and how much; what the user wrote stays, parts in the same proportion, and transfers that were split from it. The legs of a transfer keep their category, their amount and their day. */
function matched(
  row: StoredRow,
  { line, decision }: Decided,
  { target }: Making,
  split: readonly StoredRow[],
): Partial<StoredRow> {
  const fields = plainFields.edit(decision ?? {}, row);
  const paid = row.paid || !line.planned;
  if (row.oposite_transaction_id !== null) return { ...fields, paid };
  const cents = signedLike(row, line, decision) - split.reduce((sum, { amount_cents: moved }) => sum + moved, 0);
  const { category_id: categoryId = row.category_id } = decision ?? {};
  const kept = categoryId === row.category_id ? row : { ...row, ...splitInto(null, categoryId) };
  const { category_id, parts, amount_cents } = withAmount(kept, cents);
  return {
    ...fields,
    category_id,
    parts,
    amount_cents,
    ...(target.cardId === null ? { paid } : { credit_card_invoice_id: target.invoice, invoice_pinned: true }),
    date: line.day,
  };
}

/** Where the file does not say whether the money came, the row does. */
function signedLike({ amount_cents: cents }: StoredRow, line: ImportLine, decision: Decision | null): number {
  const isUnsure = line.unsure && decision?.income === undefined;
  return isUnsure && cents < 0 ? -Math.abs(line.cents) : signed(line, decision);
}

/** What pays an invoice leaves the account, so no line can be it that brings money or none. */
export function canBe(row: StoredRow, line: ImportLine, decision: Decision | null): boolean {
  return row.paid_credit_card_id === null || signedLike(row, line, decision) < 0;
}

/** The first part that was seen, and those after it: what came before is not known. */
function makePurchase(
  each: Decided,
  applied: AppliedRows,
  draw: () => number,
  seriesId: number,
  making: Making,
  link: (line: ImportLine, transactionId: number, isCreated: boolean, categoryId: number | null) => void,
): void {
  const { line } = each;
  const { k, n } = line.part as { k: number; n: number };
  const first = newRow(each, making);
  const description = withoutPart(first.description);
  const purchase = making.purchases.get(line.n) as Purchase;
  const byPart = new Map([line, ...purchase.others].map((own) => [own.part?.k, own]));
  const series: StoredSeries = {
    id: seriesId,
    kind: "installments",
    periodicity: "monthly",
    total_installments: n,
    total_cents: 0,
    anchor_date: line.day,
    anchor_occurrence: k,
    last_occurrence: n,
    ended: false,
    account_id: null,
    credit_card_id: making.target.cardId,
    pinned_invoice: making.target.invoice,
    category_id: first.category_id,
    parts: null,
    amount_cents: line.cents,
    ...plainFieldsOf(first),
    description,
    created_at: first.created_at,
    created_by_id: first.created_by_id,
    updated_at: first.created_at,
  };
  for (let occurrence = k; occurrence <= n; occurrence++) {
    const row = rowOf(series, occurrence, draw(), { days: making.days, today: making.today, now: making.now });
    const own = byPart.get(occurrence);
    const isNow = own !== undefined && (own === line || isAnticipated(purchase));
    applied.after.push({
      ...row,
      ...(own && { amount_cents: own.cents }),
      ...(isNow && { date: own.day, credit_card_invoice_id: making.target.invoice }),
    });
    series.total_cents = (series.total_cents ?? 0) + (own?.cents ?? line.cents);
    applied.created++;
    if (own) link(own, row.id, true, row.category_id);
  }
  applied.series.push(series);
}

const withoutPart = (text: string) =>
  text.replace(/[\s(-]*\bparc(?:ela)?\b\.?:? *\d{1,2} *(?:\/|de) *\d{1,2}\)?$/i, "").trim() || text;

function linkOf(
  { importId, target }: Making,
  line: ImportLine,
  transactionId: number,
  isCreated: boolean,
  categoryId: number | null,
): Omit<StoredLink, "id"> {
  return {
    import_id: importId,
    line: line.n,
    account_id: target.accountId,
    credit_card_id: target.cardId,
    content_key: line.key,
    fitid: line.fitid,
    day: line.day,
    amount_cents: line.cents,
    part_k: line.part?.k ?? null,
    part_n: line.part?.n ?? null,
    description: line.description,
    category_id: categoryId,
    transaction_id: transactionId,
    made: isCreated,
  };
}
