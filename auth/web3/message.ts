// What a wallet signs: the text of EIP-4361, which Solana has with its own name in it. Its owner has read it, so it must have one meaning
// only: each line is one that the standard knows, and comes once.
import { fail } from "../errors.ts";

export const CHAINS = ["ethereum", "solana"] as const;
export type Chain = (typeof CHAINS)[number];

export interface WalletMessage {
  /** The site that the wallet showed to its owner. */
  domain: string;
  /** Where the domain was named with one. */
  scheme: string | undefined;
  address: string;
  statement: string | undefined;
  uri: URL;
  chainId: string | undefined;
  issuedAt: Date;
  expirationTime: Date | undefined;
  notBefore: Date | undefined;
}

/** Clients may omit it: a message is valid once in any case. */
const NO_NONCE = "none-given";

const LEAST_BYTES = 64;
const MOST_BYTES = 20 * 1024;

const HEADERS: Readonly<Record<Chain, RegExp>> = { ethereum: headerOf("Ethereum"), solana: headerOf("Solana") };

const ADDRESSES: Readonly<Record<Chain, RegExp>> = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ };

const CHAIN_IDS: Readonly<Record<Chain, RegExp>> = { ethereum: /^\d{1,20}$/, solana: /^[\w:-]{1,64}$/ };

export function readMessage(text: string, chain: Chain): WalletMessage {
  const bytes = Buffer.byteLength(text);
  if (bytes < LEAST_BYTES) throw invalid("message is too short");
  if (bytes > MOST_BYTES) throw invalid("message must not exceed 20KB");
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) throw invalid("message has characters that no wallet shows");
  const [header = "", address = "", blank, ...rest] = text.split("\n");
  const [, scheme, domain] = HEADERS[chain].exec(header) ?? [];
  if (domain === undefined) throw invalid("message does not begin as one that signs in");
  if (!ADDRESSES[chain].test(address)) throw invalid("wallet address is not in valid format");
  if (blank !== "") throw invalid("third line must be empty");
  const { statement, lines } = splitStatement(rest);
  const fields = readFields(lines);
  const time = (name: string) => (fields.has(name) ? readTime(name, fields.get(name) as string) : undefined);
  const [uri, chainId, issuedAt] = [URL.parse(fields.get("URI") ?? ""), fields.get("Chain ID"), time("Issued At")];
  if (fields.get("Version") !== "1") throw invalid("Version must be 1");
  if (!uri) throw invalid("URI is not valid");
  if (!issuedAt) throw invalid("Issued At is not specified");
  if (chainId === undefined ? chain === "ethereum" : !CHAIN_IDS[chain].test(chainId)) throw invalid("Chain ID is not valid");
  if (!/^[!-~]{8,}$/.test(fields.get("Nonce") ?? NO_NONCE)) throw invalid("Nonce must have 8 characters or more");
  const [expirationTime, notBefore] = [time("Expiration Time"), time("Not Before")];
  return { domain, scheme, address, statement, uri, chainId, issuedAt, expirationTime, notBefore };
}

function headerOf(name: string): RegExp {
  const domain = "(?:([a-z][a-z0-9+.-]*)://)?([!-~]+)";
  return new RegExp(`^${domain} wants you to sign in with your ${name} account:$`);
}

/** One line with an empty one after it. Without one, two empty lines stand here at Ethereum, and at Solana one. */
function splitStatement([first, second, ...rest]: readonly string[]): { statement: string | undefined; lines: string[] } {
  const others = second === undefined ? rest : [second, ...rest];
  if (first === "") return { statement: undefined, lines: others };
  if (FIELD.test(first ?? "")) return { statement: undefined, lines: [first as string, ...others] };
  if (second !== "") throw invalid("an empty line must follow the statement");
  return { statement: first, lines: rest };
}

const NAMES = ["URI", "Version", "Chain ID", "Nonce", "Issued At", "Expiration Time", "Not Before", "Request ID"];
const FIELD = new RegExp(`^(${NAMES.join("|")}): (.+)$`);
/** The colon is missing in what auth-js makes for wallets of Solana. */
const RESOURCES = /^Resources:?$/;

/** In any order: that of auth-js is not the standard's. */
function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (RESOURCES.test(line)) {
      if (!lines.slice(index + 1).every((each) => each.startsWith("- "))) throw invalid("Resources must be the last of it");
      return fields;
    }
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) throw invalid(`line ${index + 1} of its fields is unknown`);
    if (fields.has(name)) throw invalid(`${name} is given more than once`);
    fields.set(name, value);
  }
  return fields;
}

const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** A day that no calendar has is refused: a `Date` would take it for one of the next month. */
function readTime(name: string, text: string): Date {
  const time = new Date(text);
  const day = new Date(`${TIME.exec(text)?.[1]}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || Number.isNaN(day.getTime()) || !text.startsWith(day.toISOString().slice(0, 10)))
    throw invalid(`${name} is not a time such as 2030-01-31T12:00:00Z`);
  return time;
}

function invalid(problem: string) {
  return fail.web3Invalid({ values: { problem } });
}
