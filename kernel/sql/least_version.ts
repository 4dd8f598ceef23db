// The oldest release that can run on a schema. A migration that older releases cannot bear says so in its first line, and the
// database remembers it, because an older program has no such file.
import { OperatorError } from "../process/operator_error.ts";

const LINE = /^-- least version: (\d+\.\d+\.\d+)\n/;
const ROW = /^least version (\d+\.\d+\.\d+)$/;

/** The row of `migrations` for a file that begins with `-- least version: 0.4.0`. */
export function leastVersionRow(text: string): string | undefined {
  const [, version] = LINE.exec(text) ?? [];
  return version && `least version ${version}`;
}

/** Throws if a newer release has migrated the schema so that this one would fail on it. `names`: those of the applied migrations. */
export function requireLeastVersion(names: readonly string[], schema: string, own: string): void {
  const versions = names.flatMap((name) => ROW.exec(name)?.[1] ?? []);
  const [newest] = versions.toSorted((one, other) => compareVersions(other, one));
  if (newest === undefined || compareVersions(own, newest) >= 0) return;
  throw new OperatorError(
    `The schema "${schema}" of this database was migrated by a newer version and needs Cofre ${newest} or newer; this is ${own}. ` +
      "Nothing was changed. Start that version, or restore a backup from before the upgrade.",
  );
}

/** A suffix such as -rc.1 counts as the release. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split("-", 1)[0]?.split(".").map(Number) ?? []);
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
