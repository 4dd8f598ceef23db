// Who writes, when, and in which request: each entry of the log says it.
import type { Role } from "../endpoint.ts";

export interface Act {
  caller: {
    spaceId: number;
    /** Null where nobody asked for it. */
    userId: number | null;
    /** Where the call came with an API token. */
    tokenId: number | undefined;
    /** What they have to be in the space, unless it is their own. */
    leastRole?: Role | undefined;
  };
  /** Null where no request asked for it. */
  requestId: string | null;
  now: Date;
}
