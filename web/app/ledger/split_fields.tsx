// The parts of a transaction in its form: a line for each, with what is left to distribute. A line without an amount takes the rest.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useData } from "../data/use_data.ts";
import { language } from "../language.ts";
import { formatCents, plainAmount } from "../rules/money.ts";
import type { Account } from "../rules/records.ts";
import {
  accountOfLine,
  EMPTY_LINE,
  evenly,
  inProportion,
  linesOf,
  MOST_PARTS,
  type PartLine,
  readLines,
  textOf,
} from "../rules/split.ts";
import { Icon } from "../ui/icon.tsx";
import { CategoryOptions } from "./category_options.tsx";
import { splitWords } from "./split_words.ts";
import { entryWords } from "./words.ts";

export interface SplitFieldsProps {
  /** The lines as `split.ts` reads them; empty: not split. */
  text: string;
  onChange: (text: string) => void;
  /** Without its sign. */
  totalCents: number;
  kind: "earnings" | "expenses";
  problem: string | undefined;
  /** The account that it is on, with which parts may be transfers; absent on cards and for series. */
  accountId?: number | undefined;
  /** They were stored so, and nobody has changed them: another amount scales them when it is saved. */
  isUntouched?: boolean;
}

export function SplitFields({ text, onChange, totalCents, kind, problem, accountId, isUntouched = false }: SplitFieldsProps) {
  const lines = linesOf(text);
  const put = (changed: readonly PartLine[]) => onChange(textOf(changed));
  const list = useRef<HTMLOListElement>(null);
  const isNew = lines.every(({ amount }) => amount === "");
  const focusNext = useRef(isNew ? (lines[0]?.category ? ".part-amount" : "select") : undefined);
  useLayoutEffect(() => {
    if (focusNext.current) list.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [lines.length]);
  const { cents } = readLines(lines, totalCents);
  const set = (index: number, change: Partial<PartLine>) =>
    put(lines.map((line, each) => (each === index ? { ...line, ...change } : line)));
  const add = () => {
    focusNext.current = "li:last-child select";
    put([...lines, EMPTY_LINE]);
  };
  const remove = (index: number) => {
    focusNext.current = `li:nth-child(${Math.min(index + 1, lines.length - 1)}) select`;
    put(lines.filter((_, each) => each !== index));
  };
  return (
    <fieldset class="split">
      <legend>{splitWords.title}</legend>
      <ol ref={list}>
        {lines.map((line, index) => (
          <li key={index}>
            <Line
              line={line}
              number={index + 1}
              kind={kind}
              accountId={accountId}
              restCents={cents[index] ?? 0}
              set={(change) => set(index, change)}
              {...(lines.length > 2 && { remove: () => remove(index) })}
            />
          </li>
        ))}
      </ol>
      <Rest lines={lines} totalCents={totalCents} isUntouched={isUntouched} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="acts">
        <button type="button" class="small" disabled={lines.length >= MOST_PARTS} onClick={add}>
          <Icon name="plus" /> {splitWords.add}
        </button>
        <button type="button" class="small" onClick={() => put(evenly(lines, totalCents, language))}>
          {splitWords.evenly}
        </button>
        <button type="button" class="small" onClick={() => put(inProportion(lines, totalCents, language))}>
          {splitWords.inProportion}
        </button>
        <button type="button" class="quiet small" onClick={() => onChange("")}>
          {splitWords.join}
        </button>
      </div>
    </fieldset>
  );
}

interface LineProps {
  line: PartLine;
  number: number;
  kind: "earnings" | "expenses";
  accountId: number | undefined;
  /** Shown where no amount is typed. */
  restCents: number;
  set: (change: Partial<PartLine>) => void;
  /** Absent where fewer would be no split. */
  remove?: () => void;
}

function Line({ line, number, kind, accountId, restCents, set, remove }: LineProps) {
  const isTransfer = accountOfLine(line) !== undefined;
  const label = (field: string) => `${splitWords.part(number)}: ${field}`;
  return (
    <>
      <select
        aria-label={label(entryWords.category)}
        value={line.category}
        onChange={(event) => set({ category: event.currentTarget.value })}
      >
        {line.category === "" && <option value="">{splitWords.choose}</option>}
        <CategoryOptions kind={kind} {...(line.category !== "" && !isTransfer && { keeps: Number(line.category) })} />
        {(accountId !== undefined || isTransfer) && <AccountOptions isFrom={kind === "earnings"} except={accountId} />}
      </select>
      <input
        class="part-amount"
        aria-label={label(entryWords.amount)}
        inputMode="decimal"
        autoComplete="off"
        placeholder={plainAmount(restCents, language)}
        value={line.amount}
        onInput={(event) => set({ amount: event.currentTarget.value })}
      />
      <input
        class="part-description"
        aria-label={label(splitWords.description)}
        placeholder={splitWords.description}
        autoComplete="off"
        maxLength={255}
        value={line.description}
        onInput={(event) => set({ description: event.currentTarget.value })}
      />
      {remove && (
        <button type="button" class="quiet small" aria-label={splitWords.remove(number)} onClick={remove}>
          <Icon name="close" />
        </button>
      )}
    </>
  );
}

/** Accounts that a part may move money to, or of income come from. */
function AccountOptions({ isFrom, except }: { isFrom: boolean; except: number | undefined }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const others = accounts.filter(({ id, archived }) => !archived && id !== except);
  if (others.length === 0) return null;
  return (
    <optgroup label={isFrom ? splitWords.transferFrom : splitWords.transferTo}>
      {others.map(({ id, name }) => (
        <option key={id} value={`account:${id}`}>
          {isFrom ? "←" : "→"} {name}
        </option>
      ))}
    </optgroup>
  );
}

interface RestProps {
  lines: readonly PartLine[];
  totalCents: number;
  isUntouched: boolean;
}

function Rest({ lines, totalCents, isUntouched }: RestProps) {
  const { restCents } = readLines(lines, totalCents);
  const amount = formatCents(Math.abs(restCents), language);
  const isOpen = lines.some((line) => line.amount.trim() === "");
  const said =
    restCents === 0
      ? splitWords.whole
      : isUntouched
        ? splitWords.follows
        : restCents < 0
          ? splitWords.tooMuch(amount)
          : isOpen
            ? splitWords.open(amount)
            : splitWords.rest(amount);
  const isWrong = !isUntouched && (restCents < 0 || (restCents > 0 && !isOpen));
  return (
    <p class={isWrong ? "hint split-rest wrong" : "hint split-rest"} role="status">
      {said}
    </p>
  );
}
