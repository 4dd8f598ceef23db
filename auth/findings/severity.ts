// How bad a finding is, the worst first.

/** `error`: somebody can come in, or nobody can. `warning`: it should be changed. `info`: good to know. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
