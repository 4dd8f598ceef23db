// A list that auth answers in pages, for components: loaded anew when its path changes, and longer at a wish.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { askAdmin } from "./ask.ts";
import { useConsole } from "./console.ts";

/** `path` has a query. */
export function usePages<Page extends { next_cursor?: string }>(path: string) {
  const console = useConsole();
  const pages = useSignal<readonly Page[] | undefined>(undefined);
  const problem = useSignal<Refusal | undefined>(undefined);
  const turn = useRef(0);
  const load = async (cursor?: string) => {
    const mine = ++turn.current;
    problem.value = undefined;
    try {
      const { answer } = await askAdmin<Page>(console, cursor === undefined ? path : `${path}&cursor=${cursor}`);
      if (mine === turn.current) pages.value = cursor === undefined ? [answer] : [...(pages.value ?? []), answer];
    } catch (error) {
      if (mine === turn.current) problem.value = error as Refusal;
    }
  };
  useEffect(() => {
    pages.value = undefined;
    void load();
  }, [path]);
  return {
    /** Undefined until the first has come. */
    pages: pages.value,
    problem: problem.value,
    next: pages.value?.at(-1)?.next_cursor,
    load,
    /** What came first, once more. Who has gone on reading is left in peace. */
    refresh: () => {
      if (pages.value?.length === 1) void load();
    },
  };
}
