// Defaults of a new entry, and hints while it is typed.
import { describeSplit } from "./money.ts";
import type { Account } from "./records.ts";

export type Repeat = "once" | "parts" | "fixed";

const MOST_PARTS = 480;

/** The account that is used unless another one is chosen. */
export function usualPlace(accounts: readonly Account[]): string {
  const first = accounts.find((each) => each.default) ?? accounts[0];
  return first ? `account:${first.id}` : "";
}

/** How a purchase is split into instalments; undefined while the amount is incomplete. */
export function splitText(repeat: Repeat, cents: number | undefined, parts: number, language: string): string | undefined {
  if (repeat !== "parts" || !cents || cents < 0 || !isPartCount(parts)) return undefined;
  return describeSplit(cents, parts, language);
}

export const isPartCount = (parts: number) => Number.isInteger(parts) && parts >= 2 && parts <= MOST_PARTS;
