// Pays an invoice: what is owed, unless the client says how much.
import { balanceOf, byInvoice } from "../billing/balance.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import { completeUntil, type Reaches, writeFar } from "../extension/far_days.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { hasProblem, joinProblems, NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { Reader } from "../post/reader.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { NO_TRANSACTION, presentTransaction } from "../rows/row.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import { monthOf, monthText } from "./number.ts";
import { readPayment } from "./payment_fields.ts";
import { findPayer, type InvoiceQuestion, listSums, type Payer } from "./queries.ts";

export function payInvoice({ record, act, db, write }: WriteInput<unknown>, creditCardId: number, invoice: number) {
  const { spaceId, timeZone, userId } = act.caller;
  const { value: request, problems } = readPayment(record, { creditCardId, invoice });
  const question = { spaceId, creditCardId, first: invoice, last: invoice };
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const [space, payer, sums, isCategory, ids] = await Promise.all([
        read.space,
        findPayer(read, question, request.accountId),
        listSums(read, question),
        request.categoryId === undefined ? true : hasCategory(read, spaceId, request.categoryId),
        read.ids("transactions", 1),
      ]);
      if (!payer) throw fail.recordUnknown();
      const isOpen = request.amountCents === undefined && !(await hasAllRows(read, space, question, reaches));
      const allProblems = joinProblems(problems, problemIf(isOpen, "amount_cents", { kind: "notKnownYet" }));
      const owedCents = -balanceOf(byInvoice(sums), invoice);
      throwIfInvalid(
        record,
        NO_TRANSACTION,
        joinProblems(
          allProblems,
          checkTargets(problems, payer, isCategory),
          request.amountCents === undefined && !hasProblem(allProblems, "amount_cents") ? checkOwed(owedCents) : NO_PROBLEMS,
        ),
      );
      const amountCents = request.amountCents ?? -owedCents;
      const at = act.now.toISOString();
      const payment: StoredRow = {
        ...PLAIN_ROW,
        id: ids[0] as number,
        account_id: payer.id,
        paid_credit_card_id: creditCardId,
        paid_credit_card_invoice_id: invoice,
        category_id: request.categoryId ?? space.payments_category_id,
        amount_cents: amountCents,
        date: request.date ?? dayIn(timeZone, act.now),
        paid: request.paid ?? true,
        ...plainFields.edit(request, { ...PLAIN_ROW, description: `Pagamento ${monthText(invoice, "pt-BR")}` }),
        created_at: at,
        created_by_id: userId,
        updated_at: at,
      };
      return {
        before: {},
        after: { transactions: [payment] },
        answer: presentTransaction(showRow(payment, NO_CARD), timeZone),
        sumTooLarge: () => refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" }),
      };
    }),
  );
}

/** Whether all that fixed series bring to the invoice is on it. */
async function hasAllRows(read: Reader, space: StoredSpace, { spaceId, creditCardId, last }: InvoiceQuestion, reaches: Reaches) {
  const end = lastOfMonth(monthOf(last));
  if (space.extended_through >= end) return true;
  if (!reaches(space, end)) return false;
  const reach = { end, extendedThrough: space.extended_through, placeId: creditCardId };
  return (await completeUntil(read, spaceId, reach)) === undefined;
}

/** The account and the category that the payment would have; `problems` of the request are not said twice. */
export function checkTargets(problems: Problems, payer: Payer, isCategory: boolean): Problems {
  return joinProblems(
    hasProblem(problems, "account_id") ? NO_PROBLEMS : checkPayer(payer),
    problemIf(!isCategory && !hasProblem(problems, "category_id"), "category_id", { kind: "unknown" }),
  );
}

function checkPayer({ id, archived, is_card: isCard }: Payer): Problems {
  if (id === null) return [["account_id", { kind: "required" }]];
  if (archived === null) return [["account_id", { kind: isCard ? "invalid" : "unknown" }]];
  return problemIf(archived, "account_id", { kind: "archived" });
}

/** Where nothing is left to pay, or more than a payment can be, the client has to say how much. */
function checkOwed(cents: number): Problems {
  return joinProblems(
    problemIf(cents <= 0, "amount_cents", { kind: "nothingOwed" }),
    problemIf(cents > MOST_CENTS, "amount_cents", { kind: "tooLarge", values: { most: MOST_CENTS } }),
  );
}
