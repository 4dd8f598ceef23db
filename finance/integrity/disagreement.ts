// What the books say twice, and not alike.

/** What is held against each other. The names are those of the catalogue of trust, and of the metric. */
export const INVARIANTS = {
  "FV-01": "the instalments of a series sum to its total",
  "FV-02": "what is on an account is its opening amount and its paid rows",
  "FV-03": "the legs of a transfer mirror each other",
  "FV-04": "an invoice has the sums of its purchases and payments",
  "FV-05": "the balance of an invoice is what came before, plus its amount, less its payments",
  "FV-06": "an invoice carries the balance of the one before where that has a payment, else nothing",
  "FV-07": "every purchase is on the invoice whose period holds its date, or on the one that was named for it",
  "FV-09": "nothing refers to a record that its space does not have",
  "FV-10": "a budget counts the rows of its month in its category and those below",
  "FV-11": "lists, balances and tags say what the rows say",
  "FV-12": "the parts of a split row sum to its amount, and its category is that of the largest",
  "FA-01": "the bytes of every receipt are there",
  "FV-13": "what goals have reserved on an account is what their moves come to, and never less than nothing",
  "FC-08": "the turnover of a space is the sum of all amounts",
  "FI-08": "a fixed series has each of its rows, as far as the space is extended",
  "FR-07": "defaults are records that may be defaults",
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** FV-08, that some writes move no money, is about two moments: it is for the tests. This is about one moment. */
export interface Disagreement {
  invariant: Invariant;
  spaceId: number;
  table: string;
  /** Names the row. */
  key: Readonly<Record<string, unknown>>;
  recorded: unknown;
  computed: unknown;
}

/** Of one kind in one space; the rest is as wrong as these. */
export const MOST_OF_A_KIND = 20;

/** How many there are of each kind. */
export function countByInvariant(disagreements: readonly Disagreement[]): Partial<Record<Invariant, number>> {
  const counts: Partial<Record<Invariant, number>> = {};
  for (const { invariant } of disagreements) counts[invariant] = (counts[invariant] ?? 0) + 1;
  return counts;
}
