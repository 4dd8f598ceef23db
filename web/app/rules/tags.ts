// The tags that somebody typed.

export const readTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];
