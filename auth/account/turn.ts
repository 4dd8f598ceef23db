// An address takes its turn for a message; whoever comes too soon gets the 429.
import type { KeyObject } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { MailMatter } from "../limits/mail_limits.ts";
import { claimMail } from "../limits/queries.ts";
import { judgeSendClaim, sendClaim } from "../limits/send_limits.ts";
import type { Address } from "../users/queries.ts";

interface Turn {
  serverKeys: { readonly address: KeyObject };
  config: AuthConfig;
  about: MailMatter;
  address: Address;
  now: Date;
  /** The message goes along with another one that has waited its turn: it counts, and waits for nothing itself. */
  isCompanion?: boolean;
}

/** It waits for others on the same rows: in a transaction, let no slow work follow. */
export async function takeTurn(db: Db, { isCompanion, ...turn }: Turn): Promise<void> {
  const claim = sendClaim(turn);
  const counted = isCompanion ? { ...claim, pause: undefined } : claim;
  judgeSendClaim(counted, await claimMail(db, counted));
}

/**
 * The pause of a user, beside that of the address: whoever changes their mind often could otherwise have a message sent to ever new
 * addresses.
 */
export function demandPause(kind: "email" | "phone", sentAt: Date | null, pauseSeconds: number, now: Date): void {
  const seconds = sentAt === null ? 0 : Math.ceil((sentAt.getTime() - now.getTime()) / 1000 + pauseSeconds);
  // A time ahead of now was written by a clock that has been corrected since.
  if (seconds <= 0 || seconds > pauseSeconds) return;
  const details = { values: { seconds }, headers: { "retry-after": String(seconds) } };
  throw kind === "email" ? fail.mailTooSoon(details) : fail.smsTooSoon(details);
}
