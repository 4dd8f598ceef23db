// GET /reports/net_worth: what is on accounts less what is owed on cards, at the end of each month.
// There is no basis `purchase`: how much of a purchase was still to come at some moment of the past is not kept.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { factsOf } from "../balances/facts.ts";
import { findBalances } from "../balances/queries.ts";
import { reportBalances } from "../balances/report.ts";
import { sourcesOf, stepsOf } from "../balances/steps.ts";
import { type DayHistory, invoiceDueOn, invoiceOn, periodOf } from "../billing/cycle.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { readOneOf } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { monthDays, monthsAtMoment, readSpaceMonths } from "../months/requested_months.ts";
import type { SpaceMonths } from "../months/space_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { BasisField } from "./basis.ts";
import { daysShown, monthsQuery, monthsReply, readMonths, readSteps, type Span, stepOf } from "./months.ts";
import { findPaymentsBefore, listCardPasts, listPaymentMonths } from "./queries.ts";

const BASES = ["instalment", "invoice", "payment"] as const;

export const getReportsNetWorth = endpoint({
  method: "GET",
  path: "/reports/net_worth",
  access: "reader",
  summary:
    "What is on the accounts less what is owed on cards, at the end of each month of a period, the current year unless given",
  query: Type.Object({
    ...monthsQuery,
    basis: Type.Optional(
      BasisField(
        BASES,
        "instalment",
        "Since when what is on a card is owed. instalment: since its invoice has begun. invoice: since the month in which its invoice is due. " +
          "payment: never, only accounts count.",
      ),
    ),
  }),
  readsFields: true,
  reply: Type.Object({
    ...monthsReply,
    basis: Type.String({ enum: [...BASES] }),
    months: Type.Array(
      Type.Object({
        date: Type.String({ format: "date", description: "The last day of the month, or of the step" }),
        month: Type.Optional(
          Type.String({ format: "date", description: "With period=space: its name, or that of the step's last" }),
        ),
        ...monthDays,
        accounts_cents: Type.Integer({ description: "What is on the accounts but those with hide_balance; archived ones count" }),
        credit_cards_cents: Type.Integer({ description: "What is owed on cards, negative: purchases less payments" }),
        net_worth_cents: Type.Integer({ description: "Both together" }),
        predicted_accounts_cents: Type.Integer({ description: "With what is not paid yet, as all that is predicted" }),
        predicted_credit_cards_cents: Type.Integer({ description: "Less what is planned to be paid" }),
        predicted_net_worth_cents: Type.Integer({ description: "Both that are predicted together" }),
      }),
    ),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const followed = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value, problems } = readAll({
      span: readMonths(record, dayIn(caller.timeZone, now), followed),
      periodicity: readSteps(record),
      basis: orElse(readOneOf(record, "basis", BASES), "instalment"),
    });
    throwIfInvalid(record, {}, problems);
    const { span, periodicity, basis } = value;
    const { start, end } = span.days;
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findWorth(tx, caller.spaceId, span, basis)),
      ({ balances: { extended_through: extendedThrough } }) => ({ end, extendedThrough }),
    );
    const step = ({ name }: { name: string }) => stepOf(name, periodicity, span.names);
    const months = worthOf(result, span, basis)
      .filter((each, index, all) => {
        const next = all[index + 1];
        return next === undefined || step(next) !== step(each);
      })
      .map(({ name, ...worth }) =>
        followed.sums === "calendar" ? worth : { ...worth, month: name, ...daysShown(span, [name]) },
      );
    return answerFar({ start_date: start, end_date: end, periodicity, basis, months }, completeUntil);
  },
});

const NO_CARDS = { cards: [], payments: [], before: { paid_cents: 0, unpaid_cents: 0 } };

async function findWorth(tx: Db, spaceId: number, asked: Span, basis: (typeof BASES)[number]) {
  const span = { ...asked, months: await monthsAtMoment(tx, spaceId, asked.months) };
  const { months, days } = span;
  const question = { spaceId, accountId: undefined, start: days.start, months, ...sourcesOf(days, "monthly", months) };
  if (basis === "payment") return { balances: await findBalances(tx, question), ...NO_CARDS };
  const [balances, cards, before, payments] = await Promise.all([
    findBalances(tx, question),
    listCardPasts(tx, spaceId, days),
    findPaymentsBefore(tx, spaceId, days.start),
    listPaymentMonths(tx, spaceId, span),
  ]);
  return { balances, cards, before, payments };
}

type WorthRows = Awaited<ReturnType<typeof findWorth>>;

function worthOf(
  { balances, cards, before, payments }: WorthRows,
  { months, days: period }: Span,
  basis: (typeof BASES)[number],
) {
  const { balances: steps } = reportBalances(factsOf(balances, period, months), stepsOf(period, "monthly", months));
  const paymentsByMonth = new Map(payments.map((each) => [each.month, each]));
  let { paid_cents: paid, unpaid_cents: planned } = before;
  return steps.map(({ date: first, balance, predicted_balance: predicted }) => {
    const month = months.of(first);
    const date = months.days(month).end;
    paid += paymentsByMonth.get(month)?.paid_cents ?? 0;
    planned += paymentsByMonth.get(month)?.unpaid_cents ?? 0;
    const bought = cards.reduce((cents, { days, before_cents: earlier, sums }) => {
      const last = basis === "invoice" ? lastDueBy(days, date, months) : invoiceOn(days, date);
      return cents + earlier + sums.reduce((sum, each) => sum + (each.invoice <= last ? each.amount_cents : 0), 0);
    }, 0);
    const [owed, predictedOwed] = [bought - paid, bought - paid - planned];
    return {
      name: month,
      date,
      accounts_cents: balance,
      credit_cards_cents: owed,
      net_worth_cents: balance + owed,
      predicted_accounts_cents: predicted,
      predicted_credit_cards_cents: predictedOwed,
      predicted_net_worth_cents: predicted + predictedOwed,
    };
  });
}

/** The last invoice that is due by the end of a month: in the calendar that of its number, else by its day. */
function lastDueBy(days: DayHistory, end: string, { sums }: SpaceMonths): number {
  const invoice = invoiceDueOn(end);
  return sums === "calendar" || periodOf(days, invoice).due <= end ? invoice : invoice - 1;
}
