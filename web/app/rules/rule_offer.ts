// The rule that a corrected line of a file suggests: the same words of the bank get the same category and description.
import { creates } from "./imports.ts";
import type { ImportLine } from "./records.ts";

export interface RuleOffer {
  /** What the bank's text has to contain. */
  text: string;
  categoryId: number | undefined;
  description: string | undefined;
  tags: string[] | undefined;
  /** Other lines of the file that the rule would fill. */
  others: number;
}

/** Shorter words of the bank would fit too many lines. */
const SHORTEST = 4;
/** Finance takes no longer ones. */
const LONGEST = 100;

/** Undefined if nothing was corrected that a rule could repeat. */
export function offerFor(line: ImportLine, lines: readonly ImportLine[]): RuleOffer | undefined {
  const { category_id: categoryId, description, tags } = line.decision ?? {};
  const hasNews = categoryId !== undefined || description !== undefined || (tags?.length ?? 0) > 0;
  if (!hasNews || !creates(line) || !line.description) return undefined;
  const text = stableText(line.description);
  const others = lines.filter((each) => each.n !== line.n && isLike(each, line, text) && creates(each)).length;
  return { text, categoryId, description, tags, others };
}

/** The bank's text without the numbers and days at its end, which differ each time. */
export function stableText(text: string): string {
  const words = text.trim().split(/\s+/);
  const last = words.findLastIndex((word) => !/\d/.test(word.replace(/[-/]\d[\d/.-]*$/, "")));
  const stable = words
    .slice(0, last + 1)
    .join(" ")
    .replace(/[-/]\d[\d/.-]*$/, "");
  return (stable.length < SHORTEST ? text.trim() : stable).slice(0, LONGEST).trim();
}

function isLike(each: ImportLine, line: ImportLine, text: string): boolean {
  const isSameSign = (each.amount_cents ?? 0) > 0 === (line.amount_cents ?? 0) > 0;
  return isSameSign && foldText(each.description ?? "").includes(foldText(text));
}

/** As finance compares texts of banks. */
const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

export function ruleOf({ text, categoryId, description, tags }: RuleOffer, { amount_cents: cents }: ImportLine) {
  return {
    name: description ?? text,
    conditions: { text_contains: text, ...(cents !== null && cents !== 0 && { sign: cents > 0 ? "income" : "expense" }) },
    actions: {
      ...(categoryId !== undefined && { category_id: categoryId }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && tags.length > 0 && { tags }),
    },
  };
}
