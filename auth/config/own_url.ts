// Where this service is reached from outside: links in mails and the way back from providers begin there.

/** A path of this service below API_EXTERNAL_URL, which may have a path of its own. */
export function ownUrl({ apiExternalUrl }: { readonly apiExternalUrl: string }, path: string): string {
  return apiExternalUrl.replace(/[?#].*$/, "").replace(/\/*$/, path);
}
