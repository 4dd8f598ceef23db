// Errors of finance alone.
import type { HelpTable } from "./help.ts";

export const finance: HelpTable = {
  changed_meanwhile: [
    "Somebody else changed the record since you read it, and your request said which values it expects.",
    "`current` of the answer is the record as it is now. Show it, and send again if the change is still wanted.",
  ],
  cursor_unknown: [
    "The cursor is of another space, or of one that was restored or erased.",
    "Read `/changes` again without `since`, and start from the cursor that it gives.",
  ],
  exports_busy: ["Another export or restore of this space is under way, or too many of other spaces.", "Try again in a moment."],
  idempotency_key_invalid: [
    "The `Idempotency-Key` is empty, longer than 255 characters, or has spaces or letters outside ASCII.",
    "Use a UUID, or the id of the message that caused the request.",
  ],
  idempotency_key_reused: [
    "The same `Idempotency-Key` came with another request in the last 24 hours.",
    "Use a new key for each new request, and the same key only to repeat one.",
  ],
  idempotent_answer_gone: [
    "The request with this key created a secret, which was revoked since or cannot be shown again.",
    "Send the request with a new key.",
  ],
  import_changed: [
    "Transactions were written since the preview, so some lines of the file would now be judged differently.",
    "Look at the preview again, and apply it then.",
  ],
  import_not_open: [
    "This import was applied or discarded already.",
    "Start a new import with the file. Lines that exist are recognised.",
  ],
  invitation_of_another: [
    "The invitation was sent to another address, or your address is not confirmed.",
    "Confirm your address, or ask for an invitation to the one that you sign in with.",
  ],
  not_a_member: [
    "You are no member of the space that `X-Cofre-Space` names.",
    "`GET /spaces` lists your spaces. Ask an owner for an invitation.",
  ],
  operators_only: ["Only whoever runs the server may call this.", "Use a server key with the right that the endpoint names."],
  owners_only: ["Only owners of the space may do this.", "Ask an owner, or have your role changed."],
  read_only: ["The API token may only read.", "Create a token with the scope that writing needs."],
  reading_already: ["Another file of this space is being read.", "Wait until it is read; that takes seconds."],
  record_unknown: [
    "No record of this space has this id.",
    "Check the id and the space (`X-Cofre-Space`). The record may be deleted; the log can undo that.",
  ],
  rules_too_slow: [
    "The import rules of the space take too long for this file, mostly by patterns that backtrack.",
    "Simplify the patterns, or switch some rules off.",
  ],
  scope_missing: [
    "The API token lacks the scope that `missing_scope` of the answer names.",
    "Create a token that has this scope. A token cannot add scopes to itself.",
  ],
  scanner_away: [
    "The virus scanner of the server gave no answer in time, and no receipt is kept without it.",
    "Send the file again after `Retry-After` seconds. As the operator, look at `FINANCE_SCAN_COMMAND` and `FINANCE_SCAN_TIMEOUT`.",
  ],
  second_factor_needed: [
    "The account has a second factor, and the access token is from a sign-in without it.",
    "Verify the factor, and use the `aal2` access token that this gives.",
  ],
  space_header_invalid: [
    "`X-Cofre-Space` is no id of a space.",
    "Send one of the ids of `GET /spaces`, or leave the header away.",
  ],
  too_many_tries: [
    "Too many wrong passwords came from this address or for this user.",
    "Wait for `Retry-After` seconds. Look for a program that still has an old password.",
  ],
  uploads_busy: [
    "Six files of this space, or sixteen of all spaces, are being received at this moment.",
    "Send the file again after `Retry-After` seconds, and few files at a time.",
  ],
  viewers_only_read: ["You are a viewer of this space.", "Ask an owner for the role of an editor."],
};
