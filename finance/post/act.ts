// Who writes, when, and in which request: each entry of the log says it.

export interface Act {
  caller: {
    spaceId: number;
    /** Null where nobody asked for it. */
    userId: number | null;
    /** Where the call came with an API token. */
    tokenId: number | undefined;
  };
  /** Null where no request asked for it. */
  requestId: string | null;
  now: Date;
}
