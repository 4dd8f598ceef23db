// What a flow stores in its row: sealed, so that a reader of the database learns nothing.
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";

/** What a provider has to remember from the beginning of a flow to its end. */
export type Memory = Readonly<Record<string, string>>;

/** The provider's own tokens, for the client. */
export interface SealedTokens {
  provider_token: string;
  provider_refresh_token?: string;
}

/** `key` is the server's key for states. */
export function sealMemory(key: KeyObject, flowId: string, memory: Memory): Buffer {
  return seal(key, JSON.stringify(memory), `memory ${flowId}`);
}

/** Undefined where the server's key has changed since. */
export function openMemory(key: KeyObject, flowId: string, sealed: Buffer): Memory | undefined {
  const text = unseal(key, sealed, `memory ${flowId}`);
  return text === undefined ? undefined : (JSON.parse(text) as Memory);
}

/** Of the code the row has only the hash: it takes the server's key and the one who brings the code to open them. */
export function sealTokens<Tokens extends SealedTokens>(key: KeyObject, flowId: string, code: string, tokens: Tokens): Buffer {
  return seal(tokenKey(key, code), JSON.stringify(tokens), `tokens ${flowId}`);
}

export function openTokens<Tokens extends SealedTokens>(
  key: KeyObject,
  flowId: string,
  code: string,
  sealed: Buffer,
): Tokens | undefined {
  const text = unseal(tokenKey(key, code), sealed, `tokens ${flowId}`);
  return text === undefined ? undefined : (JSON.parse(text) as Tokens);
}

function tokenKey(key: KeyObject, code: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, code, "cofre provider tokens", 32)));
}
