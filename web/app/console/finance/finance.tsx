// /admin/finance: counts of all spaces, as finance made them last night.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { count, sizeText } from "../data/number_text.ts";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { financeWords } from "./words.ts";

interface SpacesReply {
  counted_at: string | null;
  spaces: number;
  unread: number;
  transactions: number;
  changes: number;
  database_bytes: number;
  largest: { space_id: number; people: number; transactions: number; changes: number }[];
  failing_webhooks: number;
  failing: { space_id: number; webhooks: number }[];
  ledger: {
    checked_at: string | null;
    checked_spaces: number;
    wrong_spaces: number;
    wrong: { space_id: number; disagreements: number }[];
  };
}

const PATH = "/finance/spaces";

export function Finance() {
  const reply = useData<SpacesReply>(PATH);
  return (
    <Screen title={financeWords.title} hint={financeWords.hint}>
      <Loading from={reply} path={PATH}>
        {(data) => (
          <div class="user-sections">
            <Totals counts={data} />
            <Ledger ledger={data.ledger} />
            <Webhooks failing={data.failing} />
            <Largest spaces={data.largest} />
          </div>
        )}
      </Loading>
    </Screen>
  );
}

function Totals({ counts }: { counts: SpacesReply }) {
  const words = financeWords.totals;
  const { counted_at: at, unread } = counts;
  const facts = [
    [words.spaces, count(counts.spaces)],
    [words.transactions, count(counts.transactions)],
    [words.changes, count(counts.changes)],
    [words.size, sizeText(counts.database_bytes)],
  ];
  return (
    <Section title={words.title} hint={at === null ? financeWords.notYet : financeWords.at(dayAndTime(at))}>
      {at !== null && (
        <dl class="facts user-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {unread > 0 && <p class="problem">{financeWords.unread(count(unread))}</p>}
    </Section>
  );
}

function Ledger({ ledger }: Pick<SpacesReply, "ledger">) {
  const words = financeWords.ledger;
  const { checked_at: at, checked_spaces: spaces, wrong } = ledger;
  return (
    <Section title={words.title} hint={at === null ? words.never : words.checked(count(spaces), dayAndTime(at))}>
      <Lines items={wrong} empty={words.right}>
        {({ space_id: id, disagreements }) => (
          <Line
            key={id}
            title={
              <>
                {financeWords.space(String(id))}
                <span class="status overdue">{words.wrong(count(disagreements))}</span>
              </>
            }
            hints={[words.doctor]}
          />
        )}
      </Lines>
    </Section>
  );
}

function Webhooks({ failing }: Pick<SpacesReply, "failing">) {
  const words = financeWords.webhooks;
  return (
    <Section title={words.title}>
      <Lines items={failing} empty={words.none}>
        {({ space_id: id, webhooks }) => (
          <Line key={id} title={financeWords.space(String(id))} hints={[words.count(count(webhooks))]} />
        )}
      </Lines>
    </Section>
  );
}

function Largest({ spaces }: { spaces: SpacesReply["largest"] }) {
  const words = financeWords.largest;
  const { transactions, changes } = financeWords.totals;
  if (spaces.length === 0)
    return (
      <Section title={words.title}>
        <Lines items={[]} empty={words.none}>
          {() => null}
        </Lines>
      </Section>
    );
  return (
    <Section title={words.title}>
      <div class="table-frame">
        <table class="records">
          <thead>
            <tr>
              <th scope="col">{words.space}</th>
              <th scope="col">{transactions}</th>
              <th scope="col">{changes}</th>
              <th scope="col">{words.people}</th>
            </tr>
          </thead>
          <tbody>
            {spaces.map((each) => (
              <tr key={each.space_id}>
                <th scope="row">{financeWords.space(String(each.space_id))}</th>
                <td data-label={transactions}>{count(each.transactions)}</td>
                <td data-label={changes}>{count(each.changes)}</td>
                <td data-label={words.people}>{count(each.people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
