// The step between two versions, and the promises that apply to it.

export type Step = "patch" | "minor" | "major";

/** Database promises hold for patches, the others for minor releases too, none for major ones. */
export type Promised = "database" | "api" | "claims" | "configuration";

const HOLDS: Record<Step, readonly Promised[]> = {
  patch: ["database", "api", "claims", "configuration"],
  minor: ["api", "claims", "configuration"],
  major: [],
};

export function promisedFor(step: Step): readonly Promised[] {
  return HOLDS[step];
}

/** The same version counts as a patch, until its number is raised. */
export function stepBetween(released: string, current: string): Step {
  const [before, now] = [partsOf(released), partsOf(current)];
  if (compareVersions(current, released) < 0) throw new RangeError(`${current} is older than the release ${released}`);
  if (now[0] !== before[0]) return "major";
  return now[1] === before[1] ? "patch" : "minor";
}

export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const first = left.findIndex((part, index) => part !== right[index]);
  return first < 0 ? 0 : (left[first] as number) - (right[first] as number);
}

/** The newest release up to the current version; undefined before the first release. */
export function lastRelease(versions: readonly string[]): string | undefined {
  return versions
    .filter((version) => VERSION.test(version))
    .toSorted(compareVersions)
    .at(-1);
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

function partsOf(version: string): number[] {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (!parts) throw new RangeError(`${version} is no version of three numbers`);
  return parts;
}
