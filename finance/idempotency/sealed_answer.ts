// An answer that holds a secret, such as a new API token, is kept sealed: whoever reads the database does not find the secret there.
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import type { FinanceConfig } from "../config.ts";

const KEY_BYTES = 32;

export interface Secrecy {
  sealedBy: KeyObject;
  /** It is this user's, and nobody's else who shares the space. */
  userId: number;
  /** Whether the secret is still worth something: one that was revoked is not handed out again. */
  isAlive(body: unknown): Promise<boolean>;
}

/** What the answer is kept under. */
interface Label {
  spaceId: number;
  key: string;
}

type SecretConfig = Pick<FinanceConfig, "secretKey" | "jwtSecret" | "authToken">;

export function deriveAnswerKey(config: SecretConfig): KeyObject {
  return deriveKey(config, "idempotent answers");
}

/** Every replica makes the same one. The purpose is part of it: another wording would void what was made with it. */
export function deriveKey(config: SecretConfig, purpose: string): KeyObject {
  const secret = config.secretKey ?? config.jwtSecret ?? config.authToken;
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `cofre finance ${purpose}`, KEY_BYTES)));
}

export function sealAnswer(key: KeyObject, label: Label, body: string): string {
  return seal(key, body, labelOf(label)).toString("base64url");
}

/** Undefined where the key has changed since. */
export function openAnswer(key: KeyObject, label: Label, sealed: string): string | undefined {
  return unseal(key, Buffer.from(sealed, "base64url"), labelOf(label));
}

function labelOf({ spaceId, key }: Label): string {
  return `answer ${spaceId} ${key}`;
}
