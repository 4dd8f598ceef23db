// A new email address for the signed-in user.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { MailIssuer } from "../one_time_tokens/issue.ts";
import { issueChange } from "../one_time_tokens/issue_change.ts";
import type { Issue } from "../one_time_tokens/write_issue.ts";
import { withProvider } from "../users/metadata.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { AddressStep } from "./change_address.ts";
import type { Account } from "./queries_change.ts";
import type { RequestedChanges } from "./requested_changes.ts";

/**
 * Only a user who was nobody so far gets an address without confirmation, and only where new ones need none. There, as at sign-up, the
 * answer cannot hide that the address is taken.
 */
export function emailStep(
  account: Pick<Account, "email" | "is_anonymous">,
  email: string | undefined,
  isTaken: boolean,
  config: Pick<AuthConfig, "mailerAutoconfirm" | "upstreamAnswers">,
): AddressStep {
  if (email === undefined || email === account.email) return "nothing";
  const applies = account.is_anonymous && config.mailerAutoconfirm;
  if (isTaken && (applies || config.upstreamAnswers)) throw fail.emailExists();
  if (applies) return "apply";
  return isTaken ? "pretend" : "ask";
}

export function emailFields(
  account: Account,
  step: AddressStep,
  { email }: Pick<RequestedChanges, "email">,
  now: Date,
): ChangedColumns {
  if (step === "nothing" || email === undefined) return {};
  if (step !== "apply") return { email_change: email, email_change_sent_at: now };
  return {
    email,
    email_confirmed_at: now,
    email_change: null,
    email_change_sent_at: null,
    is_anonymous: false,
    raw_user_meta_data: { ...account.raw_user_meta_data, email, email_verified: true },
    raw_app_meta_data: { ...account.raw_app_meta_data, ...withProvider(account.raw_app_meta_data, "email") },
  };
}

/** Whether the change is to be confirmed from the current address too. */
export function asksCurrentAddress(
  { email }: Pick<Account, "email">,
  config: Pick<AuthConfig, "mailerSecureEmailChangeEnabled">,
): boolean {
  return config.mailerSecureEmailChangeEnabled && email !== null;
}

/** The mails that ask for confirmation: to the new address and, where a change must be confirmed from both, to the current one. */
export function emailIssues(
  account: Account,
  step: AddressStep,
  { email, redirectTo, challenge }: Pick<RequestedChanges, "email" | "redirectTo" | "challenge">,
  issuer: MailIssuer,
): Issue[] {
  if ((step !== "ask" && step !== "pretend") || email === undefined) return [];
  const { config } = issuer;
  return issueChange(
    {
      template: "email_change",
      path: config.mailerUrlPathsEmailChange,
      email: account.email ?? email,
      newEmail: email,
      redirectTo,
      data: account.raw_user_meta_data,
      pkce: challenge && { challenge, authenticationMethod: "email_change" },
      toNew: email,
      toCurrent: account.email !== null && asksCurrentAddress(account, config) ? account.email : undefined,
      isTaken: step === "pretend",
    },
    issuer,
  );
}
