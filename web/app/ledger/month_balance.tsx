// The balance chart of a month. It loads when somebody opens it.
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { isBalanceOpen } from "../data/state.ts";
import { monthBalanceWords } from "./list_words.ts";
import type { MonthLineProps } from "./month_line.tsx";

export function MonthBalance(props: Omit<MonthLineProps, "name">) {
  const title = props.accountId ? monthBalanceWords.one : monthBalanceWords.all;
  const line = useSignal<{ MonthLine: FunctionComponent<MonthLineProps> } | undefined>(undefined);
  useEffect(() => {
    if (isBalanceOpen.value) void import("./month_line.tsx").then((loaded) => (line.value = loaded));
  }, [isBalanceOpen.value]);
  const Line = line.value?.MonthLine;
  return (
    <details
      class="panel month-balance"
      open={isBalanceOpen.value}
      onToggle={(event) => (isBalanceOpen.value = (event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{title}</summary>
      {isBalanceOpen.value && Line && <Line name={title} {...props} />}
    </details>
  );
}
