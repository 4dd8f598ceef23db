// Heights of the rows of the table, in pixels: dense with a pointer, two lines on phones.
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { TableRow } from "../../rules/import_groups.ts";

type Heights = Record<TableRow["kind"], number>;

const DENSE: Heights = { group: 40, line: 32, offer: 44 };
const TOUCH: Heights = { group: 48, line: 44, offer: 56 };
export const NARROW: Heights = { group: 52, line: 56, offer: 168 };

export function useRowHeights(): Heights {
  const heights = useSignal(current());
  useLayoutEffect(() => {
    const queries = [WIDE, FINE].map((query) => matchMedia(query));
    const change = () => (heights.value = current());
    for (const each of queries) each.addEventListener("change", change);
    return () => {
      for (const each of queries) each.removeEventListener("change", change);
    };
  }, []);
  return heights.value;
}

const WIDE = "(min-width: 56rem)";
const FINE = "(pointer: fine)";
const current = () => (!matchMedia(WIDE).matches ? NARROW : matchMedia(FINE).matches ? DENSE : TOUCH);
