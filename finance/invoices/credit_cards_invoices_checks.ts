// GET, PUT /credit_cards/:id/invoices/:number/checks: rows of an invoice that were found on the bank's bill, and what is left to find.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readIds, readInteger } from "../fields/readers.ts";
import { type Submitted, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_RECORD_ID, NOTES_BODY_BYTES } from "../fields/schemas.ts";
import { problemIf, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { MOST_TICKED } from "../tables/invoice_checks.ts";
import type { StoredCheck } from "../tables/tables.ts";
import { CheckReply, presentCheck } from "./check.ts";
import { type CheckKey, checkKey } from "./check_key.ts";
import { readInvoiceNumber } from "./number.ts";
import { listChecks } from "./queries_checks.ts";

interface Path {
  id: string;
  number: string;
}
const Params = Type.Object({ id: Type.String(), number: Type.String() });
const keyIn = ({ id, number }: Path): CheckKey => checkKey(readPathId(id), readInvoiceNumber(number));

export const getInvoiceChecks = endpoint({
  method: "GET",
  path: "/credit_cards/:id/invoices/:number/checks",
  access: "reader",
  summary: "Which rows of an invoice were found on the bank's bill, their sum, and what is left to find",
  params: Params,
  reply: CheckReply,
  handle: async ({ params, db, caller }) => {
    const [check] = await listChecks(db, caller.spaceId, [keyIn(params)]);
    if (!check) throw fail.recordUnknown();
    return presentCheck(check, caller.timeZone);
  },
});

export const putInvoiceChecks = writeEndpoint<Path>({
  method: "PUT",
  path: "/credit_cards/:id/invoices/:number/checks",
  summary: "Say which rows of an invoice are on the bank's bill, and what that comes to; what is absent stays as it is",
  params: Params,
  body: Type.Object({
    transaction_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: LARGEST_RECORD_ID }), {
        maxItems: MOST_TICKED,
        description: "All that were found; those that are left out were not",
      }),
    ),
    bill_cents: Type.Optional(
      Type.Union([Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS }), Type.Null()], {
        description: "What the bill says was bought, negative as amount_cents of the invoice; null: nothing is known of it",
      }),
    ),
  }),
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: CheckReply,
  handle: ({ params, record, act, write }) => {
    const key = keyIn(params);
    const { spaceId, timeZone } = act.caller;
    const { value, problems } = readAll({
      ids: readIds(record, "transaction_ids", MOST_TICKED),
      billCents: readCentsOrNull(record, "bill_cents"),
    });
    const { ids, billCents } = value;
    return write(async (read) => {
      const [check] = await listChecks(read, spaceId, [key], ids);
      if (!check) throw fail.recordUnknown();
      const { stored } = check;
      const onInvoice = new Set(check.ticked);
      const elsewhere = ids?.filter((id) => !onInvoice.has(id)) ?? [];
      const notThere = problemIf(elsewhere.length > 0, "transaction_ids", { kind: "unknown", rows: elsewhere });
      throwIfInvalid(record, presentCheck(check, timeZone), problems.length > 0 ? problems : notThere);
      const after = {
        id: key.id,
        credit_card_id: key.creditCardId,
        invoice: key.invoice,
        transaction_ids: ids ?? stored?.transaction_ids ?? [],
        bill_cents: billCents === undefined ? (stored?.bill_cents ?? null) : billCents,
        created_at: stored?.created_at ?? act.now,
        updated_at: act.now,
      };
      if (isSame(stored, after)) return { before: {}, after: {}, answer: presentCheck(check, timeZone) };
      return {
        before: { invoice_checks: stored ? [stored] : [] },
        after: { invoice_checks: [after] },
        answer: presentCheck({ ...check, stored: after }, timeZone),
      };
    });
  },
});

function readCentsOrNull(record: Submitted, name: string): WithProblems<number | null | undefined> {
  if (record.fields.get(name)?.value === null) return valid(null);
  return readInteger(record, name, { least: -MOST_CENTS, most: MOST_CENTS });
}

/** Nobody has checked anything: the same as a check of nothing. */
function isSame(stored: StoredCheck | null, after: StoredCheck): boolean {
  const textOf = (check: Pick<StoredCheck, "transaction_ids" | "bill_cents">) => `${check.bill_cents} ${check.transaction_ids}`;
  return textOf(stored ?? { transaction_ids: [], bill_cents: null }) === textOf(after);
}
