// The filters of the list as chips. They stand in the address, so a link shows the same rows.
import { useSignal } from "@preact/signals";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { byParent, byPlainName } from "../rules/categories.ts";
import { parseCents, plainAmount } from "../rules/money.ts";
import { type People, peopleToChoose } from "../rules/people.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { filterOfQuery, KINDS, type RowFilter, STATES } from "../rules/row_filter.ts";
import { here, route } from "../shell/router.ts";
import { Chip } from "../ui/chip.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { type Option, TextField } from "../ui/form.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { authorWords } from "./author_words.ts";
import { filterWords } from "./filter_words.ts";
import { addressWith } from "./list_address.ts";
import { placeOptions } from "./place_options.tsx";
import { SavedFilters } from "./saved_filters.tsx";
import { entryWords } from "./words.ts";

/** `rows`: of the month, whose tags are offered. */
export function FilterChips({ rows }: { rows: readonly Transaction[] }) {
  const { query } = here.value;
  const people = useStore().people.value;
  const categories = useData<Category[]>("/categories").data ?? [];
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const filter = filterOfQuery(query, categories);
  const tags = tagsOf(rows, filter.tag);
  return (
    <fieldset class="filter-chips" aria-label={filterWords.bar}>
      <ChoiceChip name="category" label={filterWords.category} options={categoryOptions(categories)} />
      <ChoiceChip name="place" label={filterWords.place} options={placeOptions(accounts, cards)} />
      <ChoiceChip name="kind" label={filterWords.kind} options={KINDS.map((kind): Option => [kind, filterWords.kinds[kind]])} />
      <ChoiceChip
        name="state"
        label={filterWords.state}
        options={STATES.map((state): Option => [state, filterWords.states[state]])}
      />
      {tags.length > 0 && (
        <ChoiceChip name="tag" label={filterWords.tag} options={tags.map((name): Option => [name, `#${name}`])} />
      )}
      {(people || filter.person) && (
        <ChoiceChip name="person" label={filterWords.person} options={personOptions(people, filter.person)} />
      )}
      <AmountChip filter={filter} />
      <SavedFilters />
    </fieldset>
  );
}

type ChoiceName = "category" | "place" | "kind" | "state" | "tag" | "person";

function ChoiceChip({ name, label, options }: { name: ChoiceName; label: string; options: readonly Option[] }) {
  const current = here.value.query[name];
  const value = options.find(([each]) => each === current)?.[1];
  const choices = options.map(
    ([each, text]): MenuItem => ({
      label: text,
      isChecked: each === current,
      go: () => route(addressWith({ [name]: each }), true),
    }),
  );
  const clear = { href: addressWith({ [name]: "" }), label: filterWords.without(value ?? "") };
  return <Chip label={label} value={value} choices={choices} clear={clear} />;
}

const categoryOptions = (categories: readonly Category[]): Option[] =>
  ["expenses", "earnings"].flatMap((kind) =>
    byParent(categories.filter((each) => each.kind === kind && !each.archived)).map(({ id, name }): Option => [`${id}`, name]),
  );

const personOptions = (people: People | undefined, chosen: number | undefined): Option[] =>
  peopleToChoose(people, chosen).map(
    ({ id, name, is }): Option => [`${id}`, is === "self" ? authorWords.self : (name ?? authorWords.gone)],
  );

/** With the one that is chosen, even if no row has it. */
function tagsOf(rows: readonly Transaction[], chosen: string | undefined): string[] {
  const names = new Set([...rows.flatMap(({ tags }) => tags.map(({ name }) => name)), ...(chosen ? [chosen] : [])]);
  return [...names]
    .map((name) => ({ name }))
    .sort(byPlainName)
    .map(({ name }) => name);
}

function AmountChip({ filter }: { filter: RowFilter }) {
  const isOpen = useSignal(false);
  const value = amountLabel(filter);
  return (
    <>
      <Chip
        label={filterWords.amount}
        value={value}
        choices={() => (isOpen.value = true)}
        clear={{ href: addressWith({ min: "", max: "" }), label: filterWords.without(value ?? "") }}
      />
      {isOpen.value && <AmountDialog filter={filter} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

function amountLabel({ minCents, maxCents }: RowFilter): string | undefined {
  const [from, to] = [amountText(minCents), amountText(maxCents)];
  if (from && to) return filterWords.between(from, to);
  return from ? filterWords.atLeast(from) : to && filterWords.atMost(to);
}

const amountText = (cents: number | undefined) => (cents === undefined ? "" : plainAmount(cents, language)) || undefined;

function AmountDialog({ filter, onClose }: { filter: RowFilter; onClose: () => void }) {
  const [from, to] = [useSignal(amountText(filter.minCents) ?? ""), useSignal(amountText(filter.maxCents) ?? "")];
  const sending = useSending();
  const save = async () => {
    const [min, max] = [centsOf("min", from.value), centsOf("max", to.value)];
    if (min !== "" && max !== "" && Number(min) > Number(max)) throw ownRefusal({ max: filterWords.turned });
    onClose();
    route(addressWith({ min, max }), true);
  };
  return (
    <FormDialog title={filterWords.amount} onClose={onClose} sending={sending} save={save} act={filterWords.apply}>
      <div class="pair">
        <TextField
          label={filterWords.amountFrom}
          value={from}
          problem={sending.at("min")}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField label={filterWords.amountTo} value={to} problem={sending.at("max")} inputMode="decimal" autoComplete="off" />
      </div>
      <p class="hint">{filterWords.amountHint}</p>
    </FormDialog>
  );
}

/** Throws a Refusal. */
function centsOf(field: string, typed: string): string {
  if (typed.trim() === "") return "";
  const cents = parseCents(typed);
  if (cents === undefined || cents < 0) throw ownRefusal({ [field]: entryWords.badAmount });
  return String(cents);
}
