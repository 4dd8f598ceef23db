// GET /reports/categories: income and expenses of each category, month by month. basis.ts says when a row counts. queries.ts reads
// stored sums, and queries_basis.ts the rows that another basis counts elsewhere. chosen.ts filters rows, and months.ts is the period.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { findReach } from "../extension/queries.ts";
import { readId, readOneOf, readText } from "../fields/readers.ts";
import { refuse, submit, throwIfInvalid } from "../fields/record.ts";
import { Filled, RecordId } from "../fields/schemas.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { monthDays, monthsAtMoment, readSpaceMonths } from "../months/requested_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import type { CategoryMonth } from "../sums/differences.ts";
import { BASES, type Basis, BasisField, listMoved } from "./basis.ts";
import { ALL_ROWS, type Choice, chosenRows } from "./chosen.ts";
import { daysShown, lastOfStep, monthsQuery, monthsReply, readMonths, readSteps, type Span, stepOf } from "./months.ts";
import { listCategoryMonths, listReportCategories, type ReportCategory } from "./queries.ts";
import { listRowSums } from "./queries_basis.ts";

const KINDS = ["expenses", "earnings"] as const;
const Figures = {
  total_cents: Type.Integer({
    description:
      "What is paid, and what was bought on cards; negative where more was spent than earned. Accounts with hide_balance count too",
  }),
  predicted_total_cents: Type.Integer({ description: "The same, with what is not paid yet" }),
};

export const getReportsCategories = endpoint({
  method: "GET",
  path: "/reports/categories",
  access: "reader",
  summary: "What was earned and spent under each category in the months of a period, the current year unless given",
  query: Type.Object({
    ...monthsQuery,
    basis: Type.Optional(
      BasisField(
        BASES,
        "instalment",
        "When something counts. purchase: a purchase in instalments whole on the day of its first. instalment: each on its own day. " +
          "invoice: what is on a card in the month in which its invoice is due. payment: what is on a card in the month of the invoice's first " +
          "payment; until then it is only predicted, when the invoice is due.",
      ),
    ),
    kind: Type.Optional(Type.String({ enum: [...KINDS], description: "Only categories of this kind" })),
    account_id: Type.Optional(RecordId({ description: "Only what is on this account or card" })),
    tag: Type.Optional(Filled({ description: "Only what has this tag" })),
  }),
  readsFields: true,
  reply: Type.Object({
    ...monthsReply,
    basis: Type.String({ enum: [...BASES] }),
    ...Figures,
    categories: Type.Array(
      Type.Object({
        category_id: Type.Integer(),
        parent_id: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
        kind: Type.String(),
        ...Figures,
        months: Type.Array(
          Type.Object({
            date: Type.String({ format: "date", description: "The first day of the month, or of the step" }),
            ...monthDays,
            ...Figures,
          }),
        ),
      }),
      {
        description:
          "By id; what is below a category is not in its own figures. Categories and months without anything are left out",
      },
    ),
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const months = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value, problems } = readAll({
      span: readMonths(record, dayIn(caller.timeZone, now), months),
      periodicity: readSteps(record),
      basis: orElse(readOneOf(record, "basis", BASES), "instalment"),
      kind: readOneOf(record, "kind", KINDS),
      accountId: readId(record, "account_id"),
      tag: readText(record, "tag", { filled: true }),
    });
    throwIfInvalid(record, {}, problems);
    const { span, periodicity, basis, kind, ...choice } = value;
    const { start, end } = span.days;
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findSums(tx, { spaceId: caller.spaceId, span, basis, ...choice })),
      ({ reach }) => ({ end, extendedThrough: reach?.extended_through ?? end }),
    );
    if (!result.isThere) refuse(record, {}, "account_id", { kind: "unknown" });
    const ofKind = result.categories.filter((each) => kind === undefined || each.kind === kind);
    const steps: Steps = {
      of: (month) => stepOf(month, periodicity, span.names),
      days: (step) => daysShown(span, [step, lastOfStep(step, periodicity, span.names)]),
    };
    const categories = ofKind.map((each) => present(each, result.sums, steps)).filter((each) => each.months.length > 0);
    const report = { start_date: start, end_date: end, periodicity, basis, ...figuresOf(categories), categories };
    return answerFar(report, completeUntil);
  },
});

interface Question extends Choice {
  spaceId: number;
  span: Span;
  basis: Basis;
}

interface Steps {
  of(month: string): string;
  days(step: string): { start_date?: string; end_date?: string };
}

/** Kept sums are of all rows together; of some, the rows of the period are added up. */
async function findSums(tx: Db, { spaceId, span, basis, ...choice }: Question) {
  const [months, reach, categories, chosen] = await Promise.all([
    monthsAtMoment(tx, spaceId, span.months),
    findReach(tx, spaceId),
    listReportCategories(tx, spaceId),
    chosenRows(tx, spaceId, choice),
  ]);
  if (!chosen) return { isThere: false, reach, categories, sums: new Map<number, CategoryMonth[]>() };
  const question = { spaceId, span: { ...span, months }, chosen };
  const [byDate, moved] = await Promise.all([
    chosen === ALL_ROWS ? listCategoryMonths(tx, spaceId, question.span) : listRowSums(tx, question),
    listMoved(tx, question, basis),
  ]);
  return { isThere: true, reach, categories, sums: Map.groupBy([...byDate, ...moved], ({ category_id: id }) => id) };
}

function present(
  { id, parent_id: parentId, kind }: ReportCategory,
  sums: ReadonlyMap<number, readonly CategoryMonth[]>,
  steps: Steps,
) {
  const bySteps = Map.groupBy(sums.get(id) ?? [], ({ month }) => steps.of(month));
  const months = [...bySteps]
    .map(([date, each]) => ({
      date,
      ...steps.days(date),
      total_cents: sum(each, ({ paid_cents: cents }) => cents),
      predicted_total_cents: sum(each, ({ paid_cents: paid, unpaid_cents: unpaid }) => paid + unpaid),
    }))
    .filter((each) => each.total_cents !== 0 || each.predicted_total_cents !== 0)
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  return { category_id: id, parent_id: parentId, kind, ...figuresOf(months), months };
}

function figuresOf(parts: readonly { total_cents: number; predicted_total_cents: number }[]) {
  return {
    total_cents: sum(parts, ({ total_cents: cents }) => cents),
    predicted_total_cents: sum(parts, ({ predicted_total_cents: cents }) => cents),
  };
}

function sum<Each>(parts: readonly Each[], centsOf: (part: Each) => number): number {
  return parts.reduce((cents, part) => cents + centsOf(part), 0);
}
