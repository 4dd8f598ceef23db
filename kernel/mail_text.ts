// Reads a mail message: decoded headers and text parts, UTF-8 only.

export interface MailPart {
  /** Such as `text/plain`. */
  type: string;
  text: string;
}

export function readMail(raw: string): { headers: Record<string, string>; parts: MailPart[] } {
  const { headers, body } = splitMessage(raw);
  return { headers, parts: readParts(headers, body) };
}

function splitMessage(raw: string): { headers: Record<string, string>; body: string } {
  const [head = "", ...rest] = raw.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), decodeWords(value as string)]];
  });
  return { headers: Object.fromEntries(headers), body: rest.join("\r\n\r\n") };
}

function readParts(headers: Record<string, string>, body: string): MailPart[] {
  const contentType = headers["content-type"] ?? "text/plain";
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary !== undefined) {
    // Text before the first boundary and after the last is not part of the message.
    const inner = body.split(`--${boundary}`).slice(1, -1);
    return inner.flatMap((part) => {
      const { headers, body } = splitMessage(part.replace(/^\r?\n/, ""));
      return readParts(headers, body.replace(/\r?\n$/, ""));
    });
  }
  const type = (contentType.split(";")[0] as string).trim().toLowerCase();
  return type.startsWith("text/") ? [{ type, text: decodeBody(body, headers["content-transfer-encoding"]) }] : [];
}

function decodeBody(body: string, encoding = "7bit"): string {
  switch (encoding.toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64").toString("utf8");
    case "quoted-printable":
      return decodeQuoted(body.replace(/=[ \t]*\r?\n/g, ""));
    default:
      return body;
  }
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  // Characters above 255 mean that the 8-bit body was already decoded.
  return /^[\0-\xff]*$/.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

/** `=?UTF-8?Q?Ol=C3=A1?=` (RFC 2047). Blanks between two encoded words are dropped. */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(text, "base64").toString("utf8") : decodeQuoted(text.replaceAll("_", " ")),
    );
}
