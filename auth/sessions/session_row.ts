// A session as its row, and what opening one takes.
import type { Request } from "../../kernel/http/endpoint.ts";
import type { Act } from "../audit/act.ts";
import type { AuthConfig } from "../config.ts";
import type { OutboxKeys } from "../outbox/seal.ts";

export interface SessionRow {
  session_id: string;
  aal: string;
  amr: Amr[];
  refresh_counter: number;
  /** When it ends by itself; null where nothing ends it. */
  session_ends_at: Date | null;
}

export interface Amr {
  method: string;
  timestamp: number;
  /** Of single sign-on: the id of who vouched. */
  provider?: string;
}

export interface NewSession extends Act {
  id: string;
  /** How the user proved who they are: password, otp, ... */
  method: string;
  userAgent: string | undefined;
  /** Where users are notified of new devices: its name, and what sending the mail takes. */
  device: { name: string; config: AuthConfig; serverKeys: OutboxKeys; request: Pick<Request, "headers"> } | undefined;
  /** aal1 unless given. */
  aal?: "aal1" | "aal2";
  /** The id of the SSO provider that vouched for the user. */
  ssoProvider?: string | undefined;
  /** When that provider wants it to end. */
  notAfter?: Date | null;
  /** So many of the user's go on, this one among them; 0 sets no limit. */
  most: number;
  limits: SessionLimits;
}

export interface SessionLimits {
  /** From sign-in, however active the session is. */
  sessionsTimeboxSeconds: number | undefined;
  /** From the last refresh, or from sign-in. */
  sessionsInactivityTimeoutSeconds: number | undefined;
  /** From sign-in, for sessions without a second factor whose user has a verified one. */
  sessionsAllowLowAalSeconds: number | undefined;
}
