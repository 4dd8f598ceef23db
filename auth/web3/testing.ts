// Test support: wallets in software. That of Solana signs by another library than the one that checks.
import { generateKeyPairSync, sign } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 as keccak } from "@noble/hashes/sha3.js";
import type { Chain } from "./message.ts";

export const WEB3 = { EXTERNAL_WEB3_ETHEREUM_ENABLED: "true", EXTERNAL_WEB3_SOLANA_ENABLED: "true", RATE_LIMIT_WEB3: "0" };

export interface TestWallet {
  chain: Chain;
  address: string;
  /** As the client sends it. */
  sign(message: string): string;
}

export const wallets: Readonly<Record<Chain, (secret?: Buffer) => TestWallet>> = {
  ethereum: (secret = Buffer.from(secp256k1.utils.randomSecretKey())) => {
    const key = secp256k1.getPublicKey(secret, false);
    return {
      chain: "ethereum",
      address: `0x${Buffer.from(keccak(key.subarray(1)).subarray(12)).toString("hex")}`,
      sign: (message) => {
        const bytes = Buffer.from(message);
        const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
        const [recovery = 0, ...parts] = secp256k1.sign(hash, secret, { prehash: false, format: "recovered" });
        return `0x${Buffer.from([...parts, recovery + 27]).toString("hex")}`;
      },
    };
  },
  solana: () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    return {
      chain: "solana",
      address: base58(Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url")),
      sign: (message) => sign(null, Buffer.from(message), privateKey).toString("base64url"),
    };
  },
};

/** An address of these bytes. */
export function base58(bytes: Buffer): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (let number = BigInt(`0x${bytes.toString("hex")}`); number > 0n; number /= 58n)
    text = alphabet[Number(number % 58n)] + text;
  return "1".repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

export interface MessageParts {
  domain?: string;
  address?: string;
  statement?: string;
  /** Whole lines, by their names; undefined leaves one out. */
  fields?: Record<string, string | undefined>;
}

/** What an application would have the wallet sign, at that time. */
export function messageOf(wallet: TestWallet, now: Date, parts: MessageParts = {}): string {
  const { domain = "app.example.com", address = wallet.address, statement = "I agree.", fields = {} } = parts;
  const name = wallet.chain === "ethereum" ? "Ethereum" : "Solana";
  const all: Record<string, string | undefined> = {
    URI: "https://app.example.com/in",
    Version: "1",
    "Chain ID": wallet.chain === "ethereum" ? "1" : "mainnet",
    "Issued At": now.toISOString(),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return [`${domain} wants you to sign in with your ${name} account:`, address, "", statement, "", ...lines].join("\n");
}

export function bodyOf(wallet: TestWallet, message: string) {
  return { chain: wallet.chain, message, signature: wallet.sign(message) };
}
