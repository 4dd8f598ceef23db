// The screens of the app: the pattern of their addresses, and their files below web/app. web answers at these addresses; the app opens the files.

/** The first pattern that fits an address is its screen. `:name?` may be missing. */
export const SCREENS: Readonly<Record<string, string>> = {
  "/": "screens/overview/overview",
  "/accounts": "screens/accounts/accounts",
  "/accounts/:id": "screens/accounts/accounts_edit",
  "/agenda": "screens/agenda/agenda",
  "/budgets": "screens/budgets/budgets",
  "/budgets/:year/:month": "screens/budgets/budgets",
  "/categories": "screens/categories/categories",
  "/credit_cards": "screens/credit_cards/credit_cards",
  "/credit_cards/:id/invoices/:number": "screens/credit_cards/credit_cards_invoices",
  "/forecast": "screens/forecast/forecast",
  "/imports": "screens/imports/imports",
  "/imports/rules": "screens/imports/imports_rules",
  "/imports/:id": "screens/imports/imports_preview",
  "/more": "screens/more/more",
  "/reports": "screens/reports/reports_flow",
  "/reports/cash_flow": "screens/reports/reports_cash_flow",
  "/reports/categories": "screens/reports/reports_categories",
  "/reports/flow": "screens/reports/reports_flow",
  "/reports/instalments": "screens/reports/reports_instalments",
  "/reports/net_worth": "screens/reports/reports_net_worth",
  "/reports/year": "screens/reports/reports_year",
  "/settings/:section?": "settings/settings",
  "/tags": "screens/tags/tags",
  "/transactions": "screens/transactions/transactions",
  "/transactions/new": "screens/transactions/transactions_new",
  "/transactions/:id": "screens/transactions/transactions_edit",
  "/welcome": "screens/welcome/welcome",
};

/** Quick entry is part of the app's own script, so that it opens at once. */
export const SCREEN_OF_APP = "/transactions/new";

/** The app's module `cofre:screens`: by pattern, how the file of a screen is fetched. */
export function screensModule(): string {
  const fetched = Object.entries(SCREENS).filter(([pattern]) => pattern !== SCREEN_OF_APP);
  const lines = fetched.map(([pattern, file]) => `  ${JSON.stringify(pattern)}: () => import("./${file}.tsx"),\n`);
  return `export const screens = {\n${lines.join("")}};\n`;
}
