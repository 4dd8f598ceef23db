// Notices a proxy that nobody has declared as trusted: all its clients then have one address, and share their limits.
import type { IncomingHttpHeaders } from "node:http";

const NAMING_HEADERS = ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip"];
const MOST_PEERS = 100;

/** Calls `tell` once, for the first peer in a private network that has named two different clients. */
export function watchForProxies(
  tell: (peer: string) => void,
  isPrivate: (address: string) => boolean,
): (peer: string, headers: IncomingHttpHeaders) => void {
  const namedBy = new Map<string, string>();
  let isTold = false;
  return (peer, headers) => {
    if (isTold) return;
    const name = NAMING_HEADERS.find((each) => headers[each] !== undefined);
    if (name === undefined || !isPrivate(peer)) return;
    const client = String(headers[name]);
    const before = namedBy.get(peer);
    if (before === undefined) {
      if (namedBy.size < MOST_PEERS) namedBy.set(peer, client);
    } else if (before !== client) {
      isTold = true;
      namedBy.clear();
      tell(peer);
    }
  };
}
