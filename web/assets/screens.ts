// The screens of the app and of the console: the pattern of their addresses, and their files below web/app. web answers at these addresses; the app opens the files.

type Screens = Readonly<Record<string, string>>;

/** The first pattern that fits an address is its screen. `:name?` may be missing. */
export const SCREENS: Screens = {
  "/": "screens/overview/overview",
  "/accounts": "screens/accounts/accounts",
  "/accounts/:id": "screens/accounts/accounts_edit",
  "/agenda": "screens/agenda/agenda",
  "/budgets": "screens/budgets/budgets",
  "/budgets/:year": "screens/budgets/budgets_year",
  "/budgets/:year/:month": "screens/budgets/budgets",
  "/budgets/:year/:month/categories": "screens/budgets/budgets_categories",
  "/categories": "screens/categories/categories",
  "/credit_cards": "screens/credit_cards/credit_cards",
  "/credit_cards/:id/invoices/:number": "screens/credit_cards/credit_cards_invoices",
  "/forecast": "screens/forecast/forecast",
  "/goals": "screens/goals/goals",
  "/goals/:id": "screens/goals/goal",
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

/** Of the console, for administrators. */
export const CONSOLE_SCREENS: Screens = {
  "/admin": "console/overview/overview",
  "/admin/administrators": "console/administrators/administrators",
  "/admin/api_keys": "console/api_keys/api_keys",
  "/admin/apps": "console/apps/apps",
  "/admin/audit": "console/audit/audit",
  "/admin/bulk_jobs": "console/bulk_jobs/bulk_jobs",
  "/admin/bulk_jobs/:id": "console/bulk_jobs/bulk_job",
  "/admin/findings": "console/findings/findings",
  "/admin/finance": "console/finance/finance",
  "/admin/hooks": "console/hooks/hooks",
  "/admin/mail": "console/settings/mails",
  "/admin/maintenance": "console/maintenance/maintenance",
  "/admin/overview": "console/overview/overview",
  "/admin/protection": "console/protection/protection",
  "/admin/sessions": "console/settings/sessions",
  "/admin/settings": "console/settings/settings",
  "/admin/settings/versions": "console/settings/settings_versions",
  "/admin/sign_in_methods": "console/settings/sign_in_methods",
  "/admin/sso": "console/sso/sso",
  "/admin/urls": "console/settings/urls",
  "/admin/user_imports/:id": "console/user_imports/user_import",
  "/admin/users": "console/users/users",
  "/admin/users/:id": "console/users/user",
  "/admin/webhooks": "console/webhooks/webhooks",
};

/** Quick entry is part of the app's own script, so that it opens at once. */
export const SCREEN_OF_APP = "/transactions/new";

/** A pattern whose last part may be missing is two addresses. */
export function pathsOf(screens: Screens): readonly (readonly [path: string, file: string])[] {
  return Object.entries(screens).flatMap(([pattern, file]) => {
    const optional = /^(.*)\/:\w+\?$/.exec(pattern);
    return (optional ? [optional[1] as string, pattern.slice(0, -1)] : [pattern]).map((path) => [path, file] as const);
  });
}

/** The app's module `cofre:screens`: by pattern, how the file of a screen is fetched. */
export function screensModule(screens: Screens = SCREENS): string {
  const fetched = Object.entries(screens).filter(([pattern]) => pattern !== SCREEN_OF_APP);
  const lines = fetched.map(([pattern, file]) => `  ${JSON.stringify(pattern)}: () => import("./${file}.tsx"),\n`);
  return `export const screens = {\n${lines.join("")}};\n`;
}
