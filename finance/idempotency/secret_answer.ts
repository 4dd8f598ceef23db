// An answer that holds a secret, such as a new API token, is kept sealed: whoever reads the database does not find the secret there.
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import type { FinanceConfig } from "../config.ts";
import type { Claim } from "./queries.ts";

const KEY_BYTES = 32;

/** Every replica makes the same one. The purpose is part of it: another wording would void what is kept. */
export function deriveAnswerKey(config: Pick<FinanceConfig, "secretKey" | "jwtSecret" | "authToken">): KeyObject {
  const secret = config.secretKey ?? config.jwtSecret ?? config.authToken;
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "cofre finance idempotent answers", KEY_BYTES)));
}

export function sealAnswer(key: KeyObject, claim: Claim, body: string): string {
  return seal(key, body, labelOf(claim)).toString("base64url");
}

/** Undefined where the key has changed since. */
export function openAnswer(key: KeyObject, claim: Claim, sealed: string): string | undefined {
  return unseal(key, Buffer.from(sealed, "base64url"), labelOf(claim));
}

function labelOf({ spaceId, key }: Claim): string {
  return `answer ${spaceId} ${key}`;
}
