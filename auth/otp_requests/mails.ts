// The three mails with a link that people can ask for: what each carries, and what is written down of it.
import type { AuditAction } from "../audit/entry.ts";
import type { AuthConfig } from "../config.ts";
import type { MailIssue } from "../one_time_tokens/issue.ts";

export interface RequestedMail {
  mail: Pick<MailIssue, "kind" | "template" | "path">;
  /** The authentication method of a session that PKCE opens by it. */
  authenticationMethod: string;
  /** Where the user's row keeps the time. */
  stamp: "confirmation_sent_at" | "recovery_sent_at";
  action: AuditAction;
}

export function confirmationMail({
  mailerUrlPathsConfirmation: path,
}: Pick<AuthConfig, "mailerUrlPathsConfirmation">): RequestedMail {
  return {
    mail: { kind: "signup", template: "confirmation", path },
    authenticationMethod: "email/signup",
    stamp: "confirmation_sent_at",
    action: "user_confirmation_requested",
  };
}

export function magicLinkMail({ mailerUrlPathsRecovery: path }: Pick<AuthConfig, "mailerUrlPathsRecovery">): RequestedMail {
  return {
    mail: { kind: "magiclink", template: "magic_link", path },
    authenticationMethod: "magiclink",
    stamp: "recovery_sent_at",
    action: "user_recovery_requested",
  };
}

export function recoveryMail({ mailerUrlPathsRecovery: path }: Pick<AuthConfig, "mailerUrlPathsRecovery">): RequestedMail {
  return {
    mail: { kind: "recovery", template: "recovery", path },
    authenticationMethod: "recovery",
    stamp: "recovery_sent_at",
    action: "user_recovery_requested",
  };
}
