// The key that identifies a line when it is imported again. It covers only what the bank sent, and holds the version of its rules. A
// change of these rules, or of `fold`, raises the version and keeps the old rules for stored keys.
import { createHash } from "node:crypto";
import { fold } from "../text/fold.ts";

export const KEY_VERSION = 1;

export interface Identity {
  day: string;
  amountCents: number;
  description: string;
  part: { k: number; n: number } | null;
}

/**
 * Sixteen bytes as hexadecimal text. Equal lines have equal keys: two coffees on one day are two of the same key, and are counted.
 * `place` is the caller's name of the account or card, such as `account:7`.
 */
export function identityKey(target: string, { day, amountCents, description, part }: Identity): string {
  // A folded text has no line breaks, so no two identities are written alike.
  const text = [KEY_VERSION, target, day, amountCents, fold(description), part ? `${part.k}/${part.n}` : ""].join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
