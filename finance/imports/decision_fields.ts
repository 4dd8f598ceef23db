// Reads what the user says to a line.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { readFlag, readId, readInteger, readOneOf, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, judge, type Submitted } from "../fields/record.ts";
import { Filled, RecordId, Tags } from "../fields/schemas.ts";
import { findPlaces, hasCategory } from "../rows/queries_places.ts";
import { LONGEST_NOTES } from "../transactions/new_transaction.ts";
import { readTagNames } from "../transactions/tag_names.ts";
import { ACTIONS, asksForInvoice, type Decision, signed } from "./decision.ts";
import type { ImportRow } from "./import_record.ts";
import { isGood } from "./preview.ts";
import { listTargets, type StoredLine } from "./queries.ts";
import { canBe } from "./rows_made.ts";

export const DecisionFields = {
  action: Type.Optional(Type.String({ enum: [...ACTIONS], description: "Absent: as the verdict says" })),
  transaction_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "For match: the transaction that it is" }),
  ),
  credit_card_id: Type.Optional(RecordId({ description: "For pay: the card whose invoice it pays" })),
  invoice: Type.Optional(
    Type.Integer({
      minimum: FIRST_KEPT_INVOICE,
      maximum: LAST_KEPT_INVOICE,
      description: "For pay: the number of that invoice",
    }),
  ),
  category_id: Type.Optional(RecordId()),
  description: Type.Optional(Filled()),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NOTES }), Type.Null()])),
  tags: Type.Optional(Tags),
  income: Type.Optional(Type.Boolean({ description: "Whether the money came, where the file does not say" })),
};

const NO_DECISION = Object.fromEntries(Object.keys(DecisionFields).map((name) => [name, null]));

/** Null where nothing is said any more. */
export async function readDecision(
  db: Db,
  spaceId: number,
  record: Submitted,
  { place, line: stored }: { place: ImportRow; line: Pick<StoredLine, "line" | "target"> },
): Promise<Decision | null> {
  const action = readOneOf(record, "action", ACTIONS);
  const transactionId = readId(record, "transaction_id", Number.MAX_SAFE_INTEGER);
  const cardId = readId(record, "credit_card_id");
  const invoice = readInteger(record, "invoice", { least: FIRST_KEPT_INVOICE, most: LAST_KEPT_INVOICE });
  const categoryId = readId(record, "category_id");
  const said = {
    action,
    transaction_id: transactionId,
    credit_card_id: cardId,
    invoice,
    category_id: categoryId,
    description: readText(record, "description", { filled: true }),
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }),
    tags: readTagNames(record),
    income: readFlag(record, "income"),
  };
  if (action === "match" && transactionId === undefined && !record.problems.has("transaction_id"))
    addProblem(record, "transaction_id", { kind: "required" });
  if (categoryId !== undefined && !(await hasCategory(db, spaceId, categoryId)))
    addProblem(record, "category_id", { kind: "unknown" });
  const filled = Object.entries(said).filter(([name, value]) => value !== undefined && !(name === "notes" && value === null));
  const decision = filled.length === 0 ? null : (Object.fromEntries(filled) as Decision);
  const { line } = stored;
  await judgePayment(db, spaceId, record, { place, stored, decision });
  if (transactionId !== undefined) {
    const [row] = await listTargets(db, spaceId, [transactionId]);
    const isHere = row && row.account_id === place.account_id && row.credit_card_id === place.credit_card_id;
    if (!isHere) addProblem(record, "transaction_id", { kind: "unknown" });
    else if (isGood(line) && !canBe(row, line, decision)) addProblem(record, "transaction_id", { kind: "invalid" });
    else if (row.oposite_transaction_id !== null && ![undefined, row.category_id].includes(categoryId))
      addProblem(record, "category_id", { kind: "unchangeable" });
  }
  judge(record, NO_DECISION);
  return decision;
}

interface Paying {
  place: ImportRow;
  stored: Pick<StoredLine, "line" | "target">;
  decision: Decision | null;
}

/** Only what leaves an account pays an invoice, and only one of a card that is in use. */
async function judgePayment(db: Db, spaceId: number, record: Submitted, { place, stored, decision }: Paying): Promise<void> {
  const { action, credit_card_id: cardId, invoice } = decision ?? {};
  const { line } = stored;
  if (action === "accept" && asksForInvoice(stored)) addProblem(record, "action", OTHER_THAN_ACCEPT);
  const found = cardId === undefined ? undefined : (await findPlaces(db, spaceId, [cardId])).get(cardId);
  if (cardId !== undefined && !found?.isCard) addProblem(record, "credit_card_id", { kind: "unknown" });
  else if (found?.archived) addProblem(record, "credit_card_id", { kind: "archived" });
  if (action !== "pay") {
    if (cardId !== undefined || invoice !== undefined)
      addProblem(record, "action", { kind: "notInList", values: { choices: "pay" } });
    return;
  }
  for (const field of ["credit_card_id", "invoice"] as const)
    if (decision?.[field] === undefined && !record.problems.has(field)) addProblem(record, field, { kind: "required" });
  const leaves = isGood(line) && signed(line, decision) < 0;
  if (place.account_id === null || !leaves) addProblem(record, "action", { kind: "invalid" });
}

const OTHER_THAN_ACCEPT = { kind: "notInList", values: { choices: "pay, new, skip, match" } } as const;
