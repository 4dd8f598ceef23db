// What a browser sends back, brought into the one shape that the library takes. Older browsers send only a part of it.
import { fail } from "../errors.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Creation {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

export interface Assertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string | undefined;
}

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const LONGEST_ID = 1400;
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

export function readCreation(value: unknown, refusal = fail.credentialUnreadable): Creation {
  const { id, response } = readCredential(value, refusal);
  const { transports } = response;
  return {
    id,
    clientDataJSON: readBytes(response.clientDataJSON, refusal),
    attestationObject: readBytes(response.attestationObject, refusal),
    transports: Array.isArray(transports) ? TRANSPORTS.filter((each) => transports.includes(each)) : [],
  };
}

export function readAssertion(value: unknown, refusal = fail.credentialUnreadable): Assertion {
  const { id, response } = readCredential(value, refusal);
  return {
    id,
    clientDataJSON: readBytes(response.clientDataJSON, refusal),
    authenticatorData: readBytes(response.authenticatorData, refusal),
    signature: readBytes(response.signature, refusal),
    userHandle: response.userHandle === undefined ? undefined : readBytes(response.userHandle, refusal),
  };
}

function readCredential(value: unknown, refusal: typeof fail.credentialUnreadable): { id: string; response: Fields } {
  if (!isFields(value) || !isFields(value.response)) throw refusal();
  const id = readBytes(value.id, refusal);
  if (id.length > LONGEST_ID) throw refusal();
  return { id, response: value.response };
}

function readBytes(value: unknown, refusal: typeof fail.credentialUnreadable): string {
  if (typeof value !== "string" || !BASE64URL.test(value)) throw refusal();
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
