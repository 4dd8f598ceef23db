// A stored hash in words: its algorithm and what it costs, for people. Nothing by which a password could be guessed.
import { readStored } from "./stored.ts";

export function describeHash(text: string): string {
  const stored = readStored(text);
  if (!stored) return "a hash that this server cannot verify";
  switch (stored.kind) {
    case "bcrypt":
      return `bcrypt, cost ${Number(stored.text.slice("$2b$".length, "$2b$10".length))}`;
    case "fbscrypt":
      return `Firebase scrypt, n=2^${stored.logCost} r=${stored.blockSize} p=${stored.parallelism}`;
    case "pbkdf2":
      return `PBKDF2 ${stored.digest.toUpperCase()}, ${stored.iterations} iterations`;
    default:
      return `${stored.kind}, m=${stored.memory} KiB t=${stored.passes} p=${stored.parallelism}`;
  }
}
