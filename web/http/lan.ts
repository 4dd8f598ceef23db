// Web in a private network: by HTTPS with a certificate of our own authority, at addresses beside its host.
import { X509Certificate } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { KeyPair } from "../../kernel/http/issue_certificate.ts";

export interface WebLan {
  addresses: readonly string[];
  /** DNS names that the certificate is for. */
  names: readonly string[];
  /** Where devices find web: the origin that links name. */
  url: string;
  tls: KeyPair;
  /** The certificate of the authority, PEM. */
  authority: string;
}

/** What devices are given to trust. */
export interface OfferedAuthority {
  url: string;
  /** As systems list it. */
  name: string;
  der: Buffer;
  /** SHA-256, as systems show it: pairs of digits. */
  fingerprint: string;
}

export function offeredAuthority({ url, authority }: WebLan): OfferedAuthority {
  const { raw, fingerprint256, subject } = new X509Certificate(authority);
  return { url, name: subject.replace(/^CN=/, ""), der: raw, fingerprint: fingerprint256 };
}

/** Sends on who typed the address without `https://`. Whatever else came in the clear is refused, so that nobody gets used to it. */
export function toHttps({ addresses, names }: WebLan) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { localAddress = "", localPort } = request.socket;
    // A name that is not ours would lead browsers to wherever a forged header says.
    const named = URL.parse(`http://${request.headers.host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
    const host = [...addresses, ...names].includes(named) ? named : localAddress;
    const origin = `https://${host.includes(":") ? `[${host}]` : host}:${localPort}`;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const location = isRead && request.url?.startsWith("/") ? origin + request.url : `${origin}/`;
    const head = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close" };
    response.writeHead(isRead ? 302 : 403, isRead ? { ...head, location } : head).end(`HTTPS: ${origin}\n`);
    request.resume();
  };
}
