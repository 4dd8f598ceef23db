// Reads the results of test programs: the outcome of each test by its name.

export type Outcome = "passed" | "failed" | "skipped";
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Of `jest --json`. */
export function readJest(text: string): Outcomes {
  const { testResults } = JSON.parse(text) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ name: `${fileName(name)}: ${fullName}`, status })),
  );
  return collect(all.map(({ name, status }) => [name, status === "passed" || status === "failed" ? status : "skipped"]));
}

/** Of `pytest --junitxml`. */
export function readJunit(text: string): Outcomes {
  const cases = text.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return collect(
    [...cases].map(([, attributes = "", inside = ""]) => {
      const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
      const outcome = /<(failure|error)\b/.test(inside) ? "failed" : /<skipped\b/.test(inside) ? "skipped" : "passed";
      return [`${value("classname")}: ${value("name")}`, outcome];
    }),
  );
}

/** Of `go test -json`. A test with subtests counts by those. */
export function readGo(text: string): Outcomes {
  const ends: [string, Outcome][] = [];
  for (const line of text.split("\n").filter((each) => each.startsWith("{"))) {
    const { Action: action, Test: name } = JSON.parse(line) as { Action: string; Test?: string };
    const outcome = ({ pass: "passed", fail: "failed", skip: "skipped" } as const)[action];
    if (name !== undefined && outcome) ends.push([name, outcome]);
  }
  return collect(ends.filter(([name]) => !name.includes("/")));
}

/** Tests that share a name count separately. */
function collect(list: readonly [string, Outcome][]): Outcomes {
  const counts = new Map<string, number>();
  return new Map(
    list.map(([name, outcome]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, outcome];
    }),
  );
}

const fileName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Tests that need a server: neither passed without one, nor skipped. */
export function needServer(without: Outcomes, ...runs: Outcomes[]): string[] {
  const names = new Set(runs.flatMap((run) => [...run.keys()]));
  const isRun = (name: string) => runs.some((run) => (run.get(name) ?? "skipped") !== "skipped");
  return [...names].filter((name) => isRun(name) && without.get(name) !== "passed");
}

export function count(names: readonly string[], outcomes: Outcomes): number {
  return names.filter((name) => outcomes.get(name) === "passed").length;
}
