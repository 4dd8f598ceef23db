// Reads headings and links of Markdown, and changes links, outside of code.

const FENCE = /^\s*(```+|~~~+)/;
/** A code span, which may hold what looks like a link, or a link. */
const CODE_OR_LINK = /`(?:[^`\n]|\n(?!\n))*`|(!?)\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;

export interface Link {
  isImage: boolean;
  text: string;
  target: string;
}

/** Every link, by `change` in new form. */
export function changeLinks(markdown: string, change: (link: Link) => string): string {
  return changeProse(markdown, (prose) =>
    prose.replace(CODE_OR_LINK, (whole, bang: string | undefined, text: string, target: string) =>
      target === undefined ? whole : change({ isImage: bang === "!", text, target }),
    ),
  );
}

export function linksIn(markdown: string): Link[] {
  const links: Link[] = [];
  changeLinks(markdown, (link) => {
    links.push(link);
    return "";
  });
  return links;
}

/** Changes what stands between fences, in whole: a link may be broken over two lines. */
export function changeProse(markdown: string, change: (prose: string) => string): string {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = line.match(FENCE)?.[1];
    const opens = mark !== undefined && fence === undefined;
    const closes = mark !== undefined && fence !== undefined && mark.startsWith(fence);
    if (opens) parts.push({ isCode: true, lines: [] });
    (parts.at(-1) as { lines: string[] }).lines.push(line);
    if (closes) parts.push({ isCode: false, lines: [] });
    if (opens) fence = mark;
    else if (closes) fence = undefined;
  }
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ isCode, lines }) => (isCode ? lines.join("\n") : change(lines.join("\n"))))
    .join("\n");
}

/** The anchors of a page's headings, as GitHub names them. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  changeProse(markdown, (prose) => {
    for (const [, heading = ""] of prose.matchAll(/^#{1,6} (.+)$/gm)) anchors.add(freeAnchor(anchorOf(heading), anchors));
    return prose;
  });
  return anchors;
}

function freeAnchor(anchor: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? anchor : `${anchor}-${n}`;
    if (!taken.has(name)) return name;
  }
}

/** vitepress/config.mjs makes the anchors of the built pages in the same way. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

export function titleOf(markdown: string): string {
  const title = markdown.match(/^title: (.+)$/m)?.[1] ?? markdown.match(/^# (.+)$/m)?.[1];
  return (title ?? "").replaceAll("`", "");
}
