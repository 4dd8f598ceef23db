// URLs without the credentials in them, for messages and logs.

/** Masks from the first `//` to the last `@`. With several URLs this hides too much, never too little. */
export function maskCredentials(raw: string): string {
  const from = raw.indexOf("//") + 2;
  const to = raw.lastIndexOf("@");
  return from >= 2 && to > from ? `${raw.slice(0, from)}***${raw.slice(to)}` : raw;
}
