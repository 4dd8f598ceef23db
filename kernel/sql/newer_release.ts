// Whether a newer release has changed a schema so far that this one cannot work with it: one minor version apart is promised.
import { OperatorError } from "../process/operator_error.ts";
import { VERSION } from "../process/version.ts";

export interface AppliedMigration {
  name: string;
  checksum: string;
  /** The release that applied it; null before 0.3.0. */
  release: string | null;
}

/** The newest release that changed the schema, if it is more than one minor version ahead of `version`. */
export function releaseAhead(
  applied: readonly AppliedMigration[],
  known: ReadonlySet<string>,
  version: string = VERSION,
): string | undefined {
  const [major, minor] = partsOf(version);
  const ahead = applied.flatMap(({ name, release }) => {
    if (release === null || known.has(name)) return [];
    const [otherMajor, otherMinor] = partsOf(release);
    return otherMajor > major || (otherMajor === major && otherMinor > minor + 1) ? [release] : [];
  });
  return ahead.sort(compare).at(-1);
}

export function tooNew(schema: string, release: string): OperatorError {
  return new OperatorError(
    `The schema "${schema}" was brought up to date by Cofre ${release}, and this is ${VERSION}, which can work with at most the next minor ` +
      `version. Nothing was changed. Run ${release} or newer, or restore a backup that is as old as this version.`,
  );
}

function compare(one: string, other: string): number {
  const [[major, minor], [otherMajor, otherMinor]] = [partsOf(one), partsOf(other)];
  return major - otherMajor || minor - otherMinor;
}

/** Major and minor version. */
function partsOf(version: string): [number, number] {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return [major, minor];
}
