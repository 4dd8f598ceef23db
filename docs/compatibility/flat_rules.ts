// Rules for access tokens and configuration in patch and minor releases.

export interface Claim {
  type: string;
  optional?: true;
}

export type Claims = Readonly<Record<string, Claim>>;

/** Claims may be added, but not removed or changed. */
export function checkClaims(before: Claims, now: Claims): string[] {
  return Object.entries(before).flatMap(([name, { type, optional }]) => {
    const entry = now[name];
    if (!entry) return [`claim ${name} is gone`];
    return [
      ...(entry.type === type ? [] : [`claim ${name} was ${type} and is ${entry.type}`]),
      ...(entry.optional && !optional ? [`claim ${name} may be missing now`] : []),
    ];
  });
}

export interface Variable {
  /** All names with prefixes; docs show the first. */
  names: readonly string[];
  required?: true;
  /** As described in the docs. */
  initial: string;
}

/** Set variables stay valid, and defaults stay the same. Descriptions are not compared. */
export function checkVariables(before: readonly Variable[], now: readonly Variable[]): string[] {
  const byName = new Map(now.flatMap((each) => each.names.map((name) => [name, each] as const)));
  const offences = before.flatMap((old) => {
    const lost = old.names.filter((name) => !byName.has(name)).map((name) => `variable ${name} is gone`);
    const entry = byName.get(old.names.find((name) => byName.has(name)) ?? "");
    if (!entry) return lost;
    const [name] = entry.names;
    return [
      ...lost,
      ...(entry.required && !old.required ? [`variable ${name} is required now`] : []),
      ...(!entry.required && !old.required && entry.initial !== old.initial
        ? [`the default of ${name} was ${old.initial} and is ${entry.initial}`]
        : []),
    ];
  });
  const oldNames = new Set(before.flatMap(({ names }) => names));
  const added = now.filter(({ names, required }) => required && !names.some((name) => oldNames.has(name)));
  return [...offences, ...added.map(({ names }) => `variable ${names[0]} is required now`)];
}
