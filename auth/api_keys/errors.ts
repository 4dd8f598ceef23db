// The errors of API keys, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const apiKeysErrors = {
  apiKeyWrong: [401, "api_key_invalid", "This API key is wrong, was deleted, or has expired"],
  apiKeyElsewhere: [403, "api_key_wrong_network", "This API key may not be used from this address"],
  apiKeyUnknown: [404, "api_key_not_found", "API key not found"],
  apiKeyNameTaken: [422, "api_key_exists", "Another API key has this name"],
  apiKeysTooMany: [422, "api_key_limit_reached", "There are {most} API keys already, and no more are allowed"],
  apiKeyRightsTooMany: [403, "right_missing", "You have not got the right {right} yourself, or no API key may have it"],
} as const satisfies Record<string, ErrorRow>;
