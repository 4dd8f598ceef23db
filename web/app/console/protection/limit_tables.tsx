// The limits, those apart that hold somebody back, and the budgets of messages.
import type { ComponentChildren } from "preact";
import { Section } from "../../ui/sections.tsx";
import { count } from "../data/number_text.ts";
import { type Limit, type LimitsReply, limitName, type MessageBudget, rateText, timeOf } from "./limit_record.ts";
import { protectionWords } from "./words.ts";

const words = protectionWords.limits;
const messageWords = protectionWords.messages;

export function LimitTables({ limits, messages, acts }: LimitsReply & { acts: ComponentChildren }) {
  const held = limits.filter((each) => each.held_back > 0);
  const others = limits.filter((each) => each.held_back === 0);
  return (
    <>
      <Section title={words.title} {...(held.length === 0 && { hint: protectionWords.nobody })} acts={acts}>
        {held.length > 0 && <LimitTable limits={held} />}
        <details class="changed">
          <summary>{words.others(count(others.length))}</summary>
          <LimitTable limits={others} />
        </details>
      </Section>
      <Section title={messageWords.title}>
        <div class="table-frame">
          <table class="records">
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{messageWords.used}</th>
                <th scope="col">{words.rate}</th>
                <th scope="col">{words.variable}</th>
              </tr>
            </thead>
            <tbody>
              {messages.map((budget) => (
                <MessageRow key={budget.name} budget={budget} />
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  );
}

function LimitTable({ limits }: { limits: readonly Limit[] }) {
  return (
    <div class="table-frame">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.heldBack}</th>
            <th scope="col">{words.rate}</th>
            <th scope="col">{words.counts}</th>
            <th scope="col">{words.variable}</th>
          </tr>
        </thead>
        <tbody>
          {limits.map((limit) => (
            <LimitRow key={limit.name} limit={limit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LimitRow({ limit }: { limit: Limit }) {
  const { name, counts, held_back: heldBack, until, variable } = limit;
  return (
    <tr>
      <th scope="row">{limitName(name)}</th>
      <td data-label={words.heldBack}>
        {heldBack > 0 ? (
          <span>
            <span class="status overdue">{count(heldBack)}</span> {until && protectionWords.until(timeOf(until))}
          </span>
        ) : (
          "0"
        )}
      </td>
      <td data-label={words.rate}>{rateText(limit)}</td>
      <td data-label={words.counts}>{protectionWords.counted[counts]}</td>
      <td data-label={words.variable} class="cell-email">
        {variable ? <code>{variable}</code> : words.fixed}
      </td>
    </tr>
  );
}

function MessageRow({ budget }: { budget: MessageBudget }) {
  const { used, until, variable } = budget;
  return (
    <tr>
      <th scope="row">{budgetName(budget.name)}</th>
      <td data-label={messageWords.used}>
        <span>
          {count(used)}{" "}
          {until && (
            <span class="status overdue">
              {messageWords.spent} {protectionWords.until(timeOf(until))}
            </span>
          )}
        </span>
      </td>
      <td data-label={words.rate}>{rateText(budget)}</td>
      <td data-label={words.variable} class="cell-email">
        <code>{variable}</code>
      </td>
    </tr>
  );
}

/** `sms +55` is that of one country. */
function budgetName(name: string): string {
  const [kind, code] = name.split(" ");
  if (code) return messageWords.country(code);
  return kind === "mail" ? messageWords.mail : messageWords.sms;
}
