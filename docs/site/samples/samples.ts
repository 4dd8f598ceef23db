// The samples of the site's pages: fenced blocks, each with a mark behind its language that says how it is tried.
//   ```sh run              run against the services, after the blocks before it on the page
//   ```json answer         the last answer of the block before it has these keys, of these types
//   ```yaml parsed         read by a parser of its language
//   ```sh shown <reason>   only shown; the reason says why it cannot be tried
// Pages outside of docs/site/pages may leave the mark away: such a block is parsed.
// Blocks without a language and of `text` are output. `mermaid` is drawn when the site is built.
import { PAGES_FOLDER } from "../navigation.ts";
import type { SitePage } from "../pages.ts";

const MARKS = ["run", "answer", "parsed", "shown"] as const;
export type Mark = (typeof MARKS)[number];

export interface Sample {
  page: string;
  /** Of the file that holds the page. */
  source: string;
  line: number;
  language: string;
  mark: Mark | undefined;
  /** What stands behind the mark. */
  rest: string;
  text: string;
}

/** tidy/style.test.ts and docs/generate.test.ts compare them with the code that they are from. */
const COMPARED = new Set(["STYLE.md", "docs/command_line.md"]);

const OUTPUT = new Set(["", "text", "mermaid"]);

export function samplesIn({ path, source, text }: SitePage): Sample[] {
  const samples: Sample[] = [];
  if (source !== undefined && COMPARED.has(source)) return samples;
  let open: { indent: string; fence: string; sample: Sample; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", fence, info = ""] = line.match(/^(\s*)(```+|~~~+)\s*(.*)$/) ?? [];
    if (open === undefined && fence !== undefined) {
      const [language = "", mark = "", ...rest] = info.trim().split(/\s+/);
      const sample = {
        page: path,
        source: source ?? path,
        line: index + 1,
        language,
        mark: MARKS.find((each) => each === mark) ?? (source?.startsWith(PAGES_FOLDER) ? undefined : "parsed"),
        rest: rest.join(" "),
        text: "",
      };
      open = { indent, fence, sample, lines: [] };
    } else if (open && fence?.startsWith(open.fence) && info === "") {
      if (!OUTPUT.has(open.sample.language)) samples.push({ ...open.sample, text: `${open.lines.join("\n")}\n` });
      open = undefined;
    } else open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return samples;
}

export const nameOf = ({ source, line, language }: Sample) => `${source}:${line} (${language})`;
