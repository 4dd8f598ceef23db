// The errors of sign-in with wallets, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const web3Errors = {
  web3Disabled: [422, "web3_provider_disabled", "Web3 provider is disabled"],
  web3ChainUnknown: [400, "web3_unsupported_chain", "Unsupported chain"],
  web3Invalid: [400, "validation_failed", "{problem}"],
  web3Refused: [400, "invalid_credentials", "{problem}"],
} as const satisfies Record<string, ErrorRow>;
