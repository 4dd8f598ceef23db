// The two ceremonies of WebAuthn: creating a credential, and later asserting it.
// The library is loaded by the first request that needs it: most services never do.
import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { Log } from "../../kernel/log/log.ts";
import type { Assertion, Creation } from "./credential_response.ts";
import type { RelyingParty } from "./relying_party.ts";
import { requireSoundKey } from "./sound_key.ts";

export interface Credential {
  id: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** How often it was used, by its authenticator; 0 by those that do not count. */
  counter: number;
  transports: string[];
  aaguid: string;
  deviceType: string;
  backedUp: boolean;
}

type CredentialId = Pick<Credential, "id" | "transports">;

/** ES256 first, which all have; then EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];

export interface CreationInput {
  party: RelyingParty;
  user: { id: string; name: string; displayName: string };
  /** Those that the user has: an authenticator is registered once. */
  existing: readonly CredentialId[];
  /** Whether the authenticator has to find it without its id. */
  isDiscoverable: boolean;
  timeoutSeconds: number;
}

export async function creationOptions({ party, user, existing, isDiscoverable, timeoutSeconds }: CreationInput) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.displayName,
    timeout: timeoutSeconds * 1000,
    attestationType: "none",
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: {
      residentKey: isDiscoverable ? "required" : "discouraged",
      requireResidentKey: isDiscoverable,
      userVerification: "preferred",
    },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

export async function requestOptions(party: RelyingParty, allowed: readonly CredentialId[], timeoutSeconds: number) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: timeoutSeconds * 1000,
    userVerification: "preferred",
    allowCredentials: allowed.map(descriptorOf),
  });
}

/** Undefined where anything about it is wrong. */
export async function verifyCreation(
  party: RelyingParty,
  creation: Creation,
  challenge: string,
  log: Pick<Log, "info">,
): Promise<Credential | undefined> {
  const { id, clientDataJSON, transports } = creation;
  return attempt(log, async () => {
    requireOwnPage(clientDataJSON);
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const attestationObject = await withoutAttestation(creation.attestationObject);
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...frame(id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || info.credential.id !== id) return undefined;
    await requireSoundKey(info.credential.publicKey);
    return {
      id,
      publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
      counter: info.credential.counter,
      transports,
      aaguid: info.aaguid,
      deviceType: info.credentialDeviceType,
      backedUp: info.credentialBackedUp,
    };
  });
}

export interface VerifiedAssertion {
  counter: number;
  backedUp: boolean;
  /** The authenticator has verified its user, by a PIN or a fingerprint. */
  isUserVerified: boolean;
}

/** Undefined where anything about it is wrong. That a counter has not risen is one such thing: there is a copy of the authenticator. */
export async function verifyAssertion(
  party: RelyingParty,
  assertion: Assertion,
  challenge: string,
  { credential, log }: { credential: Pick<Credential, "id" | "publicKey" | "counter" | "deviceType">; log: Pick<Log, "info"> },
): Promise<VerifiedAssertion | undefined> {
  const { id, clientDataJSON, authenticatorData, signature } = assertion;
  if (id !== credential.id) return undefined;
  return attempt(log, async () => {
    requireOwnPage(clientDataJSON);
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { ...frame(id), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: { id, publicKey: Buffer.from(credential.publicKey, "base64url"), counter: credential.counter },
      requireUserVerification: false,
    });
    // Whether it can be copied is fixed when it is created.
    if (!verified || info.credentialDeviceType !== credential.deviceType) return undefined;
    return { counter: info.newCounter, backedUp: info.credentialBackedUp, isUserVerified: info.userVerified };
  });
}

/**
 * Attestation is not requested, and ignored if it is sent: its certificates could make this service call the addresses that they name.
 */
async function withoutAttestation(object: string): Promise<string> {
  const { isoCBOR, decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(object, "base64url"))).get("authData");
  const plain = new Map<string, unknown>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return Buffer.from(isoCBOR.encode(plain as Parameters<typeof isoCBOR.encode>[0])).toString("base64url");
}

/**
 * Refuses responses from embedded pages, where the embedding site chooses the time. The library does so only for some browsers.
 */
function requireOwnPage(clientDataJSON: string): void {
  const { crossOrigin = false, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  if (crossOrigin !== false || topOrigin !== undefined) throw new Error("it was made inside of another site's page");
}

/** The library throws whatever it stumbles upon; all of it comes of what was sent. */
async function attempt<T>(log: Pick<Log, "info">, work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : "unknown" }, "a credential was refused");
    return undefined;
  }
}

function frame(id: string) {
  return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
}

function descriptorOf({ id, transports }: CredentialId) {
  return { id, transports: transports as AuthenticatorTransport[] };
}
