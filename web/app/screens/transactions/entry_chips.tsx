// Where, what for and when of a new entry, as chips.
import { currentDay } from "../../clock.ts";
import { language } from "../../language.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { PlaceOptions } from "../../ledger/place_options.tsx";
import { entryWords } from "../../ledger/words.ts";
import { dayName } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import type { Account, Card, Category } from "../../rules/records.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLate } from "../../ui/use_late.ts";
import type { FormState } from "../../ui/use_sending.ts";
import { EntryChip } from "./entry_chip.tsx";
import { sheetEntryWords } from "./entry_sheet_words.ts";
import type { NewEntryState } from "./use_new_entry.ts";

interface EntryChipsProps {
  entry: NewEntryState;
  at: FormState["at"];
  category: Category | undefined;
  /** Whether nobody chose the category. */
  isGuess: boolean;
  choosePlace: (place: string) => void;
}

export function EntryChips({ entry, at, category, isGuess, choosePlace }: EntryChipsProps) {
  const { fields, accounts, cards, others, isTransfer } = entry;
  const { kind, place, target, date } = fields;
  const placeProblem = at("account_id", "credit_card_id", "from_account_id", "credit_account_id");
  return (
    <div class="entry-chips">
      {!isTransfer && (
        <EntryChip
          label={isGuess ? `${entryWords.category}, ${sheetEntryWords.guess}` : entryWords.category}
          value={category ? String(category.id) : ""}
          onChange={(chosen) => (fields.category.value = chosen)}
          class={isGuess ? "category guess" : "category"}
          problem={at("category_id")}
          face={
            <>
              <CategoryMark category={category} />
              <span>{category?.name ?? entryWords.category}</span>
              {isGuess && <Icon name="sparkles" />}
            </>
          }
        >
          {!category && <option value="">{entryWords.noCategory}</option>}
          <CategoryOptions kind={kind.value === "income" ? "earnings" : "expenses"} />
        </EntryChip>
      )}
      <PlaceChip
        label={isTransfer ? entryWords.from : entryWords.place}
        sign={isTransfer ? entryWords.from : ""}
        value={place.value}
        accounts={accounts}
        cards={kind.value === "expense" ? cards : []}
        onChange={choosePlace}
        problem={placeProblem}
      />
      {isTransfer && (
        <PlaceChip
          label={entryWords.to}
          sign={entryWords.to}
          value={target.value}
          accounts={others}
          cards={[]}
          onChange={(chosen) => (target.value = chosen)}
          problem={at("to_account_id", "debit_account_id")}
        />
      )}
      <DayChip value={date.value} onChange={(day) => (date.value = day)} problem={at("date")} />
    </div>
  );
}

interface PlaceChipProps {
  label: string;
  /** Stands before the name. */
  sign: string;
  value: string;
  accounts: readonly Account[];
  cards: readonly Card[];
  onChange: (place: string) => void;
  problem: string | undefined;
}

function PlaceChip({ sign, accounts, cards, ...chip }: PlaceChipProps) {
  const [kind, id] = chip.value.split(":");
  const name = (kind === "card" ? cards : accounts).find((each) => String(each.id) === id)?.name ?? "";
  return (
    <EntryChip
      {...chip}
      face={
        <>
          {sign && <span class="hint">{sign}</span>}
          {name && <BankMark name={name} />}
          <span>{name || entryWords.place}</span>
        </>
      }
    >
      <PlaceOptions accounts={accounts} cards={cards} />
    </EntryChip>
  );
}

const OTHER = "other";
const DAYS_BACK = 6;

interface DayChipProps {
  value: string;
  onChange: (day: string) => void;
  problem: string | undefined;
}

function DayChip({ value, onChange, problem }: DayChipProps) {
  const picker = useLate(() => import("../../ui/day_picker.tsx"));
  const today = currentDay();
  const nameOf = (day: string) =>
    day === today ? sheetEntryWords.today : day === addDays(today, -1) ? sheetEntryWords.yesterday : dayName(day, language);
  const recent = Array.from({ length: DAYS_BACK + 1 }, (_, count) => addDays(today, -count));
  const days = recent.includes(value) ? recent : [value, ...recent];
  return (
    <>
      <EntryChip
        label={entryWords.date}
        class="day"
        value={value}
        onChange={(day) => (day === OTHER ? picker.open() : onChange(day))}
        problem={problem}
        face={
          <>
            <Icon name="calendar" />
            <span>{nameOf(value)}</span>
          </>
        }
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {nameOf(day)}
          </option>
        ))}
        <option value={OTHER}>{sheetEntryWords.otherDay}</option>
      </EntryChip>
      {picker.part && <picker.part.DayPicker value={value} onPick={onChange} onClose={picker.close} />}
    </>
  );
}
