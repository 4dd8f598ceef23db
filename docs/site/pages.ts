// All pages of the site as Markdown whose links lead to other pages of the site.
import { readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { errorPages } from "./errors/error_pages.ts";
import { apiGroups, apiPages } from "./generated/api.ts";
import { configurationPages } from "./generated/configuration.ts";
import { changeLinks, type Link, titleOf } from "./markdown.ts";
import { type PageEntry, type PageGroup, SECTIONS, type Section, STAND_INS, UNLISTED } from "./navigation.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface SitePage {
  path: string;
  title: string;
  /** Its file in the repository; undefined if it is generated. */
  source: string | undefined;
  text: string;
}

export interface Site {
  sections: readonly Section[];
  pages: ReadonlyMap<string, SitePage>;
  /** Files of the repository that pages show or offer: published below `files`. */
  files: ReadonlySet<string>;
}

export function readSite(): Site {
  const generated = new Map([...configurationPages(), ...apiPages(), ...errorPages()].map((each) => [each.path, each.text]));
  const sections = SECTIONS.map((section) =>
    section.folder === "reference"
      ? withGroups(section, [{ title: "Errors", pages: errorPages(), listed: 1 }, ...apiGroups()])
      : section,
  );
  const entries = [...sections.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages)), ...UNLISTED];
  const bySource = new Map([...entries.map(({ source, path }) => [source, path] as const), ...Object.entries(STAND_INS)]);
  const files = new Set<string>();
  const pages = entries.map((entry): [string, SitePage] => {
    const generatedText = generated.get(entry.path);
    const text = withSiteLinks(generatedText ?? readPage(entry), entry, bySource, files);
    return [
      entry.path,
      { path: entry.path, title: titleOf(text), source: generatedText === undefined ? entry.source : undefined, text },
    ];
  });
  return { sections, pages: new Map(pages), files };
}

function withGroups(section: Section, groups: readonly PageGroup[]): Section {
  return { ...section, groups: [...section.groups, ...groups] };
}

function readPage({ source }: PageEntry): string {
  return readFileSync(`${ROOT}${source}`, "utf8").replace(/^<!--[\s\S]*?-->\n/gm, "");
}

function withSiteLinks(text: string, { source }: PageEntry, bySource: ReadonlyMap<string, string>, files: Set<string>): string {
  return changeLinks(text, (link) => siteLink(link, source, bySource, files));
}

/** A file of the repository that is no page: pictures and examples are published, for others its path is shown. */
function siteLink(link: Link, source: string, bySource: ReadonlyMap<string, string>, files: Set<string>): string {
  const { text, target, isImage } = link;
  const bang = isImage ? "!" : "";
  if (/^([a-z]+:|#|\/)/.test(target)) return `${bang}[${text}](${target})`;
  const [path = "", anchor] = target.split("#");
  const file = posix.join(posix.dirname(source), path).replace(/\/$/, "");
  const page = bySource.get(file);
  if (page !== undefined) return `[${text}](/${page}.md${anchor === undefined || file in STAND_INS ? "" : `#${anchor}`})`;
  const isFile = statSync(`${ROOT}${file}`, { throwIfNoEntry: false })?.isFile();
  if (isFile && /^(docs|deploy)\//.test(file) && !/\.(md|ts|mjs)$/.test(file)) {
    files.add(file);
    const dark = file.replace(/\.webp$/, "_dark.webp");
    if (isImage && dark !== file && statSync(`${ROOT}${dark}`, { throwIfNoEntry: false })) files.add(dark);
    return `${bang}[${text}](/files/${file})`;
  }
  return text.replaceAll("`", "") === path ? `\`${file}\`` : `${text} (\`${file}\` of the sources)`;
}
