// Cookies that only this service can read: sealed, and in parts where one would be too large for browsers.
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Request } from "../../kernel/http/endpoint.ts";
import { seal, unseal } from "../../kernel/seal.ts";

export function deriveCookieKey(secretKey: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secretKey, "", "cofre web cookies", 32)));
}

/** Browsers take 4096 bytes with name and attributes. */
const MOST_PART = 3_600;
const MOST_PARTS = 4;

export interface CookieKind {
  name: string;
  /** `Lax` for what must come along when another site sends the browser back. */
  sameSite: "Strict" | "Lax";
  maxAgeSeconds: number;
}

type CookieRequest = Pick<Request, "headers" | "secure">;

/** The prefix keeps other hosts, plain HTTP and scripts from setting it. Safari refuses it on plain loopback. */
function nameOf({ name }: CookieKind, { secure }: CookieRequest): string {
  return secure ? `__Host-Http-${name}` : name;
}

/** `set-cookie` headers; parts that a longer value had before are taken away. */
export function writeCookie(kind: CookieKind, key: KeyObject, value: object, request: CookieRequest): string[] {
  const sealed = seal(key, JSON.stringify(value), kind.name).toString("base64url");
  const parts = sealed.match(new RegExp(`.{1,${MOST_PART}}`, "g")) ?? [];
  if (parts.length > MOST_PARTS) throw new Error("a session is too large for cookies");
  const name = nameOf(kind, request);
  const stale = partsOf(name, request.headers.cookie).length;
  return Array.from({ length: Math.max(parts.length, stale) }, (_, index) =>
    header(partName(name, index), parts[index] ?? "", parts[index] === undefined ? 0 : kind.maxAgeSeconds, kind, request),
  );
}

export function readCookie<Value>(kind: CookieKind, key: KeyObject, request: CookieRequest): Value | undefined {
  const parts = partsOf(nameOf(kind, request), request.headers.cookie);
  if (parts.length === 0) return undefined;
  const text = unseal(key, Buffer.from(parts.join(""), "base64url"), kind.name);
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}

export function clearCookie(kind: CookieKind, request: CookieRequest): string[] {
  const name = nameOf(kind, request);
  const count = Math.max(1, partsOf(name, request.headers.cookie).length);
  return Array.from({ length: count }, (_, index) => header(partName(name, index), "", 0, kind, request));
}

function header(name: string, value: string, maxAgeSeconds: number, { sameSite }: CookieKind, { secure }: CookieRequest): string {
  const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", `SameSite=${sameSite}`, ...(secure ? ["Secure"] : [])];
  return [`${name}=${value}`, ...attributes].join("; ");
}

const partName = (name: string, index: number) => (index === 0 ? name : `${name}-${index}`);

function partsOf(name: string, cookies: string | undefined): string[] {
  const byName = plainCookies(cookies);
  const parts: string[] = [];
  for (let index = 0; index < MOST_PARTS; index++) {
    const part = byName.get(partName(name, index));
    if (part === undefined || part === "") break;
    parts.push(part);
  }
  return parts;
}

/** All cookies by name; of two with one name the first, which is the one with the longer path. */
export function plainCookies(header = ""): Map<string, string> {
  const pairs = header.split(";", 100).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.reverse());
}
