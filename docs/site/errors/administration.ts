// Errors of administrators: settings, keys, API keys, bulk jobs, webhooks, owners.
import type { HelpTable } from "./help.ts";

export const administration: HelpTable = {
  administrator_not_found: ["The user has no role on this server.", "`cofre admin list` shows who has one."],
  administrator_protected: ["The account is of an administrator who may do more than you.", "Ask an owner."],
  api_key_exists: ["Another API key has this name.", "Choose another name."],
  api_key_invalid: ["The API key is wrong, was deleted, or has expired.", "Create a new one, and replace it where it is used."],
  api_key_limit_reached: [
    "As many API keys exist as are allowed.",
    "Delete one that is no longer used: the list shows when each was last used.",
  ],
  api_key_not_found: ["No API key has this id.", "`GET /admin/api_keys` lists them."],
  api_key_wrong_network: [
    "The API key may only be used from other addresses.",
    "Call from an address of its networks. Behind a proxy, set the trusted proxies.",
  ],
  bulk_job_ended: ["The bulk job has ended, so it can be neither changed nor cancelled.", "Undo it, or begin another."],
  bulk_job_final: ["What the bulk job did cannot be undone.", "The message says why."],
  bulk_job_not_found: ["No bulk job has this id.", "`GET /admin/bulk_jobs` lists them."],
  bulk_job_too_large: ["More users are selected than one bulk job may change.", "Select fewer, and begin several jobs."],
  bulk_job_under_way: ["The bulk job runs.", "Cancel it first, or wait for its end."],
  bulk_job_undo_late: ["The bulk job ended too long ago to be undone.", "Begin a new job that does the opposite."],
  bulk_job_undone: ["The bulk job is undone already, or its undo runs.", "Nothing."],
  bulk_job_without_users: ["The selection has no user.", "Look at the filter with `dry_run`."],
  cursor_gone: [
    "The log no longer has what followed this cursor.",
    "Begin again without a cursor, and compare with what you stored.",
  ],
  finding_not_dismissed: ["The finding was not dismissed, so it cannot be taken up again.", "Nothing: it is shown already."],
  finding_not_found: ["There is no such finding, or its cause is gone.", "Read the list again."],
  impersonated: ["An administrator sees this account, and cannot change it.", "Leave the account, and act as an administrator."],
  impersonation_disabled: ["Nobody may see an account as its user does.", "Owners set `AUTHSVC_IMPERSONATION_ENABLED=true`."],
  impersonator_missing: [
    "The token is of a server, and seeing an account needs a person who answers for it.",
    "Use an administrator's own access token.",
  ],
  job_not_found: ["The job is done, was deleted, or runs right now.", "Read the list again."],
  last_owner: ["The server would have no owner.", "Name another owner first."],
  sms_gateway_missing: [
    "No SMS gateway is set, or one of its credentials is missing.",
    "Set `SMS_PROVIDER` and what it needs, in the console at `/admin/mail` or by variables.",
  ],
  sms_sent_by_hook: ["Text messages leave by a hook, so there is no gateway to try.", "Try the hook instead."],
  mail_sent_by_hook: ["Mails leave by a hook, so there is no mail server to try.", "Try the hook instead."],
  mail_server_missing: ["No mail server is set.", "Set `AUTHSVC_SMTP_HOST` and its neighbours, or a hook for sending mail."],
  mailbox_off: ["Mails are not kept here, because a mail server or a hook sends them.", "Look into the real mailbox."],
  message_not_found: ["There is no such message, or it was deleted after its time.", "Read the list again."],
  not_admin: ["The token is of an ordinary user.", "Use a token with an administrator's role, or a server key."],
  not_owner: ["Only an owner of this server may do this.", "Ask an owner, or make one by `npm run owner`."],
  owner_code_invalid: [
    "The code of the owner's link is wrong, was used, or has expired.",
    "`npm run owner` on the server makes a new one.",
  ],
  reason_missing: ["Looking at or changing this needs a reason, which the log keeps.", "Send the header `Audit-Reason`."],
  right_missing: [
    "Your role, or your key, lacks the right that the message names.",
    "Ask an owner for it. Nobody can give a right that they lack.",
  ],
  setting_invalid: ["The value of a setting is not allowed.", "The message names the setting and what is allowed."],
  setting_locked: [
    "The environment sets this variable, which wins over stored settings.",
    "Change it where the server is started, or unset it there.",
  ],
  setting_secret_missing: [
    "A changed address would get a secret that was meant for the old one.",
    "Send address and secret together.",
  ],
  setting_trial_failed: [
    "The trial of the new settings failed, so nothing was stored.",
    "The message says what the mail server, provider or hook answered.",
  ],
  setting_unknown: ["No setting has this name.", "`GET /admin/settings` lists them."],
  settings_changed: ["Somebody else changed the settings since you read them.", "Read them again, and repeat your change."],
  settings_ignored: ["A variable switches stored values of this kind off.", "Change the variable that the message names."],
  settings_lock_out: [
    "After this change no owner could sign in.",
    "Keep one way in: a provider, password or passkey of an owner.",
  ],
  settings_not_pending: ["This version counts already, or was taken back.", "Read the versions again."],
  settings_unchanged: ["The change would have no effect.", "Nothing."],
  settings_unconfirmed: [
    "An earlier change waits for its confirmation.",
    "Confirm it or take it back; it is taken back by itself after a minute.",
  ],
  settings_version_not_found: ["No version of the settings has this number.", "`GET /admin/settings/versions` lists them."],
  signing_key_algorithm_refused: [
    "The algorithm is not among those that are accepted.",
    "Add it to the variable that the message names.",
  ],
  signing_key_in_use: ["This key signs tokens now.", "Have another key sign first."],
  signing_key_limit_reached: ["As many signing keys exist as are allowed.", "Retire one whose tokens have expired."],
  signing_key_not_found: ["No stored key has this `kid`.", "`cofre signing-keys list` shows them."],
  signing_key_not_standby: [
    "Only a key on standby can begin to sign.",
    "Add a new key, and wait until programs have fetched it.",
  ],
  signing_key_tokens_valid: [
    "Tokens of this key are valid for some time yet.",
    "Wait until then. With `force=true` their users are signed out.",
  ],
  signing_key_too_new: ["Programs may not have fetched the new key yet.", "Wait until the time that the message names."],
  signing_keys_unreadable: [
    "The stored keys were sealed by another secret.",
    "Start with the `SECRET_KEY` or `JWT_SECRET` of that time.",
  ],
  support_code_invalid: [
    "The code that the user gave is wrong, was used, or has expired.",
    "Ask the user for a new one: Settings, Security.",
  ],
  webhook_delivery_not_found: ["There is no such delivery, or it was deleted after its time.", "Read the list again."],
  webhook_limit_reached: [
    "As many webhooks, or waiting deliveries of one, exist as are allowed.",
    "Delete one that is no longer used.",
  ],
  webhook_not_found: ["No webhook has this id.", "Read the list again."],
};
