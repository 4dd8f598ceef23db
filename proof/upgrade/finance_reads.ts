// Every GET of finance's document, with parameters that matter. Ids come from the old release.
import { addMonths, firstOfMonth } from "../../finance/calendar/day.ts";
import { type Callers, requireSuccess } from "./callers.ts";
import type { Read } from "./reads.ts";
import type { Stage } from "./stage.ts";

type Row = { id: number } & Record<string, unknown>;

const BASES = ["purchase", "instalment", "invoice", "payment"];
const MONTHS_BACK = 12;
const ROWS_A_PAGE = 100;

export async function financeReads(stage: Stage, callers: Callers, today: string): Promise<Read[]> {
  const listing = await openListing(stage, callers, today);
  addRecords(listing);
  await addLists(listing);
  addReports(listing);
  await addInvoices(listing);
  await addImports(listing);
  addOtherCallers(listing);
  return listing.reads;
}

type Listing = Awaited<ReturnType<typeof openListing>>;

/** The owner's ids and periods for the requests. */
async function openListing(stage: Stage, callers: Callers, today: string) {
  const reads: Read[] = [];
  const add = (route: string, ...paths: string[]) => {
    for (const path of paths) reads.push({ service: "finance", route, path, as: "owner" });
  };
  const idsAt = async (path: string) =>
    (await requireSuccess<Row[]>(stage, callers, { service: "finance", as: "owner", path })).map(({ id }) => id);
  const months = Array.from({ length: MONTHS_BACK + 4 }, (_, index) => addMonths(firstOfMonth(today), index - MONTHS_BACK));
  const [first = "", last = ""] = [months[0], months.at(-1)];
  const period = (start: string, end: string) => `start_date=${start}&end_date=${end}`;
  const year = period(first, last);
  const [accounts, cards, categories, rows, legs] = await Promise.all(
    ["/accounts", "/credit_cards", "/categories", `/transactions?${year}`, `/transfers?${year}`].map(idsAt),
  );
  const lists = { accounts, cards, categories, rows, legs } as Record<string, number[]>;
  const [account = 0, card = 0, category = 0] = [lists.accounts?.[1], lists.cards?.[0], lists.categories?.at(-1)];
  return {
    stage,
    callers,
    reads,
    add,
    idsAt,
    months,
    period,
    year,
    accounts,
    cards,
    categories,
    rows,
    legs,
    account,
    card,
    category,
  };
}

function addRecords({ add, accounts, cards, categories, rows, legs }: Listing): void {
  for (const path of ["/accounts", "/credit_cards", "/categories", "/api_tokens", "/category_memory", "/health"]) add(path, path);
  for (const path of ["/import_layouts", "/import_rules", "/imports", "/invitations", "/members", "/preferences", "/spaces"])
    add(path, path);
  for (const path of ["/tags", "/users", "/users/me", "/webhooks"]) add(path, path);
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/rest/v2"]) add(path, path);
  for (const [route, ids] of [
    ["/accounts", accounts],
    ["/credit_cards", cards],
    ["/categories", categories],
  ] as const)
    add(`${route}/{id}`, ...(ids ?? []).map((id) => `${route}/${id}`), `${route}/999999`, `${route}/x`);
  add("/transactions/{id}", ...(rows ?? []).map((id) => `/transactions/${id}`), "/transactions/999999");
  add("/transfers/{id}", ...(legs ?? []).map((id) => `/transfers/${id}`));
}

async function addLists({ stage, callers, add, rows, account, card, category, months, period, year }: Listing): Promise<void> {
  for (const list of ["/transactions", "/transfers"]) {
    add(list, list, `${list}?${year}`, `${list}?${year}&order=asc`, `${list}?${year}&exact_dates=true`);
    add(list, ...months.map((month) => `${list}?${period(month, month)}`));
    for (const selection of [`account_id=${account}`, `category_id=${category}`, `credit_card_id=${card}`])
      add(list, `${list}?${year}&${selection}`);
    for (let page = 1; page <= Math.ceil((rows?.length ?? 0) / ROWS_A_PAGE) + 1; page++)
      add(list, `${list}?${year}&page=${page}&per_page=${ROWS_A_PAGE}`);
    add(list, `${list}?start_date=tomorrow`, `${list}?account_id=x`);
  }
  const searches = [
    "q=mercado",
    "tag=casa",
    "paid=true",
    "paid=false",
    "kind=expense",
    "kind=income",
    "min_cents=1000&max_cents=9000",
  ];
  add("/transactions", ...searches.map((search) => `/transactions?${year}&${search}`), "/transactions?kind=x");
  const series = await requireSuccess<Row[]>(stage, callers, { service: "finance", as: "owner", path: `/transactions?${year}` });
  const recurring = [...new Set(series.map((row) => row.recurrence_id).filter((id) => id !== null))];
  add("/transactions", ...recurring.map((id) => `/transactions?${year}&recurrence_id=${id}`));
}

function addReports({ add, months, period, year, account, card }: Listing): void {
  add("/balances", "/balances", `/balances?account_id=${account}`);
  for (const periodicity of ["daily", "weekly", "monthly", "yearly"])
    add("/balances", `/balances?${year}&periodicity=${periodicity}`);
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  add("/budgets", "/budgets", ...years.map((each) => `/budgets?year=${each}&month=3`));
  add("/budgets/{year_or_id}", ...years.map((each) => `/budgets/${each}`));
  add("/budgets/{year}/{month}", ...months.map((month) => `/budgets/${month.slice(0, 4)}/${month.slice(5, 7)}`));
  add("/overview", "/overview", ...months.map((month) => `/overview?month=${month.slice(0, 7)}`));
  for (const report of ["/reports/cash_flow", "/reports/categories", "/reports/net_worth"]) {
    for (const basis of BASES)
      add(
        report,
        ...[year, ...months.slice(-6).map((month) => period(month, month))].map((each) => `${report}?basis=${basis}&${each}`),
      );
    for (const periodicity of ["weekly", "monthly", "yearly"]) add(report, `${report}?${year}&periodicity=${periodicity}`);
  }
  for (const selection of ["kind=income", `account_id=${account}`, `account_id=${card}`, "tag=casa"])
    add("/reports/categories", ...BASES.map((basis) => `/reports/categories?basis=${basis}&${year}&${selection}`));
  add(
    "/forecast",
    "/forecast",
    "/forecast?days=30&budgets=true",
    "/forecast?days=731",
    `/forecast?account_id=${account}&days=90`,
  );
  add("/descriptions", "/descriptions", "/descriptions?q=mer&limit=3");
}

async function addInvoices({ add, idsAt, cards, year }: Listing): Promise<void> {
  add("/invoices", "/invoices", `/invoices?${year}`);
  const invoices = "/credit_cards/{id}/invoices";
  for (const id of cards ?? []) {
    const below = `/credit_cards/${id}/invoices`;
    add(invoices, below, `${below}?${year}`);
    const numbers = await idsAt(`${below}?${year}`);
    add(`${invoices}/{number}`, ...numbers.map((number) => `${below}/${number}`), `${below}/0`);
    add(`${invoices}/{number}/checks`, ...numbers.map((number) => `${below}/${number}/checks`));
    add(`${invoices}/{number}/explain`, ...numbers.map((number) => `${below}/${number}/explain`));
    add(
      `${invoices}/{number}/payments`,
      ...numbers.flatMap((number) => ["", "?shape=array"].map((shape) => `${below}/${number}/payments${shape}`)),
    );
  }
}

async function addImports({ stage, callers, add, idsAt, rows, year }: Listing): Promise<void> {
  for (const id of await idsAt("/imports")) {
    add("/imports/{id}", `/imports/${id}`);
    add("/imports/{id}/lines", `/imports/${id}/lines`, `/imports/${id}/lines?undecided=true`);
  }
  add("/import_rules/{id}", ...(await idsAt("/import_rules")).map((id) => `/import_rules/${id}`));
  add("/users/{id}", ...(await idsAt("/users")).map((id) => `/users/${id}`));
  for (const id of await idsAt("/webhooks")) {
    add("/webhooks/{id}", `/webhooks/${id}`);
    add("/webhooks/{id}/deliveries", `/webhooks/${id}/deliveries`);
  }
  add("/exports", ...["json", "csv", "ofx", "xlsx"].map((format) => `/exports?format=${format}`));
  add("/exports", ...["csv", "ofx"].map((format) => `/exports?format=${format}&${year}`), "/exports?format=pdf");
  add(
    "/changes",
    "/changes",
    ...(await changePages(stage, callers)),
    ...(rows ?? []).slice(0, 30).map((id) => `/changes?transaction_id=${id}`),
  );
}

function addOtherCallers({ reads, callers }: Listing): void {
  reads.push({ service: "finance", route: "/agenda.ics", path: `/agenda.ics?token=${callers.agenda}` });
  reads.push({ service: "finance", route: "/agenda.ics", path: "/agenda.ics?token=wrong" });
  reads.push({ service: "finance", route: "/invitations/received", path: "/invitations/received", as: "owner" });
  for (const path of ["/accounts", "/invitations/received", "/spaces", "/overview", "/users/me"]) {
    reads.push({ service: "finance", route: path, path, as: "member" });
    reads.push({ service: "finance", route: path, path });
  }
  const english = { "accept-language": "en" };
  for (const path of ["/transactions/999999", "/transactions?kind=x", "/overview"])
    reads.push({
      service: "finance",
      route: path.split(/[?9]/)[0] === "/transactions/" ? "/transactions/{id}" : (path.split("?")[0] as string),
      path,
      as: "owner",
      headers: english,
    });
}

/** From the first entry of the log to the last. */
async function changePages(stage: Stage, callers: Callers): Promise<string[]> {
  const paths: string[] = [];
  for (let cursor: string | undefined = "0"; cursor !== undefined; ) {
    const path: string = `/changes?since=${cursor}&limit=500`;
    paths.push(path);
    const page: { cursor: string; has_more: boolean } = await requireSuccess(stage, callers, {
      service: "finance",
      as: "owner",
      path,
    });
    cursor = page.has_more ? page.cursor : undefined;
  }
  return paths;
}
