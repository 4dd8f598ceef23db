// A new phone number for the signed-in user.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { issueBySms } from "../one_time_tokens/issue.ts";
import type { Issue } from "../one_time_tokens/write_issue.ts";
import type { SmsWorld } from "../sms/require_sms.ts";
import { withProvider } from "../users/metadata.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { AddressStep } from "./change_address.ts";
import type { Account } from "./queries_change.ts";
import type { RequestedChanges } from "./requested_changes.ts";

/** Where numbers count without confirmation, the answer cannot hide that one is taken. */
export function phoneStep(
  account: Pick<Account, "phone">,
  phone: string | undefined,
  isTaken: boolean,
  config: Pick<AuthConfig, "smsAutoconfirm" | "upstreamAnswers">,
): AddressStep {
  if (phone === undefined || phone === account.phone) return "nothing";
  if (isTaken && (config.smsAutoconfirm || config.upstreamAnswers)) throw fail.phoneOfAnother();
  if (config.smsAutoconfirm) return "apply";
  return isTaken ? "pretend" : "ask";
}

export function phoneFields(
  account: Account,
  step: AddressStep,
  { phone }: Pick<RequestedChanges, "phone">,
  now: Date,
): ChangedColumns {
  if (step === "nothing" || phone === undefined) return {};
  if (step !== "apply") return { phone_change: phone, phone_change_sent_at: now };
  return {
    phone,
    phone_confirmed_at: now,
    phone_change: null,
    phone_change_sent_at: null,
    is_anonymous: false,
    raw_user_meta_data: { ...account.raw_user_meta_data, phone, phone_verified: true },
    raw_app_meta_data: { ...account.raw_app_meta_data, ...withProvider(account.raw_app_meta_data, "phone") },
  };
}

/** The owner of a number that is taken gets no message: there is none that would not look like a code to them. */
export function phoneIssues(
  step: AddressStep,
  { phone, channel }: Pick<RequestedChanges, "phone" | "channel">,
  issuer: { serverKeys: ServerKeys } & SmsWorld,
): Issue[] {
  return step === "ask" && phone !== undefined ? [issueBySms({ kind: "phone_change", to: phone, channel }, issuer)] : [];
}
