// Whether a message that a wallet has signed was meant for this server, and for now.
import type { Fault } from "../../kernel/errors.ts";
import { fail } from "../errors.ts";
import { isAllowedRedirect, type RedirectConfig } from "../redirects/allow_list.ts";
import type { WalletMessage } from "./message.ts";

export interface MessageRules {
  /** Where applications are that may bring such a message. */
  redirects: RedirectConfig;
  /** The tolerated clock difference, before and after. */
  validitySeconds: number;
  now: Date;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Throws what is wrong with it. */
export function requireValidMessage(message: WalletMessage, { redirects, validitySeconds, now }: MessageRules): void {
  const { uri, issuedAt, expirationTime, notBefore } = message;
  if (uri.protocol !== "https:" && !(uri.protocol === "http:" && LOOPBACK.includes(uri.hostname)))
    throw web3Refusal("Signed message is using a URI without HTTPS");
  if (!isAllowedRedirect(uri.href, redirects))
    throw web3Refusal("Signed message is using a URI which is not allowed on this server, it was signed for another app");
  if (!isNamed(message)) throw web3Refusal("Signed message is using a domain that does not match the one in its URI");
  const ageMs = now.getTime() - issuedAt.getTime();
  if (ageMs > validitySeconds * 1000) throw web3Refusal("Signed message was issued too long ago");
  if (-ageMs > validitySeconds * 1000) throw web3Refusal("Signed message was issued too far in the future");
  if (notBefore && now < notBefore) throw web3Refusal("Signed message becomes valid in the future");
  if (expirationTime && now >= expirationTime) throw web3Refusal("Signed message is expired");
}

/** The wallet showed its owner the domain, and not all of them show the URI. */
function isNamed({ domain, scheme, uri }: WalletMessage): boolean {
  if (/[/?#@\\]/.test(domain) || (scheme !== undefined && `${scheme}:` !== uri.protocol)) return false;
  return URL.parse(`${uri.protocol}//${domain}`)?.host === uri.host;
}

/** In the words of OAuth, beside our own. */
export function web3Refusal(problem: string): Fault {
  return fail.web3Refused({ values: { problem }, body: { error: "invalid_grant", error_description: problem } });
}
