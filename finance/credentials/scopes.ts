// What an API token may do. A scope is the first word of a path and what is done there: `accounts:read`, `transactions:write`.
// A token without a list of them may do all that its `scope` says: read, or read and write.

/** The first words of all paths. */
const RESOURCES = [
  "accounts",
  "agenda",
  "api_tokens",
  "balances",
  "budgets",
  "categories",
  "category_memory",
  "changes",
  "credit_cards",
  "descriptions",
  "exports",
  "forecast",
  "goals",
  "import_layouts",
  "import_rules",
  "imports",
  "invitations",
  "invoices",
  "members",
  "overview",
  "preferences",
  "reports",
  "spaces",
  "tags",
  "transactions",
  "transfers",
  "users",
  "webhooks",
];

export const SCOPES: readonly string[] = RESOURCES.flatMap((word) => [`${word}:read`, `${word}:write`]);

/** Not for apps: rights that outlast the app's own access, that let other people in, or that reach beyond every other scope. */
const NOT_FOR_APPS = /^((api_tokens|changes|exports|invitations|members|webhooks):|spaces:write$)/;

/** What apps of others may be given, by tokens of auth. */
export const APP_SCOPES: readonly string[] = SCOPES.filter((scope) => !NOT_FOR_APPS.test(scope));

interface Route {
  path: string;
  access: string;
}

/** Undefined for what is public. */
export function scopeOf({ path, access }: Route): string | undefined {
  if (access === "public" || access === "operator") return undefined;
  return `${path.split("/")[1]}:${access === "reader" ? "read" : "write"}`;
}
