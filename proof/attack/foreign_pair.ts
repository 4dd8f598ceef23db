// A pair that somebody else runs: only its URLs and an operator's token are known.
import { makePair, type Pair, type RunOptions } from "./pair.ts";

export interface ForeignServices {
  auth: string;
  finance: string;
  adminToken: string;
  /** The certificate to trust (PEM). */
  ca: string | undefined;
}

export function openForeignPair({ auth, finance, adminToken, ca }: ForeignServices, options: RunOptions): Pair {
  const [authUrl, financeUrl] = [auth, finance].map((url) => url.replace(/\/+$/, "")) as [string, string];
  return makePair({
    urls: { auth: () => [authUrl], finance: () => [financeUrl] },
    ca,
    adminToken,
    inside: undefined,
    options,
    close: async () => {},
  });
}
