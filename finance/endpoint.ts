// What finance's handlers are given, and who may call them.
import type { KeyObject } from "node:crypto";
import { endpointsFor } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Lifecycle } from "../kernel/http/serve.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { FinanceConfig } from "./config.ts";

/** Below which all paths are. */
export const BASE_PATH = "/rest/v2";

export interface FinanceWorld {
  config: FinanceConfig;
  db: Database;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
  /** Parts whose failure is shown, but does not keep requests away. */
  minorChecks: Record<string, Check>;
  /** Whether the service is about to end, so that nobody is kept waiting. */
  lifecycle: Lifecycle;
  /** Lets the writes of a space follow each other. */
  queue: Queue;
  /** Bounds how many files are written at once. */
  exportSlots: Slots;
  /** Bounds how many files are received at once. */
  uploadSlots: Slots;
  /** Who comes in by an address that holds a token which has this scope and no other; the 401 for all else. */
  openAddress(token: unknown, onlyScope: string): Promise<FinanceCaller>;
  auth: AuthForHandlers;
  /** Makes the tokens of invitations. */
  invitationKey: KeyObject;
  /** Seals the secrets of webhooks. */
  webhookKey: KeyObject;
  /** Has the webhooks of a space looked after soon. */
  wakeWebhooks(spaceId: number): void;
  /** Has the sums of a space's own months built soon. */
  buildSpaceMonths(spaceId: number): void;
  /** Seals answers that hold a secret, while they are kept for an `Idempotency-Key`. */
  answerKey: KeyObject;
  /** Lets a space read one file at a time, and all of them a few. */
  readings: Readings;
}

/** Runs the writes of a space one after the other, in the order in which they came. */
export interface Queue {
  take<T>(spaceId: number, write: () => Promise<T>): Promise<T>;
}

export interface Slots {
  /** Returns the function that frees the slot. Throws a 429 if none is free, or if the space has its share already. */
  take(spaceId: number): () => void;
}

interface AuthForHandlers {
  findUser(id: string): Promise<{ email: string; isEmailConfirmed: boolean } | undefined>;
  sendInvitation(invitation: { email: string; inviter: string; token: string; days: number }): Promise<InvitationOutcome>;
}

/** `busy`: auth limits how often it mails. `refused`: auth accepts no such address. */
export type InvitationOutcome = "sent" | "busy" | "refused";

/** Reads the files of a space one after the other. */
export interface Readings {
  take<T>(spaceId: number, read: () => Promise<T>): Promise<T>;
}

/**
 * `reader`: any member. `writer`: not viewers or read-only tokens. `owner`: only owners. `own`: a writer in any role, for the
 * caller's own data. A token with scopes needs the path's scope. `operator`: who may read counts of all spaces, and is in none of them.
 */
export type FinanceAccess = "public" | "reader" | "own" | "writer" | "owner" | "operator";

export type Role = "owner" | "editor" | "viewer";

/** What an API token may do, or the access token of an app. */
export interface TokenRights {
  /** The space that it opens; null: its user's own. */
  space_id: number | null;
  scope: "read" | "write";
  scopes: string[] | null;
  expires_at: Date | null;
}

/** An authenticated user, and the space that the call is about. */
export interface FinanceCaller {
  userId: number;
  spaceId: number;
  /** Where the call came with an API token. */
  tokenId: number | undefined;
  /** Of that token, or of the token of an app. */
  rights?: TokenRights | undefined;
  /** In a space that is not the caller's own: what they are there, and what this call needs. */
  role?: Role | undefined;
  leastRole?: Role | undefined;
  /** Of the space: it says which day it is. */
  timeZone: string;
}

/** For what only reads. Handlers of public endpoints have no use for the caller. */
export const endpoint = endpointsFor<FinanceWorld, FinanceAccess, FinanceCaller>();

/** With FINANCE_UPSTREAM_ANSWERS a change is answered 201, as the original service does. */
export function successStatus(
  { method, status = 200 }: { method: string; status?: number },
  { upstreamAnswers }: Pick<FinanceConfig, "upstreamAnswers">,
): number {
  return upstreamAnswers && method === "PUT" ? 201 : status;
}
