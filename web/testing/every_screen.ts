// Test support: every screen and hosted page, and the states of them that are opened by hand: dialogs, checks, an open editor.
import type { TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";

export interface ScreenState {
  name: string;
  path: string;
  /** It is there for fingers alone. */
  touch?: boolean;
  /** What somebody does there first. */
  open?: (page: Page) => Promise<void>;
}

const press = (selector: string, shows: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.locator(shows).first().waitFor();
};
const dialog = (selector: string) => press(selector, "dialog[open]");

const ALWAYS: readonly ScreenState[] = [
  { name: "overview", path: "/" },
  { name: "overview_arrange", path: "/", open: dialog(".overview-tools button") },
  { name: "transactions", path: "/transactions" },
  { name: "transactions_filtered", path: "/transactions?kind=counted&state=paid&min=1000" },
  { name: "transactions_new", path: "/transactions/new" },
  { name: "transactions_new_split", path: "/transactions/new", open: press(".split-act", ".split") },
  { name: "entry_sheet", path: "/", touch: true, open: openSheet },
  { name: "credit_cards", path: "/credit_cards" },
  { name: "credit_cards_new", path: "/credit_cards", open: dialog(".screen-head > button") },
  { name: "accounts", path: "/accounts" },
  { name: "accounts_new", path: "/accounts", open: dialog(".screen-head > button") },
  { name: "spaces", path: "/accounts", open: press(".space-button:visible", "[role=menu]") },
  { name: "budgets", path: "/budgets" },
  { name: "budgets_categories", path: "/budgets/2026/11/categories" },
  { name: "budgets_year", path: "/budgets/2026" },
  { name: "goals", path: "/goals" },
  { name: "goals_new", path: "/goals", open: dialog(".screen-head > button") },
  { name: "agenda", path: "/agenda" },
  { name: "forecast", path: "/forecast?try=2099-01-01,-5,x" },
  { name: "reports_flow", path: "/reports/flow" },
  { name: "reports_flow_share", path: "/reports/flow", open: dialog(".report-tools > button") },
  { name: "reports_categories", path: "/reports/categories?months=3" },
  { name: "reports_cash_flow", path: "/reports/cash_flow" },
  { name: "reports_net_worth", path: "/reports/net_worth" },
  { name: "reports_year", path: "/reports/year" },
  { name: "reports_instalments", path: "/reports/instalments" },
  { name: "categories", path: "/categories" },
  { name: "categories_edit", path: "/categories", open: dialog(".row-button") },
  { name: "tags", path: "/tags" },
  { name: "imports", path: "/imports" },
  { name: "imports_rules", path: "/imports/rules" },
  { name: "imports_rules_new", path: "/imports/rules", open: dialog("main button.main") },
  { name: "welcome", path: "/welcome" },
  { name: "more", path: "/more" },
  {
    name: "keys",
    path: "/",
    open: async (page) => {
      await page.locator("main h1").waitFor();
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "nowhere", path: "/settings/nowhere" },
  { name: "settings", path: "/settings" },
  ...["profile", "security", "household", "api_tokens", "webhooks", "data", "server"].map((name) => ({
    name: `settings_${name}`,
    path: `/settings/${name}`,
  })),
  {
    name: "settings_app",
    path: "/settings/security",
    open: async (page) => {
      await page.getByRole("button", { name: /Adicionar aplicativo|Add.* app/ }).click();
      await page.locator("dialog[open] img").waitFor();
    },
  },
];

/** The last two are for somebody who is signed in. */
export const OUTSIDE: readonly ScreenState[] = [
  { name: "sign_in", path: "/sign_in" },
  { name: "sign_in_sso", path: "/sign_in/sso" },
  { name: "sign_up", path: "/sign_up" },
  { name: "code", path: "/code?email=ana@example.com" },
  { name: "recover", path: "/recover" },
  { name: "owner", path: "/owner" },
  { name: "confirm", path: "/confirm?token=x&type=signup" },
  { name: "confirm_elsewhere", path: "/confirm?token=pkce_x&type=magiclink&redirect_to=https://app.example.com" },
  { name: "confirm_over", path: "/confirm?type=magiclink" },
  { name: "signed_out", path: "/signed_out" },
  { name: "new_password", path: "/new_password" },
  { name: "invitation", path: "/invitation" },
];

interface ListedRow {
  id: number;
  credit_card_id: number | null;
  status?: string;
  balance_cents: number;
}

/** Those that need something to be there come only where it is. */
export async function everyScreen(who: TestBrowser): Promise<ScreenState[]> {
  const read = async (path: string) => (await who.fetch(`/api/finance${path}`)).body as ListedRow[];
  const lists = ["/transactions", "/accounts", "/invoices", "/tags", "/goals"];
  const [rows, accounts, invoices, tags, goals] = await Promise.all(lists.map(read));
  const row = rows?.find(({ credit_card_id: card }) => card !== null) ?? rows?.[0];
  const invoice = invoices?.find(({ status, balance_cents: cents }) => status === "open" && cents < 0);
  const address = invoice && `/credit_cards/${invoice.credit_card_id}/invoices/${invoice.id}`;
  return [
    ...ALWAYS,
    ...(accounts?.[0] ? [{ name: "accounts_edit", path: `/accounts/${accounts[0].id}` }] : []),
    ...(row
      ? [
          { name: "transactions_edit", path: `/transactions/${row.id}` },
          { name: "transactions_typed", path: "/transactions", open: typing },
          { name: "transactions_cell", path: "/transactions", open: editing },
          { name: "transactions_chosen", path: "/transactions", open: press(".tick", ".selection") },
          { name: "transactions_menu", path: "/transactions", open: openingMenu },
          { name: "transactions_details", path: "/transactions", open: inspecting },
          { name: "transactions_balance", path: "/transactions", open: press(".month-balance summary", ".month-balance .chart") },
        ]
      : []),
    ...(address
      ? [
          { name: "invoice", path: address },
          { name: "invoice_categories", path: address, open: press(".arranged label:last-child", ".day") },
          { name: "invoice_why", path: address, open: press(".bill button:has-text('?')", ".why li") },
          { name: "invoice_check", path: address, open: press("[aria-pressed]", ".ticking") },
          { name: "invoice_pay", path: address, open: dialog(".bill button.main") },
          { name: "credit_cards_edit", path: "/credit_cards", open: dialog(".cards header button") },
        ]
      : []),
    ...(goals?.[0]
      ? [
          { name: "goal", path: `/goals/${goals[0].id}` },
          { name: "goal_reserve", path: `/goals/${goals[0].id}`, open: dialog(".bill button.main") },
        ]
      : []),
    ...(tags && tags.length > 0 ? [{ name: "tags_edit", path: "/tags", open: dialog(".row-button") }] : []),
    ...OUTSIDE,
  ];
}

/** Where there is room for it. */
async function typing(page: Page): Promise<void> {
  const row = page.locator(".entry-row");
  await row.waitFor({ state: "attached" });
  if (!(await row.isVisible())) return;
  await row.getByRole("button").click();
  await page.locator(".entry-row .editing").waitFor();
}

async function openingMenu(page: Page): Promise<void> {
  await page.locator(".day .row > a").first().click({ button: "right" });
  await page.locator(".menu").waitFor();
}

/** Where there is room for it. */
async function inspecting(page: Page): Promise<void> {
  const row = page.locator(".day .row strong", { hasText: "Notebook" }).or(page.locator(".day .row strong")).last();
  if (((await page.viewportSize())?.width ?? 0) < 1200) return;
  await row.click();
  await page.locator(".inspector .history").waitFor();
}

async function editing(page: Page): Promise<void> {
  await page.locator(".day .row > a").first().focus();
  await page.keyboard.press("F2");
  await page.locator(".editing").waitFor();
}

/** Only phones have it. */
async function openSheet(page: Page): Promise<void> {
  if (!(await page.evaluate(`matchMedia("(pointer: coarse) and (max-width: 40rem)").matches`))) return;
  await page.locator(".toast-place").waitFor({ state: "attached" });
  await page.locator(".adds a").tap();
  await page.locator("dialog.sheet").waitFor();
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {})");
}

/** Patterns of screens that none of the paths opens. */
export function screensWithout(screens: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  return Object.keys(screens).filter((pattern) => {
    const fits = new RegExp(`^${pattern.replace(/\/:\w+(\??)/g, "(?:/[^/]+)$1")}$`);
    return !paths.some((path) => fits.test(path.replace(/\?.*/, "")));
  });
}
