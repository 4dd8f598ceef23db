/** The parts of a hint on one line; empty ones are left out. */
export const joinParts = (...parts: readonly unknown[]): string => parts.filter(Boolean).join(" · ");
