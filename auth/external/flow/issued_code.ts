// A code as its flow's row stores it: its hash, and the provider's tokens sealed under a key derived from the code.
import { createHash, type KeyObject } from "node:crypto";
import type { IssuedCode } from "../../flow_states/queries_external.ts";
import { type SealedTokens, sealTokens } from "../../flow_states/sealed.ts";

/** `key` is the server's key for states. */
export function issuedCode(key: KeyObject, flowId: string, code: string, tokens: SealedTokens): IssuedCode {
  return { flowId, hash: codeHashOf(code), sealedTokens: sealTokens(key, flowId, code, tokens) };
}

export function codeHashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
