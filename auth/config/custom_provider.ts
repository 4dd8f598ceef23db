// Reads and validates a custom provider, which an operator defines by the admin endpoints or by a variable.
import { type Guard, isSendable } from "../../kernel/outbound/guarded.ts";

export interface CustomProvider {
  readonly provider_type: "oauth2" | "oidc";
  /** By which clients name it; it begins with `custom:`. */
  readonly identifier: string;
  readonly name: string;
  readonly client_id: string;
  /** Beside the first: those of apps that bring identity tokens. */
  readonly acceptable_client_ids: readonly string[];
  readonly scopes: readonly string[];
  /** Claims that are copied to the identity as they are. */
  readonly custom_claims_allowlist: readonly string[];
  readonly pkce_enabled: boolean;
  /** By our names: the provider's. Of `email_verified` also true or false, for all of its people. */
  readonly attribute_mapping: Readonly<Record<string, string | boolean>>;
  readonly authorization_params: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly email_optional: boolean;
  readonly issuer?: string;
  readonly discovery_url?: string;
  readonly skip_nonce_check: boolean;
  readonly authorization_url?: string;
  readonly token_url?: string;
  readonly userinfo_url?: string;
  readonly jwks_uri?: string;
}

/** The message says what is wrong, and holds no secret. */
export class CustomProviderProblem extends Error {}

export const CUSTOM_IDENTIFIER = /^custom:[a-z0-9][a-z0-9_-]{0,49}$/;
const LONGEST_TEXT = 2048;
const MOST_ITEMS = 100;

/** What a person may be described by. Whose subject it is an identity token says alone. */
const ATTRIBUTES = [
  ...["sub", "email", "email_verified", "name", "full_name", "given_name", "family_name", "middle_name", "nickname", "user_name"],
  ...["preferred_username", "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale"],
];

const URLS = {
  oidc: { needed: ["issuer"], others: ["discovery_url"] },
  oauth2: { needed: ["authorization_url", "token_url", "userinfo_url"], others: ["issuer", "jwks_uri"] },
} as const;

type Fields = Readonly<Record<string, unknown>>;

/** Throws a CustomProviderProblem. What is null counts as not given. Without a guard any host will do. */
export function readCustomProvider(fields: Fields, guard?: Guard): CustomProvider {
  const type = fields.provider_type;
  if (type !== "oauth2" && type !== "oidc") throw new CustomProviderProblem("provider_type has to be oauth2 or oidc");
  const identifier = text(fields, "identifier");
  if (!CUSTOM_IDENTIFIER.test(identifier))
    throw new CustomProviderProblem("identifier has to be custom: and up to 50 lower-case letters, digits, - and _");
  return {
    provider_type: type,
    identifier,
    name: text(fields, "name"),
    client_id: text(fields, "client_id"),
    acceptable_client_ids: texts(fields, "acceptable_client_ids"),
    scopes: scopesOf(fields, type),
    custom_claims_allowlist: texts(fields, "custom_claims_allowlist"),
    pkce_enabled: flag(fields, "pkce_enabled", true),
    attribute_mapping: mappingOf(fields, type),
    authorization_params: parametersOf(fields),
    enabled: flag(fields, "enabled", true),
    email_optional: flag(fields, "email_optional", false),
    skip_nonce_check: flag(fields, "skip_nonce_check", false),
    ...urlsOf(fields, type, guard),
  };
}

export function readClientSecret(fields: Fields): string {
  return text(fields, "client_secret");
}

function scopesOf(fields: Fields, type: CustomProvider["provider_type"]): string[] {
  const scopes = texts(fields, "scopes");
  if (!scopes.every((each) => /^[!#-[\]-~]+$/.test(each))) throw new CustomProviderProblem("scopes have to be words");
  if (type === "oauth2") return scopes;
  return [...new Set(["openid", ...(scopes.length > 0 ? scopes : ["email", "profile"])])];
}

function mappingOf(fields: Fields, type: CustomProvider["provider_type"]): Record<string, string | boolean> {
  const entries = entriesOf(fields, "attribute_mapping");
  for (const [name, source] of entries) {
    if (!ATTRIBUTES.includes(name)) throw new CustomProviderProblem(`attribute_mapping cannot set ${quoted(name)}`);
    if (name === "sub" && type === "oidc")
      throw new CustomProviderProblem("attribute_mapping cannot set sub of an identity token");
    const isFlag = name === "email_verified" && typeof source === "boolean";
    if (!isFlag && !isText(source)) throw new CustomProviderProblem(`attribute_mapping.${name} has to be the name of a claim`);
  }
  return Object.fromEntries(entries) as Record<string, string | boolean>;
}

function parametersOf(fields: Fields): Record<string, string> {
  const entries = entriesOf(fields, "authorization_params");
  for (const [name, value] of entries) {
    if (!isFreeParameter(name)) throw new CustomProviderProblem(`authorization_params cannot set ${quoted(name)}`);
    if (!isText(value)) throw new CustomProviderProblem(`authorization_params.${name} has to be text`);
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function urlsOf(fields: Fields, type: CustomProvider["provider_type"], guard: Guard | undefined): Record<string, string> {
  const { needed, others } = URLS[type];
  // An empty one takes back what was there.
  const present = others.filter((name) => isGiven(fields[name]) && fields[name] !== "");
  return Object.fromEntries([...needed, ...present].map((name) => [name, urlOf(fields, name, guard)]));
}

function urlOf(fields: Fields, name: string, guard: Guard | undefined): string {
  const url = text(fields, name);
  const isGood = guard ? isSendable(url, guard) : /^https?:\/\//.test(url) && URL.canParse(url);
  if (!isGood) throw new CustomProviderProblem(`${name} has to be a URL with https and a public host`);
  return url;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (!isGiven(value) || value === "") throw new CustomProviderProblem(`${name} is required`);
  if (!isText(value)) throw new CustomProviderProblem(`${name} has to be text of at most ${LONGEST_TEXT} characters`);
  return value;
}

function texts(fields: Fields, name: string): string[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value) || value.length > MOST_ITEMS || !value.every(isText))
    throw new CustomProviderProblem(`${name} has to be a list of at most ${MOST_ITEMS} texts`);
  return value;
}

function flag(fields: Fields, name: string, initial: boolean): boolean {
  const value = fields[name] ?? initial;
  if (typeof value !== "boolean") throw new CustomProviderProblem(`${name} has to be true or false`);
  return value;
}

function entriesOf(fields: Fields, name: string): [string, unknown][] {
  const value = fields[name] ?? {};
  if (typeof value !== "object" || Array.isArray(value) || Object.keys(value).length > MOST_ITEMS)
    throw new CustomProviderProblem(`${name} has to be an object of at most ${MOST_ITEMS} keys`);
  return Object.entries(value);
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function isText(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT && value.isWellFormed() && !/\p{Cc}/u.test(value)
  );
}

function quoted(name: string): string {
  return name.slice(0, 40).toWellFormed();
}

/** What OAuth, OpenID Connect and their extensions give a meaning that only we may use: who we are, where people come back, with what. */
const RESERVED = new Set([
  ...[
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
    "redirect_uri",
    "response_type",
    "response_mode",
  ],
  ...["state", "scope", "code", "code_challenge", "code_challenge_method", "code_verifier", "nonce", "grant_type", "assertion"],
  ...["request", "request_uri", "registration", "dpop_jkt", "iss", "access_token", "refresh_token", "id_token", "token"],
  ...["token_type", "username", "password", "error", "error_description", "error_uri"],
]);

/** Servers take other spellings of a name for the same one: any case, and some a dot, a space or a bracket for an underscore. */
export function isFreeParameter(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,63}$/i.test(name) && !RESERVED.has(name.toLowerCase()) && !/^(oauth|nonce)_/i.test(name);
}
