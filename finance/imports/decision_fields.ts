// Reads what the user says to a line.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { readFlag, readId, readInteger, readOneOf } from "../fields/readers.ts";
import { type Submitted, throwIfInvalid } from "../fields/record.ts";
import { RecordId } from "../fields/schemas.ts";
import { hasProblem, joinProblems, NO_PROBLEMS, type Problems, problemIf, readAll } from "../fields/with_problems.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { type AccountOrCardFacts, findAccountsAndCards, hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { canBe } from "./applied_rows.ts";
import { ACTIONS, asksForInvoice, type Decision, signed } from "./decision.ts";
import type { ImportRow } from "./import_record.ts";
import { isGood } from "./preview.ts";
import { listTargets, type StoredLine } from "./queries.ts";

export const DecisionFields = {
  action: Type.Optional(Type.String({ enum: [...ACTIONS], description: "Absent: as the verdict says" })),
  transaction_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "For match: the transaction that it is" }),
  ),
  credit_card_id: Type.Optional(RecordId({ description: "For pay: the card whose invoice it pays" })),
  invoice: Type.Optional(
    Type.Integer({ minimum: FIRST_KEPT_INVOICE, maximum: LAST_KEPT_INVOICE, description: "For pay: the number of that invoice" }),
  ),
  category_id: Type.Optional(RecordId()),
  ...plainFields.schemas,
  income: Type.Optional(Type.Boolean({ description: "Whether the money came, where the file does not say" })),
};

const NO_DECISION = Object.fromEntries(Object.keys(DecisionFields).map((name) => [name, null]));

/** Null where nothing is said any more. */
export async function readDecision(
  db: Db,
  spaceId: number,
  record: Submitted,
  { target, line: stored }: { target: ImportRow; line: Pick<StoredLine, "line" | "target"> },
): Promise<Decision | null> {
  const { value: input, problems } = readAll({
    action: readOneOf(record, "action", ACTIONS),
    transaction_id: readId(record, "transaction_id", Number.MAX_SAFE_INTEGER),
    credit_card_id: readId(record, "credit_card_id"),
    invoice: readInteger(record, "invoice", { least: FIRST_KEPT_INVOICE, most: LAST_KEPT_INVOICE }),
    category_id: readId(record, "category_id"),
    ...plainFields.read(record),
    income: readFlag(record, "income"),
  });
  const { action, transaction_id: transactionId, category_id: categoryId } = input;
  const filled = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const decision = filled.length === 0 ? null : (Object.fromEntries(filled) as Decision);
  const isMissing = action === "match" && transactionId === undefined && !hasProblem(problems, "transaction_id");
  const isCategory = categoryId === undefined || (await hasCategory(db, spaceId, categoryId));
  const deciding = { target, stored, decision };
  throwIfInvalid(
    record,
    NO_DECISION,
    joinProblems(
      problems,
      problemIf(isMissing, "transaction_id", { kind: "required" }),
      problemIf(!isCategory, "category_id", { kind: "unknown" }),
      await checkPayment(db, spaceId, problems, deciding),
      await checkTarget(db, spaceId, deciding),
    ),
  );
  return decision;
}

interface DecisionContext {
  target: ImportRow;
  stored: Pick<StoredLine, "line" | "target">;
  decision: Decision | null;
}

/** The transaction that the line is said to be. */
async function checkTarget(db: Db, spaceId: number, { target, stored: { line }, decision }: DecisionContext): Promise<Problems> {
  const { transaction_id: id, category_id: categoryId } = decision ?? {};
  if (id === undefined) return NO_PROBLEMS;
  const [row] = await listTargets(db, spaceId, [id]);
  if (row?.account_id !== target.account_id || row.credit_card_id !== target.credit_card_id)
    return [["transaction_id", { kind: "unknown" }]];
  if (isGood(line) && !canBe(row, line, decision)) return [["transaction_id", { kind: "invalid" }]];
  const isOtherCategory = categoryId !== undefined && categoryId !== row.category_id;
  return problemIf(row.oposite_transaction_id !== null && isOtherCategory, "category_id", { kind: "unchangeable" });
}

/** Only what leaves an account pays an invoice, and only one of a card that is in use. `problems` of the request are not said twice. */
async function checkPayment(db: Db, spaceId: number, problems: Problems, deciding: DecisionContext): Promise<Problems> {
  const { target, stored, decision } = deciding;
  const { action, credit_card_id: cardId, invoice } = decision ?? {};
  const card = cardId === undefined ? NO_PROBLEMS : checkCard((await findAccountsAndCards(db, spaceId, [cardId])).get(cardId));
  const isMissing = (field: "credit_card_id" | "invoice") =>
    action === "pay" && decision?.[field] === undefined && !hasProblem(problems, field);
  const leaves = target.account_id !== null && isGood(stored.line) && signed(stored.line, decision) < 0;
  const isForOther = action !== "pay" && (cardId !== undefined || invoice !== undefined);
  return joinProblems(
    problemIf(action === "accept" && asksForInvoice(stored), "action", OTHER_THAN_ACCEPT),
    card,
    problemIf(isForOther, "action", { kind: "notInList", values: { choices: "pay" } }),
    problemIf(isMissing("credit_card_id"), "credit_card_id", { kind: "required" }),
    problemIf(isMissing("invoice"), "invoice", { kind: "required" }),
    problemIf(action === "pay" && !leaves, "action", { kind: "invalid" }),
  );
}

function checkCard(card: AccountOrCardFacts | undefined): Problems {
  if (!card?.isCard) return [["credit_card_id", { kind: "unknown" }]];
  return problemIf(card.archived, "credit_card_id", { kind: "archived" });
}

const OTHER_THAN_ACCEPT = { kind: "notInList", values: { choices: "pay, new, skip, match" } } as const;
