// What an API token may do. A scope is the first word of a path and what is done there: `accounts:read`, `transactions:write`.
// A token without a list of them may do all that its `scope` says: read, or read and write.
import type { TokenRights } from "../endpoint.ts";

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

/** The rights of an app whose token has these scopes. */
export function appRights(scopes: readonly string[]): TokenRights {
  const allowed = scopes.filter((scope) => APP_SCOPES.includes(scope));
  return { space_id: null, scope: broadScope(allowed), scopes: allowed, expires_at: null };
}

interface Route {
  path: string;
  access: string;
}

/** Undefined for what is public. */
export function scopeOf({ path, access }: Route): string | undefined {
  if (access === "public") return undefined;
  return `${path.split("/")[1]}:${access === "reader" ? "read" : "write"}`;
}

export function hasScope({ scope, scopes }: TokenRights, needed: string): boolean {
  return scopes === null ? scope === "write" || needed.endsWith(":read") : scopes.includes(needed);
}

/** What clients from before scopes are told. */
export function broadScope(scopes: readonly string[]): TokenRights["scope"] {
  return scopes.some((each) => each.endsWith(":write")) ? "write" : "read";
}
