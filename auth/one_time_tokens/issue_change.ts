// The mails that ask to confirm a change of address: from the new one, from the current one, or from both.
import { decoyOf } from "./decoy.ts";
import { issueByMail, type MailIssue, type MailIssuer } from "./issue.ts";
import type { Issue } from "./write_issue.ts";

export interface ChangeIssue extends Omit<MailIssue, "kind" | "to" | "counterpart"> {
  /** Undefined where it has not to be asked. */
  toNew: string | undefined;
  toCurrent: string | undefined;
  /** The new address belongs to another account: its owner gets a notice instead, and everything else is the same. */
  isTaken: boolean;
}

/** The one to the new address first. */
export function issueChange({ toNew, toCurrent, isTaken, ...mail }: ChangeIssue, issuer: MailIssuer): Issue[] {
  const current =
    toCurrent === undefined ? undefined : issueByMail({ ...mail, kind: "email_change_current", to: toCurrent }, issuer);
  if (toNew === undefined) return current ? [current] : [];
  // A hook that sends mails gets both at once, as from Supabase Auth.
  const counterpart = issuer.config.hooks.sendEmail !== undefined && !isTaken ? current?.token : undefined;
  const fresh = issueByMail({ ...mail, kind: "email_change_new", to: toNew, counterpart }, issuer);
  const first = isTaken ? decoyOf(fresh, issuer) : fresh;
  if (!current) return [first];
  return [first, counterpart ? { ...current, message: undefined } : current];
}
