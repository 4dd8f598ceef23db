// Reads untrusted XML so strictly that no two parsers can disagree: no document types, entities, comments or CDATA, every tag closed.
// Its size is limited before anything is built.
import { createRequire } from "node:module";

/** As much of an element as is looked at. The types of the library would bring those of browsers into all of this program. */
export interface XmlElement {
  readonly nodeType: number;
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlElement>;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string; readonly namespaceURI: string | null }>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  toString(): string;
}

interface Xmldom {
  DOMParser: new (options: {
    errorHandler: Record<"warning" | "error" | "fatalError", (message: string) => void>;
  }) => { parseFromString(text: string, mediaType: string): { documentElement: XmlElement | null } };
}

/** Loaded with the first document. */
const xmldom = () => createRequire(import.meta.url)("@xmldom/xmldom") as Xmldom;
const ELEMENT = 1;

/** What is wrong with it, for the operator's log. It holds nothing of what was sent. */
export class XmlProblem extends Error {}

export interface XmlBounds {
  characters: number;
  elements: number;
  /** Metadata that administrators bring may have them; answers may not. */
  comments?: boolean;
}

const MOST_DEPTH = 32;
const MOST_ATTRIBUTES = 32;

const DECLARATION = /^\uFEFF?<\?xml [^<>?]*\?>/;
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y;
const TAG = /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const VALUE = /"[^"]*"|'[^']*'/g;
const CHARACTERS = /[^<]*/y;
const BAD_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos);|#(\d{1,7});|#x([0-9a-fA-F]{1,6});|)/g;

export function readXml(text: string, bounds: XmlBounds): XmlElement {
  scan(text, bounds);
  const problem = (message: string) => {
    throw new XmlProblem(`it is no XML: ${message.slice(0, 100)}`);
  };
  const { DOMParser } = xmldom();
  const parser = new DOMParser({ errorHandler: { warning: problem, error: problem, fatalError: problem } });
  const { documentElement } = parser.parseFromString(text, "text/xml");
  if (!documentElement) throw new XmlProblem("it has no root");
  return documentElement;
}

function scan(text: string, { characters, elements, comments = false }: XmlBounds): void {
  if (text.length > characters) throw new XmlProblem(`it has more than ${characters} characters`);
  if (BAD_CHARACTER.test(text)) throw new XmlProblem("it has characters that no XML has");
  const open: string[] = [];
  let count = 0;
  let at = DECLARATION.exec(text)?.[0].length ?? (text.startsWith("\uFEFF") ? 1 : 0);
  while (at < text.length) {
    const [between] = match(CHARACTERS, text, at) as [string];
    if (open.length === 0 && between.trim() !== "") throw new XmlProblem("it has text outside of its root");
    requirePlainReferences(between);
    at += between.length;
    if (at === text.length) break;
    const comment = comments ? match(COMMENT, text, at) : undefined;
    if (comment) {
      at += comment[0].length;
      continue;
    }
    const tag = match(TAG, text, at);
    if (!tag) throw new XmlProblem("it has something besides elements and text");
    const [whole, isEnd, name = "", attributes = "", isEmpty] = tag;
    at += whole.length;
    requirePlainReferences(attributes);
    if (isEnd) {
      if (open.pop() !== name || attributes !== "" || isEmpty) throw new XmlProblem("its tags do not match");
      continue;
    }
    if (open.length === 0 && count > 0) throw new XmlProblem("it has more than one root");
    if (++count > elements) throw new XmlProblem(`it has more than ${elements} elements`);
    if ((attributes.match(VALUE)?.length ?? 0) > MOST_ATTRIBUTES) throw new XmlProblem("an element has too many attributes");
    if (!isEmpty) open.push(name);
    if (open.length > MOST_DEPTH) throw new XmlProblem(`it is nested more than ${MOST_DEPTH} deep`);
  }
  if (open.length > 0 || count === 0) throw new XmlProblem("its tags do not match");
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** The five entities that every XML has, and numbers of characters that a text may hold. */
function requirePlainReferences(text: string): void {
  for (const [whole, decimal, hexadecimal] of text.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0x20;
    if (whole === "&" || code > 0x10ffff || BAD_CHARACTER.test(String.fromCodePoint(code)))
      throw new XmlProblem("it has an entity that no XML has");
  }
}

/** The elements directly below with this name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return elementsOf(element).filter((each) => each.localName === name && each.namespaceURI === namespace);
}

/** All elements directly below. */
export function elementsOf(element: XmlElement): XmlElement[] {
  return Array.from(element.childNodes).filter(({ nodeType }) => nodeType === ELEMENT);
}

/** The element and all below it, whatever they are called. */
export function everyElement(element: XmlElement): XmlElement[] {
  return [element, ...elementsOf(element).flatMap(everyElement)];
}

/** Undefined where it has none. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/** The text of an element that holds nothing else; undefined where it holds elements. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (!element || elementsOf(element).length > 0) return undefined;
  return (element.textContent ?? "").trim();
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

export function isMoment(text: string): boolean {
  return MOMENT.test(text) && !Number.isNaN(new Date(text).getTime());
}

/** Undefined where the attribute is missing. */
export function momentOf(element: XmlElement | undefined, name: string): Date | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  if (!isMoment(text)) throw new XmlProblem(`${name} is no moment`);
  return new Date(text);
}
