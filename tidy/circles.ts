// Import cycles, types included: their files cannot be understood, tested or moved separately.
import type { Files } from "./files.ts";

/** Each cycle as a list of paths. */
export function circlesIn(importsOf: (path: string) => readonly string[], paths: Iterable<string>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  // Tarjan's algorithm: a file that reaches no earlier open one closes the cycle of all files opened since.
  const visit = (path: string): number => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    open.push(path);
    for (const next of importsOf(path)) {
      const reached = order.has(next) ? (open.includes(next) ? (order.get(next) as number) : Infinity) : visit(next);
      lowest.set(path, Math.min(lowest.get(path) as number, reached));
    }
    if (lowest.get(path) === order.get(path)) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(path) as number;
  };
  for (const path of paths) if (!order.has(path)) visit(path);
  return circles;
}

export function circleOffences(files: Files, importsOf: (path: string) => readonly string[]): string[] {
  const importedFiles = (path: string) => importsOf(path).filter((each) => files.has(each));
  return circlesIn(importedFiles, files.keys()).map((circle) => `${circle.toSorted().join(", ")}: import each other in a circle`);
}
