// Whether an address can be mailed at all, where MAILER_EMAIL_VALIDATION_* asks for that: mails that come back harm the sender's name.
// Only what is certain refuses: while the DNS or the service does not answer, every address passes.
import { Resolver } from "node:dns/promises";
import { OutboundError, readJsonObject, send } from "../../kernel/outbound/outbound.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";

const TIMEOUT_MS = 3_000;
/** RFC 2606 keeps these for tests and documents. */
const RESERVED = /(^|\.)(test|example|invalid|local|localhost)$|(^|\.)example\.(com|net|org)$/;

type Rules = Pick<
  AuthConfig,
  | "mailerEmailValidationExtended"
  | "mailerEmailValidationBlockedMx"
  | "mailerEmailValidationServiceUrl"
  | "mailerEmailValidationServiceHeaders"
>;

export async function requireReachable(email: string, config: Rules): Promise<void> {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const { mailerEmailValidationExtended: looksUp, mailerEmailValidationBlockedMx: blocked } = config;
  if (looksUp && RESERVED.test(domain)) throw fail.emailUnreachable();
  const answers = await Promise.all([
    looksUp ? takesMail(domain, blocked, dnsOf()) : true,
    config.mailerEmailValidationServiceUrl === undefined ||
      isGoodByService(email, config.mailerEmailValidationServiceUrl, config),
  ]);
  if (!answers.every(Boolean)) throw fail.emailUnreachable();
}

export interface Dns {
  resolveMx(domain: string): Promise<{ exchange: string }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
}

function dnsOf(): Dns {
  return new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
}

/** A domain without mail servers of its own takes mail at its address (RFC 5321, 5.1). */
export async function takesMail(domain: string, blocked: readonly string[], dns: Dns): Promise<boolean> {
  const isBlocked = (host: string) => blocked.includes(host.toLowerCase().replace(/\.$/, ""));
  const servers = await recordsOf(dns.resolveMx(domain));
  if (servers === "unknown") return true;
  if (servers.length > 0) return !servers.some(({ exchange }) => isBlocked(exchange));
  const addresses = await Promise.all([recordsOf(dns.resolve4(domain)), recordsOf(dns.resolve6(domain))]);
  if (addresses.includes("unknown")) return true;
  const all = addresses.flat();
  return all.length > 0 && !all.some(isBlocked);
}

async function recordsOf<Item>(lookup: Promise<Item[]>): Promise<Item[] | "unknown"> {
  try {
    return await lookup;
  } catch (error) {
    return ["ENOTFOUND", "ENODATA"].includes((error as NodeJS.ErrnoException).code ?? "") ? [] : "unknown";
  }
}

async function isGoodByService(
  email: string,
  url: string,
  { mailerEmailValidationServiceHeaders: more }: Rules,
): Promise<boolean> {
  const headers = Object.fromEntries(Object.entries(more).map(([name, values]) => [name.toLowerCase(), values.join(", ")]));
  try {
    const answer = await send(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ email }),
      timeoutMs: TIMEOUT_MS,
      mostBytes: 1_024,
    });
    return answer.status < 200 || answer.status > 299 || readJsonObject(answer).valid !== false;
  } catch (error) {
    if (error instanceof OutboundError || error instanceof SyntaxError) return true;
    throw error;
  }
}
