// What was learned from corrections: which category goes with whom. Each can be forgotten, and all at once.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useOlder } from "../../data/use_older.ts";
import { useStore } from "../../data/use_store.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { type Learned, learnedLike } from "../../rules/learned.ts";
import type { Category, Refusal } from "../../rules/records.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { learnedWords } from "./learned_words.ts";
import { importWords } from "./words.ts";

const ROOT = "/category_memory";
/** As many as finance lists at once. */
const A_PAGE = 500;
const PATH = `${ROOT}?limit=${A_PAGE}`;
const SHOWN_AT_ONCE = 50;
/** A shorter list is searched by looking at it. */
const LEAST_TO_SEARCH = 8;

export function LearnedSection() {
  const store = useStore();
  const reply = useData<Learned[]>(PATH);
  const asks = useSignal(false);
  const isEmpty = reply.data?.length === 0;
  return (
    <section class="panel flush" aria-labelledby="learned">
      <header class="panel-head">
        <h2 id="learned">{learnedWords.title}</h2>
        {!isEmpty && reply.data && (
          <button type="button" class="quiet small" onClick={() => (asks.value = true)}>
            {learnedWords.forgetAll}
          </button>
        )}
      </header>
      <Loading from={reply} path={PATH}>
        {(first) => (isEmpty ? <Empty text={learnedWords.empty} /> : <LearnedList first={first} />)}
      </Loading>
      {asks.value && (
        <Confirm
          title={learnedWords.forgetAllAsk}
          text={learnedWords.forgetAllHint}
          act={learnedWords.forgetAll}
          onClose={() => (asks.value = false)}
          work={async () => {
            const { record, undo } = await write<{ forgotten: number }>(store, "POST", `${ROOT}/forget`, {});
            store.message.value = { text: learnedWords.forgottenAll(record.forgotten), undo };
          }}
        />
      )}
    </section>
  );
}

/** `first`: the newest page, which is loaded again after every write; older ones are added to it. */
function LearnedList({ first }: { first: readonly Learned[] }) {
  const store = useStore();
  const categories = useData<Category[]>("/categories").data ?? [];
  const { all, isWhole, loadMore, leaveOut } = useOlder(PATH, first, A_PAGE);
  const most = useSignal(SHOWN_AT_ONCE);
  const typed = useSignal("");
  const matching = learnedLike(all, categories, typed.value);
  const visible = matching.slice(0, most.value);
  const showMore = async () => {
    most.value += SHOWN_AT_ONCE;
    if (matching.length < most.value && !isWhole) await loadMore();
  };
  const forget = ({ id, merchant }: Learned) =>
    write(store, "DELETE", `${ROOT}/${id}`, {}).then(
      ({ undo }) => {
        leaveOut(id);
        store.message.value = { text: learnedWords.forgotten(merchant), undo };
      },
      (error: Refusal) => (store.message.value = { text: reasonOf(error) }),
    );
  return (
    <>
      <div class="section-lead">
        <p class="hint">{learnedWords.hint}</p>
        {all.length >= LEAST_TO_SEARCH && (
          <input
            type="search"
            aria-label={learnedWords.search}
            placeholder={learnedWords.search}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              most.value = SHOWN_AT_ONCE;
            }}
          />
        )}
      </div>
      {visible.length === 0 && <Empty text={learnedWords.nothingFound} />}
      <ul>
        {visible.map((each) => (
          <LearnedRow
            key={each.id}
            entry={each}
            category={categories.find(({ id }) => id === each.category_id)}
            onForget={() => void forget(each)}
          />
        ))}
      </ul>
      {(matching.length > visible.length || !isWhole) && (
        <p class="section-more">
          <button type="button" class="quiet" onClick={() => void showMore().catch(() => {})}>
            {importWords.more}
          </button>
        </p>
      )}
    </>
  );
}

interface LearnedRowProps {
  entry: Learned;
  category: Category | undefined;
  onForget: () => void;
}

function LearnedRow({ entry: { merchant, kind, hits }, category, onForget }: LearnedRowProps) {
  const name = category?.name ?? learnedWords.goneCategory;
  return (
    <li class="row acted">
      <span class="row-content">
        <CategoryMark category={category} />
        <span class="what">
          <strong>{merchant}</strong>
          <span class="hint">{joinParts(name, kind === "income" && learnedWords.income, learnedWords.times(hits))}</span>
        </span>
      </span>
      <button type="button" class="quiet small" aria-label={learnedWords.forgetOne(merchant)} onClick={onForget}>
        {learnedWords.forget}
      </button>
    </li>
  );
}
