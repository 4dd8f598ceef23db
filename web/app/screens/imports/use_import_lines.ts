// All lines of an import, in pages. A decision is shown at once and sent after it; others than these lines are not loaded again.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call, write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { waits } from "../../rules/imports.ts";
import type { Category, Decision, Import, ImportLine, Refusal } from "../../rules/records.ts";

/** As many as finance answers at once. */
const PAGE = 500;

export interface LinesState {
  lines: readonly ImportLine[];
  /** Whether every page was loaded once. */
  isWhole: boolean;
  problem?: Refusal;
}

export interface ImportLines extends LinesState {
  reload: () => Promise<void>;
  /** Answers the line as finance has it now. Throws a Refusal, and then shows the line as it was. */
  decide: (line: ImportLine, decision: Decision) => Promise<ImportLine>;
}

export function useImportLines(path: string, from: Import): ImportLines {
  const store = useStore();
  const state = useSignal<LinesState>({ lines: [], isWhole: false });
  const loads = useRef(0);
  /** Lines that were decided while pages were loading: those pages may be older. */
  const decided = useRef(new Map<number, ImportLine>());
  const sends = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(new Map<number, Decision>());

  const reload = async () => {
    const load = ++loads.current;
    decided.current = new Map();
    const lines: ImportLine[] = [];
    const current = () => lines.map((each) => decided.current.get(each.n) ?? each);
    try {
      for (let hasMore = true; hasMore; ) {
        const page = await call<ImportLine[]>(store, `/api/finance${path}/lines?limit=${PAGE}&after=${lines.at(-1)?.n ?? 0}`);
        if (load !== loads.current) return;
        lines.push(...page);
        hasMore = page.length === PAGE;
        if (!hasMore || !state.peek().isWhole) state.value = { lines: current(), isWhole: !hasMore };
      }
    } catch (error) {
      if (load === loads.current) state.value = { ...state.peek(), problem: error as Refusal };
    }
  };

  const replace = (line: ImportLine) => {
    decided.current.set(line.n, line);
    state.value = { ...state.peek(), lines: state.peek().lines.map((each) => (each.n === line.n ? line : each)) };
  };

  const decide = async (line: ImportLine, decision: Decision) => {
    latest.current.set(line.n, decision);
    replace({ ...line, decision });
    // One after the other, so that two decisions about a line arrive in their order.
    const sending = sends.current.then(() => write<ImportLine>(store, "PUT", `${path}/lines/${line.n}`, decision));
    sends.current = sending.catch(() => {});
    const isLatest = () => latest.current.get(line.n) === decision;
    try {
      const { record } = await sending;
      if (isLatest()) replace(record);
      return record;
    } catch (error) {
      if (isLatest()) replace(line);
      throw error;
    }
  };

  // Rules and categories, here or elsewhere, change what lines are filled with.
  const rules = useData<object[]>("/import_rules").data;
  const categories = useData<Category[]>("/categories").data;
  const { lines, isWhole } = state.value;
  const filledBy = useRef<readonly unknown[]>([]);
  useEffect(() => {
    const [lastRules, lastCategories] = filledBy.current;
    filledBy.current = [rules, categories];
    const isFirstReply = (lastRules === undefined && rules) || (lastCategories === undefined && categories);
    // The first replies arrive while the lines are being loaded.
    if (loads.current === 0 || !isFirstReply) void reload();
  }, [path, from.state, rules, categories]);
  useEffect(() => {
    if (isWhole && isOutdated(from, lines)) void reload();
  }, [from]);
  return { ...state.value, reload, decide };
}

/** Whether somebody else has decided lines, or something has changed their verdicts. */
function isOutdated(from: Import, lines: readonly ImportLine[]): boolean {
  const counts: Record<string, number> = {};
  for (const { verdict } of lines) counts[verdict] = (counts[verdict] ?? 0) + 1;
  const isSame = Object.entries(from.counts).every(([verdict, count]) => counts[verdict] === count);
  const undecided = from.state === "preview" ? lines.filter(waits).length : 0;
  return !isSame || undecided !== from.undecided;
}
