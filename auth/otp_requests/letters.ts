// The three mails with a link that people can ask for: what each carries, and what is written down of it.
import type { AuditAction } from "../audit/entry.ts";
import type { AuthConfig } from "../config.ts";
import type { MailIssue } from "../one_time_tokens/issue.ts";

export interface Letter {
  mail: Pick<MailIssue, "kind" | "template" | "path">;
  /** How a session that comes of it by PKCE will have been opened. */
  authenticationMethod: string;
  /** Where the user's row keeps the time. */
  stamp: "confirmation_sent_at" | "recovery_sent_at";
  action: AuditAction;
}

export function confirmationLetter({ mailerUrlPathsConfirmation: path }: Pick<AuthConfig, "mailerUrlPathsConfirmation">): Letter {
  return {
    mail: { kind: "signup", template: "confirmation", path },
    authenticationMethod: "email/signup",
    stamp: "confirmation_sent_at",
    action: "user_confirmation_requested",
  };
}

export function magicLinkLetter({ mailerUrlPathsRecovery: path }: Pick<AuthConfig, "mailerUrlPathsRecovery">): Letter {
  return {
    mail: { kind: "magiclink", template: "magic_link", path },
    authenticationMethod: "magiclink",
    stamp: "recovery_sent_at",
    action: "user_recovery_requested",
  };
}

export function recoveryLetter({ mailerUrlPathsRecovery: path }: Pick<AuthConfig, "mailerUrlPathsRecovery">): Letter {
  return {
    mail: { kind: "recovery", template: "recovery", path },
    authenticationMethod: "recovery",
    stamp: "recovery_sent_at",
    action: "user_recovery_requested",
  };
}
