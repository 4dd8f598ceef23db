// What auth's handlers are given, and who may call them.
import { endpointsFor, type Request } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { AuthConfig } from "./config.ts";
import type { Administrator } from "./grants/administrator.ts";
import type { Right } from "./grants/rights.ts";
import type { BackgroundCalls } from "./hooks/background_calls.ts";
import type { Hooks } from "./hooks/hooks.ts";
import type { RecentCalls } from "./hooks/recent_calls.ts";
import type { Claims, JwtKeys } from "./keys/jwt.ts";
import type { ServerKeys } from "./keys/server_keys.ts";
import type { TokenLives } from "./keys/token_lives.ts";
import type { AddressLimit } from "./limits/address_limits.ts";
import type { LiveFigures } from "./overview/live_figures.ts";
import type { Passwords } from "./passwords/hash.ts";
import type { RedirectTarget } from "./redirects/allow_list.ts";
import type { LiveSettings } from "./settings/live_settings.ts";

/** What a change of settings replaces has another value from then on: nothing keeps a copy for longer than a request or a job. */
export interface AuthWorld {
  config: AuthConfig;
  settings: LiveSettings;
  db: Database;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
  /** Checks whose failure is reported, but does not make the service unready. */
  minorChecks: Record<string, Check>;
  /** Sign and verify access tokens. */
  keys: JwtKeys;
  /** Checks the lifetime of users' access tokens. */
  tokenLives: TokenLives;
  /** Seal and derive what only this server can open. */
  serverKeys: ServerKeys;
  passwords: Passwords;
  /** The operator's own code, at the points that have some. */
  hooks: Hooks;
  /** How their last calls went. */
  hookCalls: RecentCalls;
  /** Work that no answer waits for. */
  backgroundCalls: BackgroundCalls;
  /** Whether text messages can leave, by a gateway or into a folder. */
  canText: boolean;
  /** The folder that takes mails while no mail server is set; undefined where they leave. */
  mailbox: string | undefined;
  /** The first of the given URLs that a browser may be sent to, else SITE_URL. */
  redirectTo: RedirectTarget;
  /** Counts for the overview what no table has. */
  figures: LiveFigures;
  /** How far apart the moments are at which even answers leave; 0 holds nothing back. */
  evenStepMs: number;
}

/** `user`: any access token. `admin`: an operator's token, an API key, or the token of a user who has a role on this server. */
export type AuthAccess = "public" | "user" | "admin";

/** The bearer of an access token. The token was verified; the session and the user were not looked up. */
export interface AuthCaller {
  claims: Claims;
  role: string;
  /** Missing for an operator's token. */
  userId: string | undefined;
  sessionId: string | undefined;
  /** For `admin` alone: what they may do. */
  administrator?: Administrator;
}

/** What a part of a handler needs of the request: its service's world, and this call. */
export type AuthInput<Body> = AuthWorld & { body: Body; request: Request; now: Date };

/** What an endpoint asks for before it runs; `guard.ts` sees to it. */
export interface Guards {
  /** What administrators need to call it. */
  right?: Right | ((parts: RequestParts) => readonly Right[]);
  /** Every call counts for this limit of the client. */
  limit?: AddressLimit | ((parts: RequestParts) => AddressLimit | undefined);
  /** Only failed calls count for this limit: those that the captcha refuses, and those that the handler does. */
  failureLimit?: AddressLimit;
  /** Calls for which the handler claims the limit itself, before it reads the secret. */
  claimsFailureLimit?: (parts: RequestParts) => boolean;
  /** Demands a captcha, where that is switched on. */
  captcha?: true | ((parts: RequestParts) => boolean);
}

/** The request after it was found well-formed. */
export interface RequestParts {
  body: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** `AuthCaller` for every access but `public`, whose handlers have no use for it. */
export const endpoint = endpointsFor<AuthWorld, AuthAccess, AuthCaller, Guards>();
