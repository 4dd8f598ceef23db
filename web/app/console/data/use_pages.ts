// A list that auth answers in pages, for components: loaded anew when its path changes, and longer at a wish.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { askAdmin } from "./ask.ts";
import { useConsole } from "./console.ts";

/** `path` has a query. */
export function usePages<Page extends object>(path: string) {
  const console = useConsole();
  const pages = useSignal<readonly Page[] | undefined>(undefined);
  const next = useSignal<string | undefined>(undefined);
  const problem = useSignal<Refusal | undefined>(undefined);
  const isLoading = useSignal(false);
  const turn = useRef(0);
  const load = async (cursor?: string) => {
    const mine = ++turn.current;
    problem.value = undefined;
    isLoading.value = true;
    try {
      const { answer, next: linked } = await askAdmin<Page>(console, cursor === undefined ? path : `${path}&cursor=${cursor}`);
      if (mine !== turn.current) return;
      pages.value = cursor === undefined ? [answer] : [...(pages.value ?? []), answer];
      next.value = (answer as { next_cursor?: string }).next_cursor ?? linked;
    } catch (error) {
      if (mine === turn.current) problem.value = error as Refusal;
    } finally {
      if (mine === turn.current) isLoading.value = false;
    }
  };
  useEffect(() => {
    pages.value = undefined;
    next.value = undefined;
    void load();
  }, [path]);
  return {
    /** Undefined until the first has come. */
    pages: pages.value,
    problem: problem.value,
    /** Where the list goes on: in the answer, or in its header `Link`. */
    next: next.value,
    isLoading: isLoading.value,
    load,
    /** What came first, once more. Who has gone on reading is left in peace. */
    refresh: () => {
      if (pages.value?.length === 1) void load();
    },
  };
}
