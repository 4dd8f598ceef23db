// Addresses that users and providers give, and that apps put into their pages.

/** Nothing that a page could run, such as `javascript:` or `data:`. */
export function isWebLink(text: unknown): text is string {
  return typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text);
}
