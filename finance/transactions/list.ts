// A list of transactions: what is chosen by filter.ts, page by page.
import { Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { FinanceConfig } from "../config.ts";
import type { FinanceCaller, FinanceWorld } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, readFar } from "../extension/far_days.ts";
import { readWholeMonths } from "../fields/period.ts";
import { readInteger, readOneOf } from "../fields/readers.ts";
import { refuse, type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, orElse, type Problems, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
import { periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { BY_CALENDAR } from "../months/space_months.ts";
import { type ListedRows, listRows, type RowList } from "../rows/queries_list.ts";
import { presentTransaction } from "../rows/row.ts";
import { readSearchFilter, readTargetFilter, SEARCH_FIELDS, TARGET_FIELDS } from "./filter.ts";
import { pageLinks } from "./page_links.ts";

const MOST_UNPAGED = 50_000;
const MOST_PER_PAGE = 500;
const MOST_PAGES = 1_000_000;

const PAGE_FIELDS = {
  order: Type.Optional(Type.String({ enum: ["asc", "desc"], description: "By date and id; desc unless given" })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_PAGES })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_PER_PAGE })),
};

export const TransfersQuery = Type.Object({ ...TARGET_FIELDS, ...PAGE_FIELDS });
export const TransactionsQuery = Type.Object({ ...periodQuery, ...TARGET_FIELDS, ...SEARCH_FIELDS, ...PAGE_FIELDS });

export const LIST_HEADERS = {
  ...FAR_HEADERS,
  Link: "With a page: to the first, the one before, the next and the last",
  "X-Total-Count": "With a page: how many rows there are in all",
};

interface ListInput {
  config: FinanceConfig;
  db: Database;
  caller: FinanceCaller;
  request: Request;
  query: unknown;
  now: Date;
  buildSpaceMonths: FinanceWorld["buildSpaceMonths"];
}

/** An array; with a page, its answer says where the others are and how many rows there are in all. */
export async function listTransactions(input: ListInput, { onlyTransfers = false } = {}) {
  const { config, caller, request, now } = input;
  const record = submit(input.query, undefined);
  const today = dayIn(caller.timeZone, now);
  const months = onlyTransfers ? BY_CALENDAR : await readSpaceMonths(record, input);
  const wholeMonths = readWholeMonths(record, request.headers.prefer, config.upstreamAnswers);
  const { value, problems } = readAll({
    page: readPage(record),
    wholeMonths,
    target: readTargetFilter(record, today, wholeMonths.value, months),
    search: onlyTransfers ? valid({ onlyTransfers }) : readSearchFilter(record),
    order: orElse(readOneOf(record, "order", ["asc", "desc"]), "desc"),
  });
  throwIfInvalid(record, {}, joinProblems(problems, checkLengths(record)));
  const { page, target, search, order } = value;
  const filter: RowList = {
    spaceId: caller.spaceId,
    ...target,
    ...search,
    order,
    most: page?.size ?? MOST_UNPAGED + 1,
    after: page && (page.number - 1) * page.size,
  };
  const { result: listed, completeUntil } = await readFar(
    input,
    () => listExistingRows(input.db, filter, record),
    ({ extendedThrough }) => ({ end: filter.end, extendedThrough, targetId: filter.creditCardId ?? filter.accountId }),
  );
  if (listed.rows.length > MOST_UNPAGED) refuse(record, {}, "page", { kind: "tooManyRows", values: { most: MOST_UNPAGED } });
  const rows = listed.rows.map((row) => presentTransaction(row, caller.timeZone));
  // Transfers do not repeat, so no list of them lacks any.
  const wholeUntil = onlyTransfers ? undefined : completeUntil;
  if (!page || listed.total === undefined) return answerFar(rows, wholeUntil);
  const link = pageLinks(request.path, parametersOf(record), page, listed.total);
  return answerFar(rows, wholeUntil, { link, "x-total-count": String(listed.total) });
}

/** The 422 where the filter names what is not there. */
async function listExistingRows(db: Database, filter: RowList, record: Submitted): Promise<ListedRows> {
  const listed = await listRows(db, filter);
  throwIfInvalid(
    record,
    {},
    listed.missing.map((name) => [name, { kind: "unknown" }]),
  );
  return listed;
}

function readPage(record: Submitted): WithProblems<{ number: number; size: number } | undefined> {
  const { value, problems } = readAll({
    number: readInteger(record, "page", { least: 1, most: MOST_PAGES }),
    size: readInteger(record, "per_page", { least: 1, most: MOST_PER_PAGE }),
  });
  const { number, size } = value;
  const isPaged = number !== undefined || size !== undefined;
  return { value: isPaged ? { number: number ?? 1, size: size ?? MOST_PER_PAGE } : undefined, problems };
}

const LONGEST_PARAMETER = 64;

/** Numbers may have any number of zeros in front, and all of it would come back in the links to other pages. */
function checkLengths(record: Submitted): Problems {
  const long = parametersOf(record).filter(([, value]) => value.length > LONGEST_PARAMETER);
  return long.map(([name]) => [name, { kind: "tooLong", values: { most: LONGEST_PARAMETER } }]);
}

/** What was asked for, so that the links to other pages ask for the same. */
function parametersOf(record: Submitted): [string, string][] {
  return Object.keys(TransactionsQuery.properties).flatMap((name) => {
    const value = record.fields.get(name)?.value;
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
}
