// One line of a bank's file in the table of a preview: finance's proposal and the user's decision.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { Money } from "../../ledger/money.tsx";
import { entryWords } from "../../ledger/words.ts";
import { numericDay, shortDay } from "../../rules/day_names.ts";
import type { IconName } from "../../rules/icons.ts";
import { isTaken, type Origin, originOf, signedCents } from "../../rules/import_groups.ts";
import { creates, filledOf, invoicePaid, isReadable, sentence, waits } from "../../rules/imports.ts";
import { plainAmount } from "../../rules/money.ts";
import type { Category, ImportLine, Verdict } from "../../rules/records.ts";
import { GridCell, GridRow } from "../../ui/grid_cells.tsx";
import { Icon } from "../../ui/icon.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import type { RowPlace } from "../../ui/virtual_rows.tsx";
import { PaidInvoiceText } from "./imports_invoice.tsx";
import { importWords } from "./words.ts";

interface LineProps {
  line: ImportLine;
  place: RowPlace;
  categories: ReadonlyMap<number, Category>;
  /** Attributes of every row of the table. */
  row: { "data-at": string; "aria-rowindex": number; "aria-selected": boolean; tabIndex: number };
  /** Whether it can still be decided. */
  isOpen: boolean;
  /** Whether the list of categories is open. */
  picks: boolean;
  /** On phones the whole line opens its form, which has the category. */
  isNarrow: boolean;
  acts: LineActs;
}

export interface LineActs {
  toggle: (line: ImportLine) => void;
  edit: (line: ImportLine) => void;
  /** Opens the list of categories. */
  pick: (line: ImportLine) => void;
  choose: (line: ImportLine, categoryId: number | undefined) => void;
  /** Closes the list of categories; `comesBack`: the row gets the focus. */
  close: (comesBack: boolean) => void;
}

export function Line({ line, place, categories, row, isOpen: isPreview, picks, isNarrow, acts }: LineProps) {
  const isOpen = isPreview && isReadable(line);
  const name = nameOf(line);
  const taken = line.transaction_id !== null || isTaken(line);
  return (
    <GridRow class={taken || (waits(line) && isOpen) ? "import-row" : "import-row left-out"} {...place} {...row}>
      <GridCell class="take">
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={taken}
            disabled={!isOpen}
            aria-label={importWords.take(name)}
            onClick={(event) => {
              // The decision sets it, which may have to ask first.
              event.preventDefault();
              acts.toggle(line);
            }}
          />
        </label>
      </GridCell>
      <GridCell class="day" title={line.date ? numericDay(line.date, language) : undefined}>
        {line.date ? shortDay(line.date, language) : line.line !== null && importWords.line(line.line)}
      </GridCell>
      <GridCell class="bank" title={line.raw}>
        {line.description ?? line.raw}
      </GridCell>
      <GridCell class="name">
        <button
          type="button"
          class={name === line.description ? "cell unnamed" : "cell"}
          tabIndex={-1}
          disabled={!isOpen}
          onClick={() => acts.edit(line)}
          title={name}
        >
          {name}
        </button>
        <NameHint line={line} />
      </GridCell>
      <GridCell class="category">
        {picks && isOpen ? (
          <CategorySelect line={line} acts={acts} />
        ) : (
          <Target line={line} categories={categories} isOpen={isOpen} onPick={isNarrow ? undefined : () => acts.pick(line)} />
        )}
      </GridCell>
      <OriginCell line={line} />
      <Amount line={line} />
    </GridRow>
  );
}

export const nameOf = (line: ImportLine) => filledOf(line).description ?? line.raw;

function NameHint({ line }: { line: ImportLine }) {
  const { installment, total_installments: total } = line;
  const text = joinParts(total && `${installment}/${total}`, ...filledOf(line).tags.map((tag) => `#${tag}`));
  return text ? <span class="hint">{text}</span> : null;
}

interface TargetProps {
  line: ImportLine;
  categories: ReadonlyMap<number, Category>;
  isOpen: boolean;
  onPick: (() => void) | undefined;
}

/** The category of the new transaction, or what else the line becomes. */
function Target({ line, categories, isOpen, onPick }: TargetProps) {
  const paid = invoicePaid(line);
  if (paid) return <PaidInvoiceText of={paid} />;
  if (!creates(line)) return <span class="hint">{importWords.verdicts[line.verdict]}</span>;
  const isUnknown = originOf(line) === "default";
  const category = categories.get(line.decision?.category_id ?? line.fill?.category_id ?? 0);
  const text = isUnknown ? importWords.pick : category?.name;
  const look = isUnknown && isOpen ? "cell status closed" : "cell";
  if (!onPick) return <span class={look}>{text}</span>;
  return (
    <>
      {!isUnknown && <CategoryMark category={category} />}
      <button
        type="button"
        class={look}
        tabIndex={-1}
        disabled={!isOpen}
        aria-label={joinParts(`${entryWords.category}: ${nameOf(line)}`, text)}
        onClick={onPick}
      >
        {text}
      </button>
    </>
  );
}

function CategorySelect({ line, acts }: { line: ImportLine; acts: LineActs }) {
  const list = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    list.current?.focus();
    try {
      list.current?.showPicker();
    } catch {
      // Older browsers open it with a key or a click.
    }
  }, []);
  const chosen = line.decision?.category_id;
  return (
    <select
      ref={list}
      aria-label={`${entryWords.category}: ${nameOf(line)}`}
      value={chosen ?? ""}
      onChange={({ currentTarget: { value } }) => acts.choose(line, Number(value) || undefined)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        acts.close(true);
      }}
      onBlur={() => acts.close(false)}
    >
      <option value="">{importWords.unchosen}</option>
      <CategoryOptions kind={signedCents(line) > 0 ? "earnings" : "expenses"} {...(chosen !== undefined && { keeps: chosen })} />
    </select>
  );
}

const ORIGIN_ICONS: Record<Exclude<Origin, "verdict">, IconName> = {
  rule: "sliders",
  memory: "school",
  bank: "bank",
  default: "help",
  user: "user",
};

const VERDICT_ICONS: Partial<Record<Verdict, IconName>> = {
  transfer: "transfer",
  payment: "receipt",
  error: "warning",
  ignored: "eyeOff",
  deleted: "remove",
};

/** Where the category comes from; for other lines, why finance thinks that they are what they are. */
function OriginCell({ line }: { line: ImportLine }) {
  const origin = originOf(line);
  const isProposal = waits(line);
  const isPlain = origin !== "verdict" && !isProposal;
  const reason = sentence(line.reason);
  const text = isPlain ? importWords.origins[origin] : joinParts(importWords.verdicts[line.verdict], reason);
  return (
    <GridCell class="origin" title={isPlain ? undefined : reason}>
      {isProposal ? (
        <span class="status closed">{importWords.waiting}</span>
      ) : (
        <Icon name={isPlain ? ORIGIN_ICONS[origin] : (VERDICT_ICONS[line.verdict] ?? "copy")} />
      )}
      <span>{text}</span>
    </GridCell>
  );
}

function Amount({ line }: { line: ImportLine }) {
  const isHidden = useStore().amountsHidden.value;
  const cents = signedCents(line);
  if (line.amount_cents === null) return <GridCell class="much" />;
  const text = plainAmount(Math.abs(cents), language);
  const kind = cents > 0 ? importWords.income : importWords.expense;
  return (
    <GridCell class="much" {...(!isHidden && { "aria-label": `${kind} ${text}` })}>
      {isHidden ? <Money cents={0} /> : <span class={cents > 0 ? "money in" : "money"}>{cents > 0 ? `+${text}` : text}</span>}
    </GridCell>
  );
}
