// Apps of others that sign people in with their account here.
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, host, integer, json, listOf, pattern } from "../../kernel/config/formats.ts";

/** The scopes that each resource knows, by its URL. */
export type ResourceScopes = Readonly<Record<string, readonly string[]>>;
/** In place of a URL: every resource that is not named. */
export const ANY_OTHER = "*";

const path = pattern("a path that begins with /", /^\/[^\s?#\\]*$/);
const scopes = pattern("scopes separated by spaces", /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/);
const resources = json<ResourceScopes>('a JSON object such as {"https://api.example.com": ["notes:read"]}', isResources);

export const oauthServer = configTable({
  oauthServerEnabled: {
    env: "OAUTH_SERVER_ENABLED",
    format: bool,
    initial: false,
    doc: "Apps may sign people in with their account here, by OAuth 2.1 and OpenID Connect.",
  },
  oauthServerAuthorizationPath: {
    env: "OAUTH_SERVER_AUTHORIZATION_PATH",
    format: path,
    unset: "apps are answered `server_error`",
    doc: "The page below `SITE_URL` that asks the user, given `?authorization_id=`. The web service has one at `/oauth/consent`.",
  },
  oauthServerAuthorizationTtlSeconds: {
    env: "OAUTH_SERVER_AUTHORIZATION_TTL",
    format: durationFrom(1),
    initial: 600,
    doc: "How long the user may take to answer.",
  },
  oauthServerDefaultScope: {
    env: "OAUTH_SERVER_DEFAULT_SCOPE",
    format: scopes,
    initial: "email",
    doc: "What an app gets that asks for no scope.",
  },
  oauthServerResources: {
    env: "OAUTH_SERVER_RESOURCES",
    format: resources,
    unset: "any resource, with no scopes of its own",
    doc: "Services that tokens may be bound to (RFC 8707), each with its scopes. Where this is set, no other resource is, unless `*` stands among the URLs for any other. `npm start` adds finance where nothing is set.",
  },
  oauthServerAllowDynamicRegistration: {
    env: "OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION",
    format: bool,
    initial: false,
    doc: "Apps may register themselves (RFC 7591).",
  },
  oauthServerMaxDynamicClients: {
    env: "OAUTH_SERVER_MAX_DYNAMIC_CLIENTS",
    format: integer(0, 1_000_000_000),
    initial: 1000,
    doc: "Most apps that registered themselves. Beyond that, those that nobody uses make room, the oldest first; where all are in use, no more can register (429). Those that nobody let in for a week are removed anyway.",
  },
  oauthServerDocumentsEnabled: {
    env: "OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ENABLED",
    format: bool,
    initial: false,
    doc: "Apps may be named by the URL of a document that describes them, which is read from there, at most once an hour. They count as apps that registered themselves.",
  },
  oauthServerDocumentAllowedHosts: {
    env: "OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ALLOWED_HOSTS",
    format: listOf(host),
    initial: [],
    doc: "Hosts of such documents though their addresses are not public, and without TLS, for tries at home. All others are reached by `https` alone, and never at an address of this machine or of a private network.",
  },
  rateLimitOauthRegister: {
    env: "RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER",
    format: integer(0, 1_000_000_000),
    initial: 10,
    doc: "Apps that register themselves, and documents of apps that are read, in 5 minutes, for one client. 0 switches the limit off.",
  },
});

function isResources(value: unknown): value is ResourceScopes {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([url, list]) => {
    const parsed = URL.parse(url);
    const isResource = url === ANY_OTHER || (parsed !== null && parsed.hash === "" && parsed.search === "");
    return isResource && Array.isArray(list) && list.every(isScope);
  });
}

function isScope(value: unknown): boolean {
  return typeof value === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value);
}
