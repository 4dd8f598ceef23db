// What stands on the page of an error, beside the rows of its table.

/** Why it happens, and what to do: sentences of at most 25 words. */
export type Help = readonly [cause: string, mend: string];

export type HelpTable = Readonly<Record<string, Help>>;
