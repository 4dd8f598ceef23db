// On which day the months of the open space begin. Owners may change it; it holds for everybody in the space, and for all time.
import { useSignal } from "@preact/signals";
import { currentDay } from "../clock.ts";
import { write } from "../data/api.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { type MonthsReply, noteMonths } from "../months.ts";
import { monthName, shortDay } from "../rules/day_names.ts";
import { daysOf, type MonthRule, monthHolding, WEEKENDS, type Weekend } from "../rules/space_months.ts";
import { Form, SelectField } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { monthStartWords } from "./month_start_words.ts";

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

export function MonthStart({ isOwner }: { isOwner: boolean }) {
  const months = useData<MonthsReply>("/spaces/months").data;
  if (!months) return null;
  const { start_day: startDay, weekend } = months;
  return (
    <Section title={monthStartWords.title} hint={monthStartWords.hint}>
      {isOwner ? (
        <RuleForm key={`${startDay} ${weekend}`} startDay={startDay} weekend={weekend} />
      ) : (
        <Preview startDay={startDay} weekend={weekend} />
      )}
    </Section>
  );
}

function RuleForm({ startDay, weekend }: MonthRule) {
  const store = useStore();
  const [day, moved] = [useSignal(String(startDay)), useSignal<string>(weekend)];
  const sending = useSending();
  const save = async () => {
    const body = { start_day: Number(day.value), weekend: moved.value };
    const { record, undo } = await write<MonthsReply>(store, "PUT", "/spaces/months", body);
    noteMonths(record);
    store.message.value = { text: monthStartWords.saved, undo };
  };
  return (
    <Form sending={sending} act={formWords.save} save={save}>
      <div class="pair">
        <SelectField
          label={monthStartWords.day}
          value={day}
          problem={sending.at("start_day", "base")}
          options={DAYS.map((each) => [each, monthStartWords.dayOption(each)])}
        />
        <SelectField
          label={monthStartWords.weekend}
          value={moved}
          problem={sending.at("weekend")}
          options={WEEKENDS.map((each) => [each, monthStartWords.weekends[each]])}
        />
      </div>
      <Preview startDay={Number(day.value)} weekend={moved.value as Weekend} />
    </Form>
  );
}

/** This month and the next, by a rule that may not be saved yet. */
function Preview(rule: MonthRule) {
  const month = monthHolding(currentDay(), rule);
  const { first, last } = daysOf(month, rule);
  const name = monthName(month, language).split(" ")[0] ?? "";
  return (
    <p class="hint" aria-live="polite">
      {monthStartWords.preview(name, shortDay(first, language), shortDay(last, language))}
    </p>
  );
}
