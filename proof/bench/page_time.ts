// How long a page takes, relative to something simpler in the same round.

export interface PageTime {
  page: string;
  usableMs: number;
  emptyMs: number;
  /** Within each round. */
  ratio: number;
  goal: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
}
