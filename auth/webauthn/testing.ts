// Test support: an authenticator in software, honest unless it is told how to cheat.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  counter?: number;
  /** Of the credential: the id that it says it has. */
  id?: string;
  userHandle?: string;
  /** Signs with this key instead. */
  key?: KeyObject;
  flags?: number;
  algorithm?: number;
  /** The public key that it registers, as COSE has it. */
  cose?: Map<number, unknown>;
  /** In the data of the client, over what is true. */
  client?: Record<string, unknown>;
  /** The format of an attestation, with whatever is in it. */
  attestation?: [format: string, statement: Map<string, unknown>];
}

export interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

type Cbor = Parameters<typeof isoCBOR.encode>[0];

const [UP, UV, BE, BS, AT] = [0x01, 0x04, 0x08, 0x10, 0x40];
export const FLAGS = { UP, UV, BE, BS };
const hash = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** One credential: an ES256 key, with a counter that rises by one. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  userHandle: string | undefined;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(origin: string) {
    this.#origin = origin;
  }

  create(options: Options, lies: Lies = {}) {
    this.userHandle = options.user?.id;
    const rpId = lies.rpId ?? options.rp?.id ?? "";
    const idBytes = Buffer.from(lies.id ?? this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const flags = (lies.flags ?? UP | UV) | AT;
    const authData = Buffer.concat([this.#head(rpId, flags, lies), Buffer.alloc(16), length, idBytes, this.#cose(lies)]);
    const [format, statement] = lies.attestation ?? ["none", new Map()];
    const object = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", new Uint8Array(authData)],
    ]);
    const attestationObject = base64url(isoCBOR.encode(object as Cbor));
    const clientDataJSON = base64url(this.#clientData("webauthn.create", options, lies));
    return this.#framed(lies, { clientDataJSON, attestationObject, transports: ["internal"] });
  }

  get(options: Options, lies: Lies = {}) {
    this.counter++;
    const authData = this.#head(lies.rpId ?? options.rpId ?? "", lies.flags ?? UP | UV, lies);
    const clientData = this.#clientData("webauthn.get", options, lies);
    const signature = sign("sha256", Buffer.concat([authData, hash(clientData)]), lies.key ?? this.#keys.privateKey);
    return this.#framed(lies, {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: lies.userHandle ?? this.userHandle,
    });
  }

  #framed<Response extends object>(lies: Lies, response: Response) {
    const id = lies.id ?? this.id;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #head(rpId: string, flags: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const answer = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? this.#origin };
    return Buffer.from(JSON.stringify({ ...answer, crossOrigin: false, ...lies.client }));
  }

  #cose({ algorithm = -7, cose }: Lies): Uint8Array {
    if (cose) return isoCBOR.encode(cose as Cbor);
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    return isoCBOR.encode(key as Cbor);
  }
}

/** A key that nobody has registered. */
export function strangeKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** A public key as COSE has it, of an RSA key of so many bits. */
export function rsaKey(bits: number, exponent = 65_537): Map<number, unknown> {
  const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: bits, publicExponent: exponent }).publicKey.export({
    format: "jwk",
  });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map<number, unknown>([
    [1, 3],
    [3, -257],
    [-1, bytes(n)],
    [-2, bytes(e)],
  ]);
}

/** Two numbers that are no point of P-256. */
export function offTheCurve(): Map<number, unknown> {
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(32).fill(1)],
    [-3, new Uint8Array(32).fill(1)],
  ]);
}

/** 32 bytes as a key of Ed25519, whatever they are. */
export function edKey(x: Uint8Array): Map<number, unknown> {
  return new Map<number, unknown>([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, x],
  ]);
}
