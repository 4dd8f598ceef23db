// The first number: what is free until the next income, and the bar of the balance that it is a part of.
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { Money } from "../../ledger/money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { longDay } from "../../rules/day_names.ts";
import { barOf, type Free, type FreePart, type Overview } from "../../rules/overview.ts";
import { Icon } from "../../ui/icon.tsx";
import { freeWords } from "./free_words.ts";
import { overviewWords } from "./words.ts";

interface FreeProps {
  overview: Overview;
  free: Free;
}

export function FreeNumber({ overview, free }: FreeProps) {
  const store = useStore();
  const { income, free_cents: cents, days, free_per_day_cents: perDay } = free;
  const { first_negative: negative } = overview.forecast;
  const isShort = cents < 0;
  return (
    <section class={isShort ? "free short" : "free"}>
      <dl class="figure big">
        <dt>
          {isShort && <Icon name="warning" />}
          {freeWords.title(isShort, income !== null)}
        </dt>
        <dd>
          <LargeMoney cents={cents} />
        </dd>
      </dl>
      <p>
        {!isShort
          ? freeWords.perDay(amountText(store, perDay), days)
          : overview.balance_cents < 0
            ? freeWords.alreadyBelow
            : (free.reserved_cents ?? 0) > 0
              ? freeWords.shortReserved(amountText(store, -cents))
              : freeWords.short(amountText(store, -cents))}{" "}
        <WhyFree overview={overview} free={free} />
      </p>
      <p class="hint">
        {income ? freeWords.income(income.description, longDay(income.date, language, currentDay())) : freeWords.noIncome}
      </p>
      {negative && negative.date > overview.date && (
        <p class="below-zero">
          <Icon name="warning" />
          <a href="/forecast">{freeWords.negative(longDay(negative.date, language, currentDay()))}</a>
        </p>
      )}
    </section>
  );
}

function WhyFree({ overview, free }: FreeProps) {
  const store = useStore();
  const { uncounted_income_cents: uncounted, reserved_cents: reserved = 0 } = free;
  const day = longDay(free.until, language, currentDay());
  return (
    <Why
      figure={freeWords.title(free.free_cents < 0, free.income !== null)}
      counts={`${freeWords.because(day)} ${uncounted > 0 ? freeWords.uncounted(amountText(store, uncounted)) : freeWords.notCounted}`}
      totalCents={free.free_cents}
    >
      <WhyLine text={overviewWords.today} cents={overview.balance_cents} href="/accounts" />
      {reserved > 0 && <WhyLine text={freeWords.reserved} cents={-reserved} href="/goals" />}
      {free.committed.map((part) => (
        <WhyLine
          key={`${part.kind}${part.credit_card_id}`}
          text={nameOf(part)}
          cents={-part.amount_cents}
          href={part.kind === "credit_card" ? "/credit_cards" : "/agenda"}
        />
      ))}
    </Why>
  );
}

/** Its parts add up to the balance. Below zero it shows how much of what is committed is covered. */
export function BalanceBar({ overview, free }: FreeProps) {
  const { reserved_cents: reserved = 0 } = free;
  const isShort = free.free_cents < 0;
  return (
    <section class="panel balance-bar">
      <h2>{freeWords.bar}</h2>
      <div class={isShort ? "parts short" : "parts"} aria-hidden="true">
        {barOf(overview.balance_cents, free).map((percent, index) => (
          <i key={index} style={{ flexGrow: percent, "--part": index }} />
        ))}
      </div>
      <dl>
        <Part
          name={isShort ? freeWords.missing : freeWords.free}
          cents={free.free_cents}
          at={isShort ? undefined : 0}
          isBad={isShort}
        />
        {reserved > 0 && <Part name={freeWords.reserved} cents={reserved} at={isShort ? undefined : 1} />}
        {free.committed.map((part, index) => (
          <Part
            key={`${part.kind}${part.credit_card_id}`}
            name={nameOf(part)}
            cents={part.amount_cents}
            at={isShort ? undefined : index + (reserved > 0 ? 2 : 1)}
          />
        ))}
        <div class="total">
          <dt>{overviewWords.today}</dt>
          <dd>
            <Money cents={overview.balance_cents} plain />
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** `at`: its place in the bar. */
function Part({ name, cents, at, isBad = false }: { name: string; cents: number; at: number | undefined; isBad?: boolean }) {
  return (
    <div class={isBad ? "bad" : undefined}>
      <dt>
        {at !== undefined && <i aria-hidden="true" style={{ "--part": at }} />}
        {name}
      </dt>
      <dd>
        <Money cents={cents} plain bare />
      </dd>
    </div>
  );
}

function nameOf({ kind, description }: FreePart): string {
  return kind === "credit_card" ? overviewWords.invoice(description) : kind === "overdue" ? freeWords.overdue : freeWords.rows;
}
