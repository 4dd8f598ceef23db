// Cleans log lines: no secrets, by name or by pattern, and bounded sizes.
import { inSources } from "./stack.ts";

const REDACTED = "[redacted]";
const MOST_TEXT = 8192;
const MOST_DEPTH = 5;
const MOST_ITEMS = 50;

/** Values of these names are never written. Case, `-` and `_` are ignored. */
const SECRET_NAMES = new Set(
  (
    "password passwd newpassword currentpassword passwordhash encryptedpassword pass passphrase " +
    "token accesstoken refreshtoken idtoken providertoken providerrefreshtoken apitoken tokenhash hashedtoken jwt bearer " +
    "captchatoken confirmationtoken recoverytoken emailchangetoken reauthenticationtoken invitetoken " +
    "secret clientsecret jwtsecret secretkey privatekey signingkey servicekey servicerolekey apikey xapikey credential credentials " +
    "authorization proxyauthorization cookie cookies setcookie nonce otp totp code authcode codeverifier codechallenge " +
    "idempotencykey databaseurl connectionstring parameters"
  ).split(" "),
);
// An error's `code` is a SQLSTATE or errno, and cleanError keeps it. A field named code may be an OTP or an OAuth code.

const SECRET_QUERY =
  /([?&#;](?:[a-z_]*token(?:_hash)?|password|secret|client_secret|code|code_verifier|nonce|otp|apikey|api_key|state)=)[^&#\s"']+/gi;

/** Every text that must be cleaned matches this. */
const SUSPICIOUS = /[\s=]|:\/\/|eyJ/;

/** The bounded text without the credentials of URLs and headers. */
export function cleanText(text: string): string {
  if (text.length <= MOST_TEXT && !SUSPICIOUS.test(text)) return text;
  let clean = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}...` : text;
  if (clean.includes("://")) {
    // Database passwords often contain an unescaped slash, so the mask extends to the last @.
    clean = clean.replace(/(postgres(?:ql)?:\/\/)\S*@/gi, `$1${REDACTED}@`).replace(/(:\/\/)[^\s/?#]*@/g, `$1${REDACTED}@`);
  }
  if (clean.includes("=")) clean = clean.replace(SECRET_QUERY, `$1${REDACTED}`);
  if (clean.includes("eyJ")) clean = clean.replace(/eyJ[\w-]*\.[\w-]*(\.[\w-]*)*/g, REDACTED);
  return clean.replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${REDACTED}`);
}

/** Keys of every line. A field of the same name would be a duplicate that readers may believe. */
const LINE_KEYS = ["time", "level", "service", "msg"];

export function cleanFields(fields: object, allowed: readonly string[] = []): Record<string, unknown> {
  let clean: Record<string, unknown>;
  try {
    clean = cleanRecord(fields, 0, new Set());
  } catch {
    // A getter or toJSON threw. Logging must not fail, and the message is still useful.
    clean = { fields: "[unreadable]" };
  }
  const replaced = LINE_KEYS.filter((key) => Object.hasOwn(clean, key) && !allowed.includes(key));
  if (replaced.length === 0) return clean;
  return Object.fromEntries(Object.entries(clean).map(([key, value]) => [replaced.includes(key) ? `field_${key}` : key, value]));
}

/** Returns the record itself if there is nothing to remove, because lines about requests are frequent. */
function cleanRecord(record: object, depth: number, above: Set<object>): Record<string, unknown> {
  const entries = Object.entries(record);
  let isClean = true;
  for (const entry of entries) {
    const [key, value] = entry;
    const isHidden = value !== undefined && value !== null && isSecretName(key);
    entry[1] = isHidden ? REDACTED : cleanValue(value, depth + 1, above);
    isClean &&= entry[1] === value;
  }
  return isClean ? (record as Record<string, unknown>) : Object.fromEntries(entries);
}

const MOST_KNOWN_NAMES = 1_000;
const knownNames = new Map<string, boolean>();

function isSecretName(key: string): boolean {
  let isSecret = knownNames.get(key);
  if (isSecret === undefined) {
    isSecret = SECRET_NAMES.has(key.toLowerCase().replace(/[-_]/g, ""));
    if (knownNames.size < MOST_KNOWN_NAMES) knownNames.set(key, isSecret);
  }
  return isSecret;
}

function cleanValue(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return cleanError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > MOST_DEPTH) return "[deep]";
  if (above.has(value)) return "[circular]";
  // Dates, URLs and Temporal values have their own text.
  if ("toJSON" in value && typeof value.toJSON === "function") return cleanValue(value.toJSON(), depth + 1, above);
  const path = new Set(above).add(value);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cleanValue(item, depth + 1, path));
  return cleanRecord(value, depth, path);
}

/** Name, message, code, stack and causes. Other properties may contain query parameters, rows or whole requests. */
export function cleanError(error: Error, depth = 0): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  const deeper = depth < MOST_DEPTH;
  const cause = deeper && error.cause !== undefined && error.cause !== null ? cleanCause(error.cause, depth + 1) : undefined;
  // Node reports a failed connection to several addresses as an AggregateError without a message.
  const errors = deeper && error instanceof AggregateError ? error.errors.slice(0, 5) : undefined;
  return {
    name: cleanText(String(error.name)),
    message: cleanText(String(error.message)),
    ...(typeof code === "string" || typeof code === "number" ? { code: typeof code === "string" ? cleanText(code) : code } : {}),
    ...(typeof error.stack === "string" ? { stack: cleanText(inSources(error.stack)) } : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(errors === undefined ? {} : { errors: errors.map((each) => cleanCause(each, depth + 1)) }),
  };
}

function cleanCause(cause: unknown, depth: number): unknown {
  if (cause instanceof Error) return cleanError(cause, depth);
  return typeof cause === "string" ? cleanText(cause) : `[${typeof cause}]`;
}
