// Signatures of Solana's wallets: Ed25519, by the key that the address is.
import { fail } from "../errors.ts";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** Base64, in either alphabet and with padding or without. */
export function readSolanaSignature(text: string): Buffer {
  const signature = /^[\w+/-]{86}(==)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
  if (signature?.length !== SIGNATURE_BYTES)
    throw fail.web3Invalid({ values: { problem: "signature must be 64 bytes in base64, with or without padding" } });
  return signature;
}

export async function isSignedInSolana(message: string, signature: Buffer, address: string): Promise<boolean> {
  const key = readBase58(address);
  if (key?.length !== KEY_BYTES) return false;
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  try {
    // The strict rules: weak keys, for which anybody could sign, are refused.
    return ed25519.verify(signature, Buffer.from(message), key, { zip215: false });
  } catch {
    return false;
  }
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A number with the base of 58. Each 1 at its beginning is a byte of zeros. */
function readBase58(text: string): Buffer | undefined {
  const digits = [...text].map((each) => ALPHABET.indexOf(each));
  if (digits.includes(-1)) return undefined;
  const number = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n);
  const hex = number === 0n ? "" : number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex")]);
}
