// The errors of signing keys, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const signingKeysErrors = {
  signingKeyUnknown: [404, "signing_key_not_found", "No stored signing key has this kid"],
  signingKeyNotStandby: [409, "signing_key_not_standby", "Only a key on standby can begin to sign"],
  signingKeyNew: [
    409,
    "signing_key_too_new",
    "Programs may keep published keys without this one until {until}. force=true has it sign before that",
  ],
  signingKeyInUse: [409, "signing_key_in_use", "This key signs tokens: have another one sign first"],
  signingKeyTokensValid: [
    409,
    "signing_key_tokens_valid",
    "Tokens that this key signed may be valid until {until}. force=true retires it before that, which signs their users out",
  ],
  signingKeysTooMany: [422, "signing_key_limit_reached", "There are {most} signing keys already: retire one first"],
  signingKeyAlgorithm: [
    422,
    "signing_key_algorithm_refused",
    "{variable} does not contain {algorithm}, so tokens of such a key would be refused",
  ],
  signingKeysIgnored: [422, "settings_ignored", "{variable} is false, so stored keys do not count"],
  signingKeysUnreadable: [
    409,
    "signing_keys_unreadable",
    "The stored keys cannot be opened, because SECRET_KEY or JWT_SECRET is another than when they were stored",
  ],
} as const satisfies Record<string, ErrorRow>;
