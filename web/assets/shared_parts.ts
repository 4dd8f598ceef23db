// Which modules of the app come in one file. On a slow line a request takes as long as some twenty kilobytes: what screens share is not cut into many
// small files, as bundlers do by themselves, but into the app, what each of the most opened screens shares with others, and the rest.

export interface Output {
  bytes: number;
  entryPoint?: string;
  cssBundle?: string;
  inputs: Readonly<Record<string, unknown>>;
  imports: { path: string; kind: string }[];
}

export type Outputs = Readonly<Record<string, Output>>;

export interface Together {
  modules: string[];
  /** The entries that need any of them: they get all. */
  entries: string[];
}

/** They are opened first, so that nothing of other screens delays them. Quick entry is part of the app itself. */
const MOST_OPENED = ["overview", "transactions"];
/** What is less may come along with what else is shared. */
const SMALL_BYTES = 4_500;

/** By what a first bundling found: `core` is to come with the app. */
export function groupModules(outputs: Outputs, main: string): { core: string[]; groups: Together[] } {
  const app = Object.keys(outputs).find((path) => main in (outputs[path]?.inputs ?? {}) && !outputs[path]?.entryPoint);
  const parts = Object.keys(outputs).filter((path) => path !== app && !outputs[path]?.entryPoint);
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [{ path, entryPoint }] : []));
  const neededBy = new Map(entries.map(({ path, entryPoint }) => [entryPoint, reachedFrom(outputs, path)]));
  const screens = MOST_OPENED.map((name) => neededBy.get(`web/app/screens/${name}/${name}.tsx`) ?? new Set());
  const ofAll = parts.filter((part) => screens.every((needed) => needed.has(part)));
  const ofScreens = screens.map((needed) => parts.filter((part) => needed.has(part) && !ofAll.includes(part)));
  let rest = parts.filter((part) => !screens.some((needed) => needed.has(part)) && (outputs[part]?.bytes ?? 0) < SMALL_BYTES);
  for (let count = -1; count !== rest.length; ) {
    count = rest.length;
    const near = new Set([app, ...ofAll, ...rest]);
    rest = rest.filter((part) => outputs[part]?.imports.every(({ path }) => near.has(path)));
  }
  const modulesOf = (of: readonly string[]) => of.flatMap((part) => Object.keys(outputs[part]?.inputs ?? {}));
  const groups = [...ofScreens, rest].map((group) => ({
    modules: modulesOf(group),
    entries: [...neededBy].filter(([, needed]) => group.some((part) => needed.has(part))).map(([entry]) => entry),
  }));
  return { core: modulesOf(ofAll), groups: groups.filter(({ modules }) => modules.length > 0) };
}

function reachedFrom(outputs: Outputs, start: string): Set<string> {
  const reached = new Set<string>();
  const visit = (path: string) => {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "import-statement" || reached.has(next)) continue;
      reached.add(next);
      visit(next);
    }
  };
  visit(start);
  return reached;
}
