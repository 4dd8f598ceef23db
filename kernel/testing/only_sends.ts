// Walks over all statements need no large tables where their plans were checked on another server already.

/** Set by kernel/testing/run.ts. */
export const SENDS_VARIABLE = "COFRE_TEST_ONLY_SENDS";

export const ONLY_SENDS = process.env[SENDS_VARIABLE] === "true";
