// Whether a password has leaked. The service that is asked learns five digits of its hash, which hundreds of others share (k-anonymity).
// A local file of the hashes is used instead where there is one.
import { createHash } from "node:crypto";
import { send } from "../../kernel/outbound/outbound.ts";
import type { AuthConfig } from "../config.ts";
import { hasLine } from "./hash_file.ts";

export type BreachConfig = Pick<
  AuthConfig,
  "passwordHibpEnabled" | "passwordHibpFailClosed" | "passwordHibpUserAgent" | "passwordHibpUrl" | "passwordHibpFile" | "siteUrl"
>;

const PREFIX_DIGITS = 5;
const TIMEOUT_MS = 5_000;

/** Throws where nobody can say. */
export async function isBreached(password: string, config: BreachConfig): Promise<boolean> {
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  if (config.passwordHibpFile !== undefined) return hasLine(config.passwordHibpFile, hash);
  const [prefix, suffix] = [hash.slice(0, PREFIX_DIGITS), hash.slice(PREFIX_DIGITS)];
  const { status, text } = await send(`${config.passwordHibpUrl}/${prefix}`, {
    // Padded, so that the size of the response does not reveal the prefix to an observer.
    headers: { "user-agent": config.passwordHibpUserAgent ?? config.siteUrl, "add-padding": "true" },
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200) throw new Error(`it answered ${status}`);
  return text.split("\n").some((line) => {
    const [hashSuffix, count] = line.trim().split(":");
    return hashSuffix === suffix && count !== "0";
  });
}
