// QIF: a letter and a value on each line, `^` ends a transaction.
//
// | quirk                                        | done                                                          |
// |----------------------------------------------|---------------------------------------------------------------|
// | the order of dates is not said               | inferred from all rows                                        |
// | `8/5'26`, `8/ 5/26`                          | years of this century                                         |
// | `1,234.56` or `1.234,56`                     | decided for the file                                          |
// | `S`, `E`, `$` are splits                     | splits of the line; listed if they do not sum to it           |
// | `L[Name]`                                    | a transfer with that account                                  |
// | `!Account` blocks before a list              | the account's name                                            |
// | other lists (categories, securities, classes)| passed over                                                   |
import { type Draft, type DraftStatement, finished } from "../draft.ts";
import type { Problem, Split, Statement } from "../file.ts";
import { LIMITS } from "../limits.ts";
import type { Reason } from "../reasons.ts";
import type { TargetKind } from "../target_kind.ts";
import { type Amount, type ColumnDecimal, centsOf, couldBeThousands, type Decimal, findDecimal } from "../text/amounts.ts";
import { type DayOrder, dayOf, dayOrderOf } from "../text/days.ts";

const TARGET_KINDS: Record<string, TargetKind> = {
  bank: "account",
  cash: "account",
  ccard: "card",
  "oth a": "account",
  "oth l": "account",
};

interface RawSplit {
  category: string;
  memo: string;
  amount: string;
}

interface RawEntry {
  line: number;
  raw: string;
  fields: Map<string, string>;
  splits: RawSplit[];
}

interface RawList {
  place: TargetKind;
  name: string;
  entries: RawEntry[];
}

export function isQif(text: string): boolean {
  return /^\s*!(?:Type|Account|Option|Clear)\b/i.test(text.slice(0, 1_000));
}

export function readQif(text: string, today: string): { statements: Statement[]; problems: Problem[]; refusal: Reason | null } {
  const lists = gather(text);
  if (typeof lists === "string") return { statements: [], problems: [], refusal: lists };
  const entries = lists.flatMap((list) => list.entries);
  const order = dayOrderOf(entries.map(({ fields }) => fields.get("D") ?? ""));
  const amounts = entries.flatMap(({ fields, splits }) => [amountText(fields), ...splits.map(({ amount }) => amount)]);
  const decimal = findDecimal(
    amounts.filter((each) => each !== ""),
    ".",
  );
  const problems: Problem[] = [];
  const statements = lists.map(({ place, name, entries: own }) => {
    const drafts = own.map((entry) => draftOf(entry, order, decimal, today));
    const statement: DraftStatement = { place, account: { name: name || null }, drafts };
    return finished(statement, today, problems);
  });
  return { statements: statements.filter(({ lines, balances }) => lines.length + balances.length > 0), problems, refusal: null };
}

const amountText = (fields: Map<string, string>) => fields.get("T") ?? fields.get("U") ?? "";

function gather(text: string): RawList[] | Reason {
  const lists: RawList[] = [];
  let list: RawList | undefined;
  let isAccount = false;
  let name = "";
  let entry: RawEntry | undefined;
  let count = 0;
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = whole.trim();
    if (line === "") continue;
    const [letter, value] = [line[0] as string, line.slice(1).trim().slice(0, LIMITS.cellCharacters)];
    if (letter === "!") {
      const place = TARGET_KINDS[/^Type:(.*)$/i.exec(value)?.[1]?.trim().toLowerCase() ?? ""];
      isAccount = /^Account\b/i.test(value);
      list = place && { place, name, entries: [] };
      if (list && lists.push(list) > LIMITS.statements) return "too_many_statements";
      entry = undefined;
    } else if (letter === "^") {
      if (isAccount) name = entry?.fields.get("N") ?? "";
      entry = undefined;
    } else {
      if (!entry) {
        entry = { line: index + 1, raw: "", fields: new Map(), splits: [] };
        if (list && ++count > LIMITS.lines) return "too_many_lines";
        list?.entries.push(entry);
      }
      keep(entry, letter, value);
    }
  }
  return lists;
}

const MOST_SPLITS = 200;

function keep(entry: RawEntry, letter: string, value: string): void {
  if (entry.raw.length < LIMITS.rawCharacters) entry.raw += `${letter}${value} `;
  const split = entry.splits.at(-1);
  if (letter === "S" && entry.splits.length < MOST_SPLITS) entry.splits.push({ category: value, memo: "", amount: "" });
  else if (letter === "E" && split) split.memo = value;
  else if (letter === "$" && split) split.amount = value;
  else if (!entry.fields.has(letter)) entry.fields.set(letter, value);
}

function draftOf({ line, raw, fields, splits }: RawEntry, order: DayOrder, columnDecimal: ColumnDecimal, today: string): Draft {
  const { decimal, isCertain } = columnDecimal;
  const written = amountText(fields);
  const amount: Amount = written === "" ? { reason: "amount_missing" } : centsOf(written, decimal);
  const cents = "cents" in amount ? amount.cents : undefined;
  const day = dayOf(fields.get("D") ?? "", order, today);
  const parts = splits.map((each) => splitOf(each, decimal));
  const sum = parts.reduce((total, { amountCents }) => total + amountCents, 0);
  const category = fields.get("L") ?? "";
  const other = /^\[(.+)\]/.exec(category)?.[1] ?? null;
  const differs = parts.length > 0 && cents !== undefined && sum !== cents ? "splits_differ" : undefined;
  return {
    line,
    raw: raw.trim(),
    day,
    amountCents: cents,
    reason: day === undefined ? "day_invalid" : "reason" in amount ? amount.reason : differs,
    isAmountUnsure: !isCertain && [written, ...splits.map((split) => split.amount)].some(couldBeThousands),
    description: fields.get("P") ?? fields.get("M") ?? "",
    notes: fields.has("P") ? (fields.get("M") ?? null) : null,
    document: fields.get("N") ?? null,
    category: other === null ? category || null : null,
    transferAccount: other,
    isBalance: /^Opening Balance$/i.test(fields.get("P") ?? ""),
    splits: parts.length > 1 ? parts : [],
  };
}

function splitOf({ category, memo, amount }: RawSplit, decimal: Decimal): Split {
  const read = centsOf(amount, decimal);
  return { amountCents: "cents" in read ? read.cents : 0, category: category || null, description: memo || null };
}
