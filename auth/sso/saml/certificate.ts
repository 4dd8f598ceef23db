// A self-signed certificate of a key. Identity providers trust it because an administrator uploads it there.
// Nothing in it is random, so that every replica has the same one, also after a restart.
import { createPublicKey, type KeyObject, sign } from "node:crypto";

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_ID = 0x06;
const UTF8_TEXT = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;

/** sha256WithRSAEncryption, and commonName. */
const RSA_SHA256 = Buffer.from("2a864886f70d01010b", "hex");
const COMMON_NAME = Buffer.from("550403", "hex");

/** In base64. `host` is in its name, where an administrator of an identity provider sees it. */
export function certificateFor(key: KeyObject, host: string): string {
  const algorithm = der(SEQUENCE, der(OBJECT_ID, RSA_SHA256), der(NULL));
  const commonName = der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_TEXT, Buffer.from(`SAML 2.0 certificate for ${host}`)));
  const name = der(SEQUENCE, der(SET, commonName));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, der(UTC_TIME, Buffer.from("200101000000Z")), der(GENERALIZED_TIME, Buffer.from("22000101000000Z"))),
    name,
    createPublicKey(key).export({ type: "spki", format: "der" }),
  );
  return der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), sign("sha256", body, key))).toString("base64");
}

/** Tag, length and contents, as X.690 writes them. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const value = Buffer.concat(contents);
  if (value.length < 0x80) return Buffer.concat([Buffer.from([tag, value.length]), value]);
  const length = Buffer.from(value.length.toString(16).replace(/^(.(..)*)$/, "0$1"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, value]);
}
