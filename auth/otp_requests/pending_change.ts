// Which confirmations of a change of email address are still to come.
import type { Purpose } from "../one_time_tokens/kinds.ts";

type Confirmation = Extract<Purpose, "email_change_new" | "email_change_current">;

export interface PendingChange {
  /** The address that is to be replaced; null for a user who has none yet. */
  email: string | null;
  /** The purposes whose tokens are still there: the token of a confirmation that was given is gone. */
  open: readonly Purpose[];
}

/** The new address first. Where no token is left, the whole question is asked again: a doubt must not make it easier. */
export function confirmationsToCome({ email, open }: PendingChange, isSecure: boolean): Confirmation[] {
  const both: Confirmation[] = ["email_change_new", "email_change_current"];
  const purposes = both.filter((purpose) => open.includes(purpose));
  if (purposes.length > 0) return purposes;
  return isSecure && email !== null ? both : ["email_change_new"];
}
