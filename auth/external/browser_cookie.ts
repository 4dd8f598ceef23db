// The cookie by which a browser that comes back from a provider is known to be the one that went: without it, somebody could begin with
// an account of theirs and have another person's browser finish. It is the only cookie that this service sets.
import { createHash, randomBytes } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import type { ExternalProvider } from "./provider.ts";

type Place = Pick<AuthConfig, "apiExternalUrl">;
type Callback = ExternalProvider["callback"];

const NAMES: Readonly<Record<Callback, string>> = { GET: "cofre-state", POST: "cofre-state-post" };
const KEY_BYTES = 32;
const GOOD_KEY = /^[A-Za-z0-9_-]{43}$/;
const MOST_KEYS = 4;

/** What a flow that begins now is bound to, and the header that gives it to the browser. A key that is there serves several tabs. */
export function giveBrowserKey(
  header: string | undefined,
  callback: Callback,
  config: Place & Pick<AuthConfig, "externalFlowStateExpirySeconds">,
): { hash: Buffer; setCookie: string } {
  const name = nameOf(callback, config);
  const [key = randomBytes(KEY_BYTES).toString("base64url")] = keysNamed(header, [name]);
  const attributes = ["Path=/", `Max-Age=${config.externalFlowStateExpirySeconds}`, "HttpOnly", ...crossSite(callback, config)];
  return { hash: hashOf(key), setCookie: [`${name}=${key}`, ...attributes].join("; ") };
}

/** Hashes of all keys that the browser has, of flows that began in any of its tabs. */
export function browserHashes(header: string | undefined, config: Place): Buffer[] {
  const names = (["GET", "POST"] as const).map((callback) => nameOf(callback, config));
  return keysNamed(header, names).map(hashOf);
}

/** The prefix keeps pages of neighbouring hosts from setting it, and so from choosing the key. */
function nameOf(callback: Callback, config: Place): string {
  return `${isSecure(config) ? "__Host-" : ""}${NAMES[callback]}`;
}

/**
 * A form that the provider's page posts comes without Lax cookies. Browsers take None only with Secure, so that plain HTTP, which is for
 * development, goes without the word there.
 */
function crossSite(callback: Callback, config: Place): string[] {
  if (!isSecure(config)) return callback === "GET" ? ["SameSite=Lax"] : [];
  return ["Secure", callback === "GET" ? "SameSite=Lax" : "SameSite=None"];
}

function isSecure({ apiExternalUrl }: Place): boolean {
  return apiExternalUrl.startsWith("https:");
}

function keysNamed(header: string | undefined, names: readonly string[]): string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  const keys = pairs.flatMap(([name = "", key = ""]) => (names.includes(name) && GOOD_KEY.test(key) ? [key] : []));
  return keys.slice(0, MOST_KEYS);
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
