// Why somebody was not let in, in words. What has no text of ours keeps auth's code.
import { refusalWords } from "./words.ts";

export const refusalText = (code: string): string => refusalWords.codes[code as keyof typeof refusalWords.codes] ?? code;
