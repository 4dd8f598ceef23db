// Signing keys as administrators see them, without what is secret of them.
import { type Static, Type } from "typebox";
import { canSign, type Jwk, type SigningMethod } from "../config/keys.ts";
import type { AuthConfig } from "../config.ts";
import { CACHE_SECONDS, methodOf } from "../keys/key_set.ts";
import type { ChangeOutcome } from "../settings/store_change.ts";
import { type KeyStatus, type Keys, statusOf } from "./key_list.ts";
import type { KeysMoment, KeyTimes } from "./key_times.ts";

const Moment = (description: string) => Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

export const SigningKeyReply = Type.Object({
  kid: Type.Union([Type.String(), Type.Null()], { description: "In the header of its tokens; null: they name no key" }),
  variable: Type.Unsafe<"JWT_KEYS" | "JWT_SECRET">({ type: "string", enum: ["JWT_KEYS", "JWT_SECRET"] }),
  algorithm: Type.Unsafe<SigningMethod>({ type: "string", description: "HS256, RS256, RS512, ES256, ES512 or EdDSA" }),
  status: Type.Unsafe<KeyStatus>({
    type: "string",
    enum: ["in_use", "standby", "previously_used"],
    description: "One is in use, and signs. The others verify; one on standby can sign next",
  }),
  since: Moment("When its status began; null where that is not known"),
  sign_from: Moment("When every program has heard of it; null where it is not on standby"),
  retire_from: Moment("When no token that it signed can be valid any more; null where it cannot be retired"),
});

export type SigningKeyView = Static<typeof SigningKeyReply>;

/** Those that verify, JWT_SECRET last. */
export function presentKeys(config: AuthConfig, keys: Keys, moment: KeysMoment): SigningKeyView[] {
  const secret: SigningKeyView = {
    kid: config.jwtKeyId ?? null,
    variable: "JWT_SECRET",
    algorithm: "HS256",
    status: keys.some(canSign) ? "previously_used" : "in_use",
    since: null,
    sign_from: null,
    retire_from: null,
  };
  const { jwtValidMethods: methods } = config;
  const views = [...keys.map((key) => presentKey(key, moment)), secret];
  return views.filter(({ algorithm }) => !methods || methods.includes(algorithm));
}

export function presentKey(key: Jwk, { times, longestSeconds }: KeysMoment): SigningKeyView {
  const status = statusOf(key);
  const own = key.kid === undefined ? undefined : times.get(key.kid);
  return {
    kid: key.kid ?? null,
    variable: "JWT_KEYS",
    algorithm: methodOf(key) as SigningMethod,
    status,
    since: own?.since.toISOString() ?? null,
    sign_from: status === "standby" && own ? signFrom(own).toISOString() : null,
    retire_from: status !== "in_use" && own ? retireFrom(own, longestSeconds).toISOString() : null,
  };
}

/** When nobody keeps published keys without this one any more. */
export const signFrom = ({ since }: KeyTimes): Date => new Date(since.getTime() + CACHE_SECONDS * 1000);

export const retireFrom = ({ since, signedUntil }: KeyTimes, longestSeconds: number): Date =>
  signedUntil ? new Date(signedUntil.getTime() + longestSeconds * 1000) : since;

export const StoredReply = {
  version: Type.Integer({ description: "Of the settings, that counts now: it can be undone" }),
  confirm_before: Moment("Unless it is confirmed until then, the version before counts again"),
};

export const presentStored = ({ version, confirmBefore }: ChangeOutcome) => ({
  version,
  confirm_before: confirmBefore?.toISOString() ?? null,
});
