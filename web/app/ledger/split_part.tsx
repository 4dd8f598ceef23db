// The place of the parts in a form: a button until somebody splits, for which the fields are loaded then.
import { useEffect } from "preact/hooks";
import { EMPTY_LINE, type PartLine } from "../rules/split.ts";
import { useLate } from "../ui/use_late.ts";
import type { SplitFieldsProps } from "./split_fields.tsx";
import { splitWords } from "./split_words.ts";

interface SplitPartProps extends SplitFieldsProps {
  /** The first part begins with it. */
  category: string;
}

export function SplitPart({ category, ...props }: SplitPartProps) {
  const { part, open } = useLate(() => import("./split_fields.tsx"));
  const isSplit = props.lines.length > 0;
  useEffect(() => {
    if (isSplit) open();
  }, [isSplit]);
  const begin = (): PartLine[] => [{ ...EMPTY_LINE, category }, EMPTY_LINE];
  if (isSplit) return part ? <part.SplitFields {...props} /> : null;
  return (
    <button type="button" class="quiet small split-act" onClick={() => props.onChange(begin())}>
      {splitWords.act}
    </button>
  );
}
