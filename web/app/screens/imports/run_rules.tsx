// Applies the rules to rows that files brought in before: what would change is shown first, and one undo takes it back.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { dryRun } from "../../data/dry_run.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addMonths, monthOf } from "../../rules/days.ts";
import type { Category, Refusal } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/form.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { runWords } from "./learned_words.ts";

const PATH = "/import_rules/run";
const MOST_SHOWN = 8;

interface Run {
  examined: number;
  updated: number;
  transactions: { transaction_id: number; date: string; text: string; description: string; category_id: number }[];
}

export function RunRules({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const months = useSignal("3");
  const sending = useSending();
  const { run, problem } = useTrial(months.value);
  const save = async () => {
    const { record, undo } = await write<Run>(store, "POST", PATH, bodyOf(months.value));
    store.message.value = { text: runWords.done(record.updated), undo };
    onClose();
  };
  return (
    <FormDialog
      title={runWords.title}
      onClose={onClose}
      sending={sending}
      act={runWords.act}
      save={save}
      isOff={!run || run.updated === 0}
    >
      <p class="hint">{runWords.hint}</p>
      <SelectField
        label={runWords.period}
        value={months}
        problem={problem && reasonOf(problem)}
        options={(["3", "12", ""] as const).map((each) => [each, runWords.periods[each]])}
      />
      <div role="status">{!problem && <Preview run={run} />}</div>
    </FormDialog>
  );
}

const bodyOf = (months: string) =>
  months === "" ? {} : { start_date: `${addMonths(monthOf(currentDay()), 1 - Number(months))}-01` };

/** What it would change, asked again for another period. */
function useTrial(months: string): { run: Run | undefined; problem: Refusal | undefined } {
  const store = useStore();
  const trial = useSignal<{ run?: Run; problem?: Refusal }>({});
  useEffect(() => {
    let isCurrent = true;
    const set = (outcome: typeof trial.value) => {
      if (isCurrent) trial.value = outcome;
    };
    set({});
    dryRun<Run>(store, "POST", PATH, bodyOf(months)).then(
      (run) => set({ run }),
      (problem: Refusal) => set({ problem }),
    );
    return () => {
      isCurrent = false;
    };
  }, [months]);
  return { run: trial.value.run, problem: trial.value.problem };
}

function Preview({ run }: { run: Run | undefined }) {
  const categories = useData<Category[]>("/categories").data ?? [];
  if (!run) return <p class="hint">{runWords.counting}</p>;
  const { examined, updated, transactions } = run;
  const nameOf = (id: number) => categories.find((each) => each.id === id)?.name;
  return (
    <>
      <p>{runWords.changes(updated, examined)}</p>
      <ul class="lines">
        {transactions.slice(0, MOST_SHOWN).map(({ transaction_id: id, date, text, description, category_id: category }) => (
          <li key={id}>
            <span class="what">
              <strong>{joinParts(description, nameOf(category))}</strong>
              <span class="hint">{joinParts(shortDay(date, language), text)}</span>
            </span>
          </li>
        ))}
      </ul>
      {updated > MOST_SHOWN && <p class="hint">{runWords.more(updated - MOST_SHOWN)}</p>}
    </>
  );
}
