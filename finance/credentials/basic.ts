// Credentials in an `Authorization: Basic` header.

export interface BasicCredentials {
  email: string;
  /** An API token or the sign-in password; which of them, nobody has said. */
  secret: string;
}

const MOST_CHARACTERS = 8_192;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Undefined unless the header is well-formed, in UTF-8 as our challenge asks for, with something on both sides of the colon. */
export function readBasic(header: string): BasicCredentials | undefined {
  if (header.length > MOST_CHARACTERS) return;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const text = encoded === undefined ? undefined : decode(encoded);
  const colon = text?.indexOf(":") ?? -1;
  // Control characters are not allowed there, and what divides fields elsewhere must not be smuggled in.
  if (text === undefined || colon < 1 || colon === text.length - 1 || /\p{Cc}/u.test(text)) return;
  return { email: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function decode(encoded: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}
