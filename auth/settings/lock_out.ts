// Whether an owner of the server could still sign in, with a second factor, as administrators need one. Pure.
import type { AuthConfig } from "../config.ts";
import type { OwnerWays } from "./queries_owners.ts";

/** Undefined where the settings keep out nobody's last owner; else which part of signing in no owner could do. */
export function lockOutProblem(before: AuthConfig, after: AuthConfig, owners: readonly OwnerWays[]): string | undefined {
  if (!owners.some((owner) => canAdministrate(owner, before)) || owners.some((owner) => canAdministrate(owner, after)))
    return undefined;
  return owners.some((owner) => canSignIn(owner, after))
    ? "the second factors and passkeys that they have would not be taken"
    : "the ways to sign in that they have would be switched off";
}

function canAdministrate(owner: OwnerWays, config: AuthConfig): boolean {
  return hasUsablePasskey(owner, config) || (canSignIn(owner, config) && hasUsableFactor(owner, config));
}

const hasUsablePasskey = (owner: OwnerWays, { passkeyEnabled }: AuthConfig) => owner.has_passkey && passkeyEnabled;

function canSignIn(owner: OwnerWays, config: AuthConfig): boolean {
  const { externalEmailEnabled, externalEmailMagicLinkEnabled, externalPhoneEnabled } = config;
  const byEmail = owner.has_email && externalEmailEnabled && (owner.has_password || externalEmailMagicLinkEnabled);
  const byPhone = owner.has_phone && externalPhoneEnabled;
  return byEmail || byPhone || hasUsablePasskey(owner, config) || owner.providers.some((name) => isOffered(name, config));
}

function isOffered(name: string, config: AuthConfig): boolean {
  if (name.startsWith("custom:")) return config.customOauthEnabled;
  if (name.startsWith("sso:")) return config.samlEnabled;
  if (name === "web3") return config.web3EthereumEnabled || config.web3SolanaEnabled;
  return Object.hasOwn(config.providers, name) && config.providers[name as keyof AuthConfig["providers"]].enabled;
}

function hasUsableFactor({ factors }: OwnerWays, config: AuthConfig): boolean {
  const taken: Readonly<Record<string, boolean>> = {
    totp: config.mfaTotpVerifyEnabled,
    phone: config.mfaPhoneVerifyEnabled,
    webauthn: config.mfaWebauthnVerifyEnabled,
  };
  return factors.some((kind) => taken[kind] === true);
}
