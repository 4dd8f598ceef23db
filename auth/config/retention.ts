// Rules about accounts that nobody uses. All are off unless the operator switches them on.
import { configTable } from "../../kernel/config/config.ts";
import { bool, integer } from "../../kernel/config/formats.ts";

export const LEAST_DORMANT_DAYS = 30;

export const retention = configTable({
  retentionUnconfirmedDays: {
    env: "RETENTION_UNCONFIRMED_DAYS",
    format: integer(0, 3650),
    initial: 0,
    doc: "Users who never confirmed an address and never signed in are deleted after so many days; 0 keeps them.",
  },
  retentionAnonymousEnabled: {
    env: "RETENTION_ANONYMOUS_ENABLED",
    format: bool,
    initial: false,
    doc: "Anonymous users whom nobody has used for as many days are deleted too.",
  },
  retentionDormantDays: {
    env: "RETENTION_DORMANT_DAYS",
    format: integer(0, 3650),
    initial: 0,
    doc: "Accounts that nobody has used for so many days are disabled: their users are banned, and nothing is deleted. 0, or 30 and more.",
  },
  retentionNoticeDays: {
    env: "RETENTION_NOTICE_DAYS",
    format: integer(1, 90),
    initial: 14,
    doc: "How long before that their users are told by mail.",
  },
  retentionSsoEnabled: {
    env: "RETENTION_SSO_ENABLED",
    format: bool,
    initial: false,
    doc: "Dormant users of single sign-on are disabled too.",
  },
});
