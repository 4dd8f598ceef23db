// The promises of a release as files: schemas, API documents, configuration tables, and claims of access tokens.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDocument as authConfig } from "../../auth/config.ts";
import { accessTokenClaims } from "../../auth/keys/access_token.ts";
import { apiInfo as authInfo } from "../../auth/main.ts";
import { routes as authRoutes } from "../../auth/routes.ts";
import { configDocument as financeConfig } from "../../finance/config.ts";
import { routes as financeRoutes } from "../../finance/routes.ts";
import { apiInfo as financeInfo } from "../../finance/service/api_info.ts";
import { namesOf } from "../../kernel/config/config.ts";
import { type ConfigDocument, renderDefault } from "../../kernel/config/docs.ts";
import { describeApi } from "../../kernel/http/openapi.ts";
import { type ApiDocument, checkApi } from "./api_rules.ts";
import { type Claims, checkClaims, checkVariables, type Variable } from "./flat_rules.ts";
import { checkSchema } from "./schema_rules.ts";
import { type Promised, promisedFor, type Step } from "./versions.ts";

/** Texts by file name. */
export type Surface = Readonly<Record<string, string>>;

export function readSurface(): Surface {
  return {
    "auth_schema.sql": schemaText("auth"),
    "finance_schema.sql": schemaText("finance"),
    "auth_openapi.json": json(describeApi(authRoutes as never, authInfo({ apiExternalUrl: "" }))),
    "finance_openapi.json": json(describeApi(financeRoutes as never, financeInfo)),
    "auth_config.json": json(variablesOf(authConfig)),
    "finance_config.json": json(variablesOf(financeConfig)),
    "access_token_claims.json": json(claimsOfTokens()),
  };
}

/** Of all tables and functions. */
function schemaText(service: "auth" | "finance"): string {
  const folder = fileURLToPath(new URL(`../../${service}/schema`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return paths.map((path) => readFileSync(path, "utf8")).join("\n");
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function variablesOf({ sections, prefixes }: ConfigDocument): Variable[] {
  return sections.flatMap(({ table }) =>
    Object.values(table).map((entry) => ({
      names: namesOf(entry, prefixes),
      ...(entry.required && { required: true as const }),
      initial: renderDefault(entry),
    })),
  );
}

/** From tokens that the code creates, with and without optional claims. */
function claimsOfTokens(): Claims {
  const user = {
    id: "",
    aud: "",
    role: "",
    email: "",
    phone: "",
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    is_anonymous: false,
  };
  const session = { id: "", aal: "", amr: [{ method: "", timestamp: 0 }], endsAt: null };
  const claimsWith = (jwtIssuer: string | undefined) =>
    accessTokenClaims({ user, session, config: { jwtIssuer, jwtExpSeconds: 1 }, now: new Date(0) });
  const always = claimsWith(undefined);
  return Object.fromEntries(
    Object.entries(claimsWith("issuer")).map(([name, value]) => [
      name,
      { type: typeOf(value), ...(!(name in always) && { optional: true as const }) },
    ]),
  );
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `list of ${typeOf(value[0])}`;
  if (typeof value !== "object" || value === null) return typeof value;
  const keys = Object.entries(value).map(([name, each]) => `${name}: ${typeOf(each)}`);
  return keys.length === 0 ? "object" : `{ ${keys.join(", ")} }`;
}

type CheckFile = (before: string, now: string, step: Step) => string[];

const parsed =
  <Value>(judge: (before: Value, now: Value, step: Step) => string[]): CheckFile =>
  (before, now, step) =>
    judge(JSON.parse(before) as Value, JSON.parse(now) as Value, step);

const api = parsed<ApiDocument>((before, now, step) => checkApi(before, now, { deprecatedMayGo: step === "minor" }));
const variables = parsed<Variable[]>(checkVariables);

const CHECKS: Record<string, readonly [Promised, CheckFile]> = {
  "auth_schema.sql": ["database", checkSchema],
  "finance_schema.sql": ["database", checkSchema],
  "auth_openapi.json": ["api", api],
  "finance_openapi.json": ["api", api],
  "auth_config.json": ["configuration", variables],
  "finance_config.json": ["configuration", variables],
  "access_token_claims.json": ["claims", parsed<Claims>(checkClaims)],
};

/** A line for each broken promise, with its file name. Files that the release lacked promise nothing. */
export function checkSurface(before: Surface, now: Surface, step: Step): string[] {
  const holds = promisedFor(step);
  return Object.entries(CHECKS).flatMap(([name, [promise, judge]]) => {
    const old = before[name];
    if (old === undefined || !holds.includes(promise)) return [];
    return judge(old, now[name] ?? "", step).map((line) => `${name}: ${line}`);
  });
}
