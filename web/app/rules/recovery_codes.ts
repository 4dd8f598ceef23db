// How recovery codes are written down: on the screen, on paper and in a file.

/** In groups of four, which are easier to copy. Auth ignores how a code is grouped. */
export function writtenCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? "";
}

/** With the line ends that every editor shows. */
export function codesFile(codes: readonly string[], title: string, hint: string): string {
  return [title, hint, "", ...codes.map(writtenCode), ""].join("\r\n");
}
