// The balance chart of a month. It loads when somebody opens it.
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { monthBalanceWords } from "./list_words.ts";
import type { MonthLineProps } from "./month_line.tsx";

export function MonthBalance(props: Omit<MonthLineProps, "name">) {
  const store = useStore();
  const title = props.accountId ? monthBalanceWords.one : monthBalanceWords.all;
  const line = useSignal<{ MonthLine: FunctionComponent<MonthLineProps> } | undefined>(undefined);
  useEffect(() => {
    if (store.isBalanceOpen.value) void import("./month_line.tsx").then((loaded) => (line.value = loaded));
  }, [store.isBalanceOpen.value]);
  const Line = line.value?.MonthLine;
  return (
    <details
      class="panel month-balance"
      open={store.isBalanceOpen.value}
      onToggle={(event) => (store.isBalanceOpen.value = (event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{title}</summary>
      {store.isBalanceOpen.value && Line && <Line name={title} {...props} />}
    </details>
  );
}
