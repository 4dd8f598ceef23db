// Signatures of Ethereum's wallets (EIP-191): they name no key, but one can be found that has made them.
import { fail } from "../errors.ts";

/** r, s, and which of the two keys it is. */
export function readEthereumSignature(text: string): Buffer {
  const [, hex] = /^(?:0x)?([0-9a-f]{130})$/i.exec(text) ?? [];
  if (hex === undefined) throw fail.web3Invalid({ values: { problem: "signature must be 65 bytes in hexadecimal" } });
  return Buffer.from(hex, "hex");
}

export async function isSignedInEthereum(message: string, signature: Buffer, address: string): Promise<boolean> {
  const last = signature[64] as number;
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery !== 0 && recovery !== 1) return false;
  // Loaded when the first wallet comes: most servers never see one.
  const [{ secp256k1 }, { keccak_256: keccak }] = await Promise.all([
    import("@noble/curves/secp256k1.js"),
    import("@noble/hashes/sha3.js"),
  ]);
  const bytes = Buffer.from(message);
  const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
  try {
    const parts = secp256k1.Signature.fromBytes(signature.subarray(0, 64), "compact").addRecoveryBit(recovery);
    const key = parts.recoverPublicKey(hash).toBytes(false);
    return `0x${Buffer.from(keccak(key.subarray(1)).subarray(12)).toString("hex")}` === address.toLowerCase();
  } catch {
    // Numbers that are none of the curve's.
    return false;
  }
}
