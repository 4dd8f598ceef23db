// Writes cards: whatever is set, at most one of them is the default afterwards. New days put purchases on other invoices.
import { changeDays, closingOf, FIRST_INVOICE, invoiceOn } from "../billing/cycle.ts";
import { dayIn } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import { requireExpected } from "../fields/expected.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { type AccountsAndCards, findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import { readCard } from "./card_fields.ts";
import { type CardRow, presentCard, UNSAVED_CARD } from "./credit_card.ts";
import { newDays, storedDays } from "./days.ts";
import { defaultCard } from "./default_card.ts";
import { listMoves } from "./moves.ts";
import { findCard, listCards } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act">;

export function createCard({ record, write, act }: Write): Promise<object> {
  const { value: request, problems } = readCard(record);
  throwIfInvalid(record, UNSAVED_CARD, problems);
  const { fields, becomesDefault } = request;
  const { spaceId } = act.caller;
  return write(async (reader) => {
    const [space, cards, ids, payers] = await Promise.all([
      reader.space,
      listCards(reader, spaceId),
      reader.ids("accounts", 1),
      findPayer(reader, spaceId, fields.payment_account_id),
    ]);
    throwIfInvalid(record, UNSAVED_CARD, checkPayer(fields.payment_account_id, payers));
    const days = [{ fromInvoice: FIRST_INVOICE, ...request.days }];
    const times = { created_at: act.now, updated_at: act.now };
    const card: CardRow = { ...fields, ...times, id: ids[0] as number, days, default: false, sums: [] };
    const defaultId = defaultCard([...cards, card], becomesDefault ? card.id : space.default_credit_card_id);
    return {
      before: {},
      after: { credit_cards: [card], card_days: storedDays(card.id, days) },
      space: { default_credit_card_id: defaultId },
      answer: presentCard({ ...card, default: card.id === defaultId }, act.caller.timeZone),
    };
  });
}

/** New days may move any number of purchases; a change that moves none keeps nobody out. */
export function changeCard({ record, write, act, isDryRun }: Write & { isDryRun: boolean }, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return write(async (read, bulk) => {
    const [space, cards] = await Promise.all([read.space, listCards(read, spaceId)]);
    const stored = cards.find((each) => each.id === id);
    if (!stored) throw fail.recordUnknown();
    const view = presentCard(stored, act.caller.timeZone);
    const expectedProblems = requireExpected(record, view);
    const { value: request, problems } = readCard(record, stored);
    const { fields, becomesDefault, force, days, since } = request;
    const isOtherPayer = fields.payment_account_id !== stored.payment_account_id;
    const payers = isOtherPayer ? await findPayer(read, spaceId, fields.payment_account_id) : undefined;
    const payerProblems = payers ? checkPayer(fields.payment_account_id, payers) : NO_PROBLEMS;
    throwIfInvalid(record, view, joinProblems(expectedProblems, problems, payerProblems));
    const change = newDays(stored.days, days, since, dayIn(timeZone, act.now));
    const history = change ? changeDays(stored.days, change) : stored.days;
    const after = change && closingOf(stored.days, change.fromInvoice - 1);
    const moves = after ? await listMoves(read, spaceId, { id, days: history }, after) : [];
    if (!force && moves.some(({ paid }) => paid)) refuse(record, view, "update_invoices_since", { kind: "movesPaid" });
    if (after && moves.length > 0)
      await bulk.moveRows({ column: "credit_card_id", id, after }, (date) => invoiceOn(history, date));
    const changed = { ...stored, ...fields, updated_at: act.now };
    const all = cards.map((each) => (each === stored ? changed : each));
    const defaultId = defaultCard(all, becomesDefault ? id : space.default_credit_card_id);
    const { sums } = change ? ((await findCard(read, spaceId, id)) as CardRow) : stored;
    return {
      before: { credit_cards: [stored], card_days: storedDays(id, stored.days) },
      after: { credit_cards: [changed], card_days: storedDays(id, history) },
      space: { default_credit_card_id: defaultId },
      answer: {
        ...presentCard({ ...changed, days: [...history], sums, default: id === defaultId }, act.caller.timeZone),
        ...(isDryRun && { moves }),
      },
    };
  });
}

function findPayer(read: Reader, spaceId: number, accountId: number | null): Promise<AccountsAndCards> {
  return findAccountsAndCards(read, spaceId, accountId === null ? [] : [accountId]);
}

function checkPayer(accountId: number | null, targets: AccountsAndCards): Problems {
  if (accountId === null) return NO_PROBLEMS;
  const account = targets.get(accountId);
  if (!account || account.isCard) return [["payment_account_id", { kind: "unknown" }]];
  return problemIf(account.archived, "payment_account_id", { kind: "archived" });
}
