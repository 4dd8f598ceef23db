// The errors of PKCE parameters, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const flowStatesErrors = {
  pkceIncomplete: [400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"],
  codeChallengeLength: [400, "validation_failed", "code challenge has to be between 43 and 128 characters"],
  codeChallengeCharacters: [400, "validation_failed", "code challenge has characters other than letters, digits, -, ., _ and ~"],
  codeChallengeMethodUnknown: [400, "validation_failed", "code challenge method has to be s256 or plain"],
} as const satisfies Record<string, ErrorRow>;
