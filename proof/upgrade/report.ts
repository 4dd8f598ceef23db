// Reports comparisons and differences as a table and lines.
import type { Read } from "./reads.ts";

export interface DifferentAnswer {
  read: Read;
  lines: string[];
}

interface Compared {
  reads: readonly Read[];
  differences: readonly DifferentAnswer[];
  /** Allowed differences, with their reasons. */
  named: ReadonlyMap<string, string>;
}

export function reportOf({ reads, differences, named }: Compared): { text: string; isSame: boolean } {
  const isNamed = ({ lines }: DifferentAnswer) => lines.every((line) => named.has(line));
  const rows = (["auth", "finance"] as const).map((service) => {
    const ofService = reads.filter((read) => read.service === service);
    const differing = differences.filter(({ read }) => read.service === service);
    const expected = differing.filter(isNamed).length;
    const routes = new Set(ofService.map(({ route }) => route)).size;
    return [service, routes, ofService.length, ofService.length - differing.length, expected, differing.length - expected];
  });
  const actual = new Set(differences.flatMap(({ lines }) => lines));
  const stale = [...named.keys()].filter((line) => !actual.has(line));
  const unnamed = differences.filter((each) => !isNamed(each));
  const counted = new Map<string, { count: number; example: string }>();
  for (const { read, lines } of differences)
    for (const line of lines) {
      const { count = 0, example = read.path } = counted.get(line) ?? {};
      counted.set(line, { count: count + 1, example });
    }
  const listed = (expected: (line: string) => boolean) =>
    [...counted].filter(([line]) => expected(line)).map(([line, { count, example }]) => `${count} × ${line}   (${example})`);
  const text = [
    table(["service", "routes", "requests", "the same", "differ as named", "differ"], rows),
    ...section(
      "Differ as named:",
      listed((line) => named.has(line)),
    ),
    ...section(
      "Differ:",
      listed((line) => !named.has(line)),
    ),
    ...section("Named, and do not differ:", stale),
  ].join("\n");
  return { text, isSame: unnamed.length === 0 && stale.length === 0 };
}

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];

function table(head: readonly string[], rows: readonly (string | number)[][]): string {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
