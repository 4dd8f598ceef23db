// Converts WebAuthn options and credentials between the server's JSON and the browser's buffers.

interface CredentialDescriptor {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

export interface RequestOptions {
  challenge: string;
  timeout?: number;
  rpId?: string;
  userVerification?: UserVerificationRequirement;
  allowCredentials?: CredentialDescriptor[];
}

export interface CreationOptions {
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout?: number;
  excludeCredentials?: CredentialDescriptor[];
  authenticatorSelection?: AuthenticatorSelectionCriteria;
  attestation?: AttestationConveyancePreference;
}

/** Credentials belong to a domain, so browsers refuse them at an address. */
const isAddress = () => /^[\d.]+$|^\[/.test(location.hostname);

export const isSupported = () => typeof PublicKeyCredential === "function" && isSecureContext && !isAddress();

/** Asks for a passkey or key. Throws if the person declines or has none. */
export async function getCredential(options: RequestOptions, more: CredentialRequestOptions = {}): Promise<object> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(decodeDescriptor),
  };
  const credential = (await navigator.credentials.get({ ...more, publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response as AuthenticatorAssertionResponse;
  return credentialJson(credential, {
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  });
}

/** Creates a passkey or registers a key. */
export async function createCredential(options: CreationOptions): Promise<object> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(decodeDescriptor),
  };
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return credentialJson(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

function credentialJson({ id, type, authenticatorAttachment }: PublicKeyCredential, response: object) {
  return { id, rawId: id, type, authenticatorAttachment, clientExtensionResults: {}, response };
}

const decodeDescriptor = ({ id, ...rest }: CredentialDescriptor) => ({ ...rest, id: bytesOf(id) });

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
