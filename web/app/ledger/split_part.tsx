// The place of the parts in a form: a button until somebody splits, for which the fields are loaded then.
import { useEffect } from "preact/hooks";
import type { PartLine } from "../rules/split.ts";
import { useLate } from "../ui/use_late.ts";
import type { SplitFieldsProps } from "./split_fields.tsx";
import { entryWords } from "./words.ts";

interface SplitPartProps extends SplitFieldsProps {
  /** The first part begins with it. */
  category: string;
}

export function SplitPart({ category, ...props }: SplitPartProps) {
  const { part, open } = useLate(() => import("./split_fields.tsx"));
  const isSplit = props.text !== "";
  useEffect(() => {
    if (isSplit) open();
  }, [isSplit]);
  if (isSplit) return part ? <part.SplitFields {...props} /> : null;
  const empty: PartLine = { category: "", amount: "", description: "", tags: [] };
  return (
    <button
      type="button"
      class="quiet small split-act"
      onClick={() => props.onChange(JSON.stringify([{ ...empty, category }, empty]))}
    >
      {entryWords.split}
    </button>
  );
}
