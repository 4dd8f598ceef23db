// Elements of an XML file, each with what is inside, one at a time: the file itself is never kept as a tree.
import { tagsOf, withoutEntities } from "./markup.ts";

export interface Element {
  name: string;
  attributes: string;
  at: number;
  text: string;
  children: Element[];
}

const MOST_INSIDE = 5_000;
const DEEPEST = 40;

/** The outermost elements with these names. What is nested too deep or too much is cut off, not followed. */
export function* elementsOf(source: string, names: ReadonlySet<string>): Generator<Element> {
  const open: Element[] = [];
  let inside = 0;
  for (const { name, kind, attributes, at, text } of tagsOf(source)) {
    const parent = open.at(-1);
    if (kind === "close") {
      const index = open.findLastIndex((each) => each.name === name);
      if (index < 0) continue;
      const [closed] = open.splice(index);
      if (index === 0 && closed) yield closed;
      continue;
    }
    if (!parent && !names.has(name)) continue;
    if (!parent) inside = 0;
    const element: Element = { name, attributes, at, text: withoutEntities(text).trim(), children: [] };
    if (++inside <= MOST_INSIDE) parent?.children.push(element);
    if (kind === "open" && open.length < DEEPEST) open.push(element);
    else if (!parent) yield element;
  }
}

/** What a path of names leads to first. */
export function find(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>((from, name) => from?.children.find((child) => child.name === name), element);
}

export function textAt(element: Element | undefined, ...path: string[]): string {
  return find(element, ...path)?.text ?? "";
}
