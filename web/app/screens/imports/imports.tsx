// /imports: choose or drop files of banks, read them to a preview, and list past imports.
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useOlder } from "../../data/use_older.ts";
import { language } from "../../language.ts";
import { shortDay } from "../../rules/day_names.ts";
import type { Account, Card, Import } from "../../rules/records.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { UploadForm } from "./upload_form.tsx";
import { importWords } from "./words.ts";

const A_PAGE = 50;
const PATH = `/imports?limit=${A_PAGE}`;

export function Imports() {
  const reply = useData<Import[]>(PATH);
  return (
    <Screen
      title={importWords.title}
      writes
      tools={
        <a class="button small" href="/imports/rules">
          {importWords.rules}
        </a>
      }
    >
      <UploadForm />
      <section class="panel flush" aria-labelledby="past">
        <header class="panel-head">
          <h2 id="past">{importWords.past}</h2>
        </header>
        <Loading from={reply} path={PATH}>
          {(imports) => (imports.length === 0 ? <Empty text={importWords.pastEmpty} /> : <PastImports first={imports} />)}
        </Loading>
      </section>
    </Screen>
  );
}

function PastImports({ first }: { first: readonly Import[] }) {
  const { all, isWhole, loadMore } = useOlder(PATH, first, A_PAGE);
  return (
    <>
      <ul>
        {all.map((each) => (
          <Past key={each.id} from={each} />
        ))}
      </ul>
      {!isWhole && (
        <p class="section-more">
          <button type="button" class="quiet" onClick={() => void loadMore().catch(() => {})}>
            {importWords.more}
          </button>
        </p>
      )}
    </>
  );
}

function Past({ from }: { from: Import }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const place =
    from.credit_card_id === null
      ? accounts.find(({ id }) => id === from.account_id)
      : cards.find(({ id }) => id === from.credit_card_id);
  return (
    <li class="row">
      <a href={`/imports/${from.id}`}>
        <span class="what">
          <strong>{from.file_name ?? importWords.unnamed}</strong>
          <span class="hint">
            {joinParts(place?.name, shortDay(from.created_at.slice(0, 10), language), importWords.lines(from.lines))}
          </span>
        </span>
        <span class="much">
          <span class={`status ${from.state === "applied" ? "paid" : from.state === "preview" ? "closed" : ""}`}>
            {importWords.states[from.state]}
          </span>
        </span>
      </a>
    </li>
  );
}
