// The mail that asks whether an address is the person's, which the provider does not vouch for.
import type { Db } from "../../../kernel/sql/database.ts";
import type { AuthInput } from "../../endpoint.ts";
import { findSendRefusal, throwIfRefused } from "../../limits/claim_send.ts";
import { mailClaim } from "../../limits/mail_limits.ts";
import { decoyOf } from "../../one_time_tokens/decoy.ts";
import { issueByMail } from "../../one_time_tokens/issue.ts";
import type { Issue } from "../../one_time_tokens/write_issue.ts";
import type { ProviderSignIn } from "./provider_sign_in.ts";

/**
 * Undefined within the pause after an earlier mail. The address of another account is claimed like any other, and its owner gets a notice
 * instead.
 */
export async function askByMail(
  tx: Db,
  input: AuthInput<unknown>,
  { purpose, profile, redirectTo, challenge }: ProviderSignIn,
  address: string,
  isInVain: boolean,
): Promise<Issue | undefined> {
  const { config } = input;
  const claim = mailClaim({ ...input, about: "email_change", address });
  const refusal = await findSendRefusal(tx, claim);
  if (refusal?.by === "pause") return undefined;
  throwIfRefused(claim, refusal);
  const issue = issueByMail(
    {
      kind: "email_change_new",
      template: purpose.kind === "linking" ? "email_change" : "confirmation",
      path: purpose.kind === "linking" ? config.mailerUrlPathsEmailChange : config.mailerUrlPathsConfirmation,
      to: address,
      newEmail: address,
      redirectTo,
      data: profile.metadata,
      pkce: challenge && { challenge, authenticationMethod: "oauth" },
    },
    input,
  );
  return isInVain ? decoyOf(issue, input) : issue;
}
