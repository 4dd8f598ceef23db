// Where this service is reached from outside: links in mails and the way back from providers begin there.

/** A path of ours below API_EXTERNAL_URL, which has a path itself where a proxy or the clients put one before all of ours. */
export function ownUrl({ apiExternalUrl }: { readonly apiExternalUrl: string }, path: string): string {
  return apiExternalUrl.replace(/[?#].*$/, "").replace(/\/*$/, path);
}
