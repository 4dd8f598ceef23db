// Rules for documents: decision records have a date and a status, and lines of prose are short.
import { basename } from "node:path/posix";
import type { Files } from "./files.ts";

const MOST_CHARACTERS = 160;
const DATE_AND_STATUS = /^\d{4}-\d\d-\d\d, (accepted|superseded)\b/;
const GENERATED = /^(<!-- )?Made .*by `npm run generate`/m;
/** A line that cannot be wrapped: only a link or an address, also in a list. */
const LINK = /^\s*([-*] )?(\[[^\]]*\]\([^)]*\)|\[[^\]]*\]: \S+|<?https?:\S+)[.,;]?$/;

/** The third line of a decision record has its date and status. */
export function recordsWithoutDate(files: Files): string[] {
  return [...files]
    .filter(([path]) => path.startsWith("docs/decisions/") && /^\d{3}_\w+\.md$/.test(basename(path)))
    .filter(([, text]) => !DATE_AND_STATUS.test(text.split("\n")[2] ?? ""))
    .map(([path]) => `${path}: has no date and status as its third line`);
}

/** Generated pages and files of a release are excluded. */
export function longProse(files: Files): string[] {
  return [...files]
    .filter(([path, text]) => path.endsWith(".md") && !path.startsWith("docs/releases/") && !GENERATED.test(text))
    .flatMap(([path, text]) => longLines(text).map((line) => `${path}:${line}: has more than ${MOST_CHARACTERS} characters`));
}

/** Code blocks, tables and headings are excluded. */
function longLines(text: string): number[] {
  let inCode = false;
  return text.split("\n").flatMap((line, index) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    if (inCode || isFence || line.length <= MOST_CHARACTERS || /^\s*[|#]/.test(line) || LINK.test(line)) return [];
    return [index + 1];
  });
}

const MOST_WORDS = 25;

/** On the pages that are written for the site. Code, tables, headings and the matter before a page are excluded. */
export function longSentences(files: Files): string[] {
  return [...files]
    .filter(([path]) => /^docs\/site\/pages\/.+\.md$/.test(path))
    .flatMap(([path, text]) =>
      sentencesOf(text)
        .filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)
        .map((sentence) => `${path}: has more than ${MOST_WORDS} words: ${sentence.slice(0, 80)}`),
    );
}

function sentencesOf(text: string): string[] {
  const prose = text
    .replace(/^---\n.*?\n---\n/s, "")
    .replace(/^\s*(```+|~~~+).*?^\s*\1$/gms, "")
    .replace(/^\s*([|#:].*|)$/gm, "\n")
    .replace(/^\s*([-*]|\d+\.) /gm, "\n\n");
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.trim().split(/(?<=[.:!?;]["*`)]*)\s+/))
    .map((sentence) => sentence.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim())
    .filter((sentence) => sentence !== "");
}
