// Keys that never leave the server, all derived from one secret, so that an operator has a single thing to keep.
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { AuthConfig } from "../config.ts";

/** Each purpose has a key of its own: what one of them makes means nothing to the others. */
export interface ServerKeys {
  /** Hashes one-time codes, which are too short to be stored under a hash without a key. */
  readonly otp: KeyObject;
  /** Makes refresh tokens. */
  readonly refresh: KeyObject;
  /** Seals mails and messages that wait to be sent. */
  readonly outbox: KeyObject;
  /** Hashes mail addresses and phone numbers, so that limits are kept without storing them. */
  readonly address: KeyObject;
  /** Signs the state that travels through an external provider. */
  readonly state: KeyObject;
  /** Seals the secrets of second factors, and hashes recovery codes. */
  readonly factors: KeyObject;
  /** Seals the secrets by which external providers know us. */
  readonly providers: KeyObject;
  /** Seals the secrets of webhooks. */
  readonly webhooks: KeyObject;
  /** Seals secrets among stored settings. */
  readonly settings: KeyObject;
  /** Seals files of users while they are imported. */
  readonly imports: KeyObject;
}

const KEY_BYTES = 32;

/** The purposes are part of the derivation: another wording would void everything that was made with the key. */
export function deriveServerKeys(config: Pick<AuthConfig, "secretKey" | "jwtSecret">): ServerKeys {
  const secret = config.secretKey ?? config.jwtSecret;
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `cofre ${purpose}`, KEY_BYTES)));
  return {
    otp: derive("otp"),
    refresh: derive("refresh"),
    outbox: derive("outbox"),
    address: derive("address"),
    state: derive("state"),
    factors: derive("factors"),
    providers: derive("providers"),
    webhooks: derive("webhooks"),
    settings: derive("settings"),
    imports: derive("imports"),
  };
}
