// How often an entry is booked, as choices.
import type { Option } from "../ui/form.tsx";
import { entryWords } from "./words.ts";

export const REPEATS: readonly Option[] = [
  ["once", entryWords.once],
  ["parts", entryWords.parts],
  ["fixed", entryWords.fixed],
];
