// Tags and texts of OFX, XML and HTML, one after the other, in one pass over the text and without a tree. Nothing is ever expanded
// but the few entities that stand for one character, and those once.

import { LIMITS } from "../limits.ts";

export interface Tag {
  /** In upper case, without its namespace. */
  name: string;
  kind: "open" | "close" | "empty";
  /** As written between the name and the bracket. */
  attributes: string;
  /** Of its bracket in the text. */
  at: number;
  /** What follows, up to the next tag; not yet free of entities. */
  text: string;
}

/** A file that declares entities or a DTD. Thrown by the pass, caught where the file is read. */
export class DeclaresEntities extends Error {}

/** `lenient`: HTML, where a doctype is harmless because nothing in it is followed. */
export function* tagsOf(source: string, lenient = false): Generator<Tag> {
  let at = nextTag(source, 0);
  let end = -1;
  while (at >= 0) {
    const first = source.charCodeAt(at + 1);
    if (first === EXCLAMATION || first === QUESTION) {
      at = nextTag(source, skipped(source, at, lenient));
      continue;
    }
    if (end <= at) end = source.indexOf(">", at + 1);
    if (end < 0) return;
    const inner = source.slice(at + 1, Math.min(end, at + MOST_TAG));
    if (inner.includes("<")) {
      at = nextTag(source, at + 1);
      continue;
    }
    const shape = TAG.exec(inner);
    const [text, next] = textFrom(source, end + 1, lenient);
    if (shape) {
      const kind = shape[1] === "/" ? "close" : inner.endsWith("/") ? "empty" : "open";
      yield { name: (shape[2] as string).toUpperCase(), kind, attributes: shape[3] ?? "", at, text };
    }
    at = next;
  }
}

/** A bracket that no name follows is text. */
function nextTag(source: string, from: number): number {
  let at = source.indexOf("<", from);
  while (at >= 0 && !/[a-z_/!?]/i.test(source.charAt(at + 1))) at = source.indexOf("<", at + 1);
  return at;
}

const EXCLAMATION = 33;
const QUESTION = 63;
const MOST_TAG = 4_000;
/** Of a text more is not looked at. It is still too long for a cell when each of its entities has become one character. */
const MOST_TEXT = LIMITS.cellCharacters * 12;
const TAG = /^(\/?)(?:[\w.-]+:)?([\w.-]+)\s*(.*)$/s;

/** The text up to the next tag, CDATA and comments within it taken in. */
function textFrom(source: string, from: number, lenient: boolean): [text: string, next: number] {
  let next = nextTag(source, from);
  let text = source.slice(from, Math.min(next < 0 ? source.length : next, from + MOST_TEXT));
  while (next >= 0 && source.charCodeAt(next + 1) === EXCLAMATION) {
    const end = skipped(source, next, lenient);
    const room = Math.max(0, MOST_TEXT - text.length);
    if (source.startsWith("<![CDATA[", next))
      text += source.slice(next + 9, Math.min(end - 3, next + 9 + room)).replaceAll("&", "&amp;");
    next = nextTag(source, end);
    text += source.slice(end, Math.min(next < 0 ? source.length : next, end + room));
  }
  return [text, next];
}

/** Where a comment, a CDATA section or a processing instruction ends. */
function skipped(source: string, at: number, lenient: boolean): number {
  const closing = source.startsWith("<!--", at)
    ? "-->"
    : source.startsWith("<![CDATA[", at)
      ? "]]>"
      : source.charCodeAt(at + 1) === QUESTION
        ? "?>"
        : ">";
  if (closing === ">" && !lenient) throw new DeclaresEntities();
  const end = source.indexOf(closing, at + 2);
  return end < 0 ? source.length : end + closing.length;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Once: `&amp;lt;` is `&lt;`. What is no entity, such as a bare `&`, stays. */
export function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** The value of an attribute, whatever its namespace. */
export function attribute(attributes: string, name: string): string | undefined {
  if (attributes === "") return;
  for (const [, key, double, single] of attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (key?.toLowerCase() === name.toLowerCase()) return withoutEntities(double ?? single ?? "");
  return;
}

/** Counts lines as a pass goes on, so that no position is looked at twice. */
export function lineCounter(source: string): (at: number) => number {
  let line = 1;
  let lineStart = 0;
  return (at) => {
    for (let next = source.indexOf("\n", lineStart); next >= 0 && next < at; next = source.indexOf("\n", lineStart)) {
      line++;
      lineStart = next + 1;
    }
    return line;
  };
}
