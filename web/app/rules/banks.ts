// The mark of an account or a card: two letters on the bank's colour, found by name. No logos.
import { contrast, parse } from "./colour.ts";
import { plainText } from "./plain_text.ts";

/** The largest banks of Brazil and what people use like one. The first that fits wins: special names stand before general ones. */
const BANKS: readonly [words: RegExp, letters: string, colour: string][] = [
  [/\bnu\b|nubank|\bnu ?conta/, "Nu", "820ad1"],
  [/itau/, "It", "ec7000"],
  [/bradesco/, "Br", "cc092f"],
  [/santander/, "Sa", "ec0000"],
  [/caixa|\bcef\b/, "Cx", "005ca9"],
  [/banco do brasil|\bbb\b/, "BB", "fae128"],
  [/nordeste|\bbnb\b/, "BN", "a6193c"],
  [/banrisul/, "Bs", "0055a5"],
  [/\bbrb\b/, "BR", "0072bc"],
  [/banestes/, "Be", "0054a6"],
  [/banpara/, "Bp", "c8102e"],
  [/banese/, "Bn", "00843d"],
  [/amazonia|\bbasa\b/, "Am", "007a3d"],
  [/\bc6\b/, "C6", "242424"],
  [/btg/, "BT", "001e62"],
  [/\bxp\b/, "XP", "000000"],
  [/\brico\b/, "Ri", "ff5200"],
  [/\bclear\b/, "Cl", "1c7a8a"],
  [/mercado ?pago/, "MP", "00a5e5"],
  [/picpay/, "PP", "11a84b"],
  [/pag ?bank|pag ?seguro/, "PB", "1bb99a"],
  [/\bstone\b/, "St", "00a868"],
  [/banco inter|\binter\b/, "In", "ff7a00"],
  [/\bneon\b/, "Ne", "0aa0d8"],
  [/\bnext\b/, "Nx", "00c853"],
  [/\bwill\b/, "Wi", "ffd900"],
  [/digio/, "Di", "002d72"],
  [/original/, "Or", "00a857"],
  [/\bpan\b/, "Pa", "00a3e0"],
  [/\bbmg\b/, "BM", "fa6300"],
  [/\bbv\b|votorantim/, "BV", "223aa0"],
  [/safra/, "Sf", "0a1f44"],
  [/daycoval/, "Da", "004b8d"],
  [/sofisa/, "So", "005d4e"],
  [/agibank|\bagi\b/, "Ag", "0063f7"],
  [/mercantil/, "Me", "1d5ba5"],
  [/sicoob/, "Si", "003641"],
  [/sicredi/, "Sc", "3fa110"],
  [/unicred/, "Un", "00995d"],
  [/cresol/, "Cr", "f58220"],
  [/\bwise\b/, "Ws", "9fe870"],
  [/nomad/, "No", "ffe100"],
  [/revolut/, "Re", "191c1f"],
];

export interface BankMark {
  letters: string;
  /** Absent for a name that is no bank's. */
  colour?: string;
  /** Of the colour: letters on it are black or white. */
  shade?: "light" | "dark";
}

export function bankMarkOf(name: string): BankMark {
  const text = plainText(name);
  const [, letters, colour] = BANKS.find(([words]) => words.test(text)) ?? [];
  if (letters === undefined || colour === undefined) return { letters: initialsOf(name) };
  const isDark = contrast(parse(colour) as NonNullable<ReturnType<typeof parse>>, [255, 255, 255]) >= 4.5;
  return { letters, colour: `#${colour}`, shade: isDark ? "dark" : "light" };
}

/** Of the first two words, or the first two letters of one. */
export function initialsOf(name: string): string {
  const [first = "", second] = name.trim().split(/[\s(]+/);
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join("").toLocaleUpperCase("pt-BR");
}
