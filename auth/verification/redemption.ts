// The input of redeeming a token, and its outcome.
import type { Request } from "../../kernel/http/endpoint.ts";
import type { Act } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import type { TryRule } from "../limits/queries_tries.ts";
import type { SignedIn } from "../sessions/session.ts";
import type { NewSession } from "../sessions/session_row.ts";
import type { Proof } from "./proof.ts";

/** A session at once, or a code with which one can be had. */
export type Ending = { session: NewSession } | { authCodeHash: Buffer };

export interface Redemption extends Act {
  proof: Proof;
  /** For a user who has no password. */
  newPassword: string | undefined;
  /** Refuse invited users who have no password and bring none. */
  requiresPassword: boolean;
  /** Claimed before the token is looked at; empty where that is done. */
  claims: readonly TryRule[];
  /** Given back where the token is spent. */
  tries: readonly TryRule[];
  ending: Ending;
  world: Pick<AuthInput<unknown>, "config" | "serverKeys" | "now"> & { request: Pick<Request, "headers"> };
}

/** `halfway`: the same change has yet to be confirmed from another address. */
export type Outcome = SignedIn | "halfway" | "code issued";
