// Whether attackers try a password first: sequences, keyboard rows, dates, common words. Only our pages use it; the API has auth's own rules.
import { COMMON_WORDS } from "./common_words.ts";

export function isCommonPassword(password: string): boolean {
  const plain = plainLetters(password);
  if (plain.length > LONGEST) return /^(.{1,4})\1+$/su.test(plain);
  return isPattern(plain) || isDay(plain) || hasCommonCore(plain);
}

/** Lists of common passwords have no longer ones. */
const LONGEST = 40;

const LONGEST_UNIT = 4;
const MOST_DIGITS = 4;
const MOST_SIGNS = 3;

/** Without case and accents. */
function plainLetters(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Only sequences, such as `abc123`, or a short unit repeated, such as `abab12abab12`. */
function isPattern(text: string): boolean {
  return isOfRows(text) || isRepeated(text);
}

function isRepeated(text: string): boolean {
  for (let length = 1; length * 2 <= text.length; length++) {
    const unit = text.slice(0, length);
    const isWhole = unit.repeat(Math.ceil(text.length / length)).startsWith(text);
    if (isWhole && (length <= LONGEST_UNIT || isPattern(unit) || hasCommonCore(unit))) return true;
  }
  return false;
}

const ROWS = [
  ...["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"],
  ...["1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qazwsxedcrfvtgbyhnujmikolp", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p"],
  ...[
    "zaq1xsw2cde3vfr4bgt5nhy6mju7",
    "147258369",
    "741852963",
    "159357",
    "123654789",
    "1a2b3c4d5e6f7g8h9i",
    "a1b2c3d4e5f6g7h8i9",
  ],
  ...["!@#$%^&*()", "!@#$%¨&*()"],
];
const BOTH_WAYS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(""))];
const SHORTEST_ROW = 3;

/** Split into pieces of three or more, each a sequence or one repeated character. */
function isOfRows(text: string): boolean {
  const isCutAt = [true];
  for (let end = SHORTEST_ROW; end <= text.length; end++)
    for (let start = 0; start <= end - SHORTEST_ROW; start++)
      if (isCutAt[start] && isRow(text.slice(start, end))) isCutAt[end] = true;
  return text !== "" && isCutAt[text.length] === true;
}

const isRow = (piece: string) => BOTH_WAYS.some((row) => row.includes(piece)) || /^(.)\1*$/u.test(piece);

/** A date in any order, such as a birthday: `31121999`, `1999-12-31`, `311299`. */
function isDay(text: string): boolean {
  const digits = text.replace(/[-/. ]/g, "");
  if (!/^(\d{6}|\d{8})$/.test(digits)) return false;
  const yearLength = digits.length - 4;
  const [first, last] = [digits.slice(0, yearLength), digits.slice(-yearLength)];
  return (isYear(last) && isDayOfYear(digits.slice(0, 4))) || (isYear(first) && isDayOfYear(digits.slice(yearLength)));
}

const isYear = (digits: string) => digits.length === 2 || /^(19|20)\d\d$/.test(digits);

function isDayOfYear(digits: string): boolean {
  const [one, other] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  const [least, most] = [Math.min(one, other), Math.max(one, other)];
  return least >= 1 && least <= 12 && most <= 31;
}

/** A common word with digits and signs before or after it. */
function hasCommonCore(text: string): boolean {
  const lead = /^[^a-z]*/.exec(text)?.[0].length ?? 0;
  const tail = /[^a-z]*$/.exec(text)?.[0].length ?? 0;
  if (lead === text.length) return false;
  for (let start = 0; start <= lead; start++)
    for (let end = 0; end <= tail; end++) {
      const isTrim = isDecoration(text.slice(0, start)) && isDecoration(text.slice(text.length - end));
      if (isTrim && isCommonWord(text.slice(start, text.length - end))) return true;
    }
  return false;
}

/** What people add because a form requires it: a few digits, a sequence or a date, and a few signs. */
function isDecoration(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  const isFew = digits.length <= MOST_DIGITS || isPattern(digits) || isDay(digits);
  return isFew && text.length - digits.length <= MOST_SIGNS;
}

const SIGNS_FOR_LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "€": "e",
  "6": "g",
  "9": "g",
  "!": "i",
  "1": "i",
  "|": "l",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "2": "z",
};

/** Also with signs instead of letters, and with spaces and dots between them. */
function isCommonWord(text: string): boolean {
  const joined = text.replace(/[\s._-]/g, "");
  const spelled = [...joined].map((each) => SIGNS_FOR_LETTERS[each] ?? each).join("");
  const withL = [...joined].map((each) => (each === "1" ? "l" : (SIGNS_FOR_LETTERS[each] ?? each))).join("");
  return [joined, spelled, withL].some((word) => COMMON_WORDS.has(word) || (word.length > SHORTEST_ROW && isOfRows(word)));
}
