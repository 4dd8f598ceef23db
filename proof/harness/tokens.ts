// Creates valid and forged access tokens, and reads claims.
import { createHmac } from "node:crypto";

const encode = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** A token with any header and claims, signed with HS256. Texts are used unchanged. */
export function forge(claims: object | string, secret: string, header: object | string = { alg: "HS256", typ: "JWT" }): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const WEEK_SECONDS = 7 * 86_400;

/** Valid for a week. */
export function adminToken(secret: string): string {
  const now = Math.floor(Date.now() / 1_000);
  return forge({ role: "service_role", aud: "authenticated", iat: now - 60, exp: now + WEEK_SECONDS }, secret);
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}
