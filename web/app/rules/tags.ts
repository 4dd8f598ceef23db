// The tags in a typed text.

export const readTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];
