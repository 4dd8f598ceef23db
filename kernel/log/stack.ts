// Maps stacks of the joined program (release/package/join.ts) to its sources.
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

const PLACE = /(file:\S+\/program\/[\w-]+\.mjs):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap>();

export function inSources(stack: string): string {
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    try {
      const entry = mapOf(file).findEntry(Number(line) - 1, Number(column) - 1);
      if (!("originalSource" in entry)) return place;
      return `${new URL(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    } catch {
      // The files may have been replaced by an upgrade.
      return place;
    }
  });
}

/** Read only after an error, because it is as large as the program. */
function mapOf(file: string): SourceMap {
  const cached = maps.get(file);
  if (cached) return cached;
  const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), "utf8")) as SourceMapPayload);
  maps.set(file, map);
  return map;
}
