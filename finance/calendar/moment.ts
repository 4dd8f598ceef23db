// Moments in answers.

/** In UTC and whole seconds: clients of the original service know no fractions. */
export function momentText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}
