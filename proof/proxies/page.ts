// The configuration on a page of docs/proxies: what stands there is what runs.
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";

export interface Sample {
  /** Of the file `.env`. */
  variables: Record<string, string>;
  /** Of the proxy. */
  configuration: string;
}

/** `language`: of the block with the proxy's configuration. */
export async function readPage(name: string, language: string): Promise<Sample> {
  const page = await readFile(new URL(`../../docs/proxies/${name}.md`, import.meta.url), "utf8");
  return {
    variables: parseEnv(blockOf(page, "ini", name)) as Record<string, string>,
    configuration: blockOf(page, language, name),
  };
}

function blockOf(page: string, language: string, name: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text]) => text as string);
  if (blocks.length !== 1) throw new Error(`docs/proxies/${name}.md has ${blocks.length} blocks of ${language}, not one`);
  return blocks[0] as string;
}

/** Replaces every occurrence. A text that is not there is a mistake: the page has changed, and the run would try something else. */
export function replaced(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the page no longer has ${JSON.stringify(from)}`);
    return result.replaceAll(from, to);
  }, text);
}
