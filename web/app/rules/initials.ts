// People and spaces as signs: initials, and a colour that follows from the id.

/** Of the first and the last name; an address counts by what stands before its @. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, "")
    .split(/[\s._+-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word = "") => [...word.replace(/[^\p{L}\p{N}]/gu, "")][0] ?? "")
    .join("")
    .toUpperCase();
}

const PERSON_COLOURS = 11;
/** Those of the charts that an icon is visible on, in both themes. */
const SPACE_COLOURS = [1, 7, 4, 9, 5, 3, 11] as const;

/** Numbers of the tokens `--chart-1` to `--chart-11`. */
export const personColour = (userId: number): number => (userId % PERSON_COLOURS) + 1;
export const spaceColour = (spaceId: number): number => SPACE_COLOURS[spaceId % SPACE_COLOURS.length] as number;
