// The cookie that binds a flow to its browser. Without it, an attacker could begin a sign-in and have another person's browser finish it.
// A second cookie binds the page that asks before an identity is linked. This service sets no others.
import { createHash, randomBytes } from "node:crypto";
import type { AuthConfig } from "../../config.ts";
import type { ExternalProvider } from "../provider.ts";

type PublicUrl = Pick<AuthConfig, "apiExternalUrl">;
/** How the browser comes next: from a provider, or from the page. */
type Return = ExternalProvider["callback"] | "page";

const NAMES: Readonly<Record<Return, string>> = { GET: "cofre-state", POST: "cofre-state-post", page: "cofre-link" };
const KEY_BYTES = 32;
const GOOD_KEY = /^[A-Za-z0-9_-]{43}$/;
const MOST_KEYS = 4;

/** What a flow that begins now is bound to, and the header that gives it to the browser. A key that is there serves several tabs. */
export function giveBrowserKey(
  header: string | undefined,
  comesBy: Return,
  config: PublicUrl & Pick<AuthConfig, "externalFlowStateExpirySeconds">,
): { hash: Buffer; setCookie: string } {
  const name = nameOf(comesBy, config);
  const [key = randomBytes(KEY_BYTES).toString("base64url")] = keysNamed(header, [name]);
  const attributes = ["Path=/", `Max-Age=${config.externalFlowStateExpirySeconds}`, "HttpOnly", ...crossSite(comesBy, config)];
  return { hash: hashOf(key), setCookie: [`${name}=${key}`, ...attributes].join("; ") };
}

/** Hashes of all keys that the browser has, of flows that began in any of its tabs. */
export function browserHashes(header: string | undefined, returns: readonly Return[], config: PublicUrl): Buffer[] {
  const names = returns.map((comesBy) => nameOf(comesBy, config));
  return keysNamed(header, names).map(hashOf);
}

/** The prefix keeps pages of neighbouring hosts from setting it, and so from choosing the key. */
function nameOf(comesBy: Return, config: PublicUrl): string {
  return `${isSecure(config) ? "__Host-" : ""}${NAMES[comesBy]}`;
}

/**
 * A form that the provider's page posts comes without Lax cookies. Browsers accept None only with Secure, so plain HTTP, which is for
 * development, omits it.
 */
function crossSite(comesBy: Return, config: PublicUrl): string[] {
  if (!isSecure(config)) return comesBy === "POST" ? [] : ["SameSite=Lax"];
  return ["Secure", comesBy === "POST" ? "SameSite=None" : "SameSite=Lax"];
}

function isSecure({ apiExternalUrl }: PublicUrl): boolean {
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
