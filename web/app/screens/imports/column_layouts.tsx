// Layouts of tables that somebody explained, by which files like them are read. Each can be forgotten.
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { shortDay } from "../../rules/day_names.ts";
import { ROLES, type Role } from "../../rules/import_columns.ts";
import { columnsOfLayout, type Layout } from "../../rules/learned.ts";
import type { Refusal } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { layoutWords, learnedWords } from "./learned_words.ts";
import { importWords } from "./words.ts";

const PATH = "/import_layouts";

export function LayoutsSection() {
  const reply = useData<Layout[]>(PATH);
  return (
    <section class="panel flush" aria-labelledby="layouts">
      <header class="panel-head">
        <h2 id="layouts">{layoutWords.title}</h2>
      </header>
      <Loading from={reply} path={PATH}>
        {(layouts) =>
          layouts.length === 0 ? (
            <Empty text={layoutWords.empty} />
          ) : (
            <>
              <div class="section-lead">
                <p class="hint">{layoutWords.hint}</p>
              </div>
              <ul>
                {layouts.map((layout) => (
                  <LayoutRow key={layout.id} layout={layout} />
                ))}
              </ul>
            </>
          )
        }
      </Loading>
    </section>
  );
}

function LayoutRow({ layout }: { layout: Layout }) {
  const store = useStore();
  const names = layout.header.filter((each) => each.trim() !== "").join(", ") || layoutWords.noHeader;
  const columns = columnsOfLayout(layout, ROLES).map(([role, column]) =>
    layoutWords.column(importWords.roles[role as Role], column),
  );
  const forget = () =>
    write(store, "DELETE", `${PATH}/${layout.id}`, {}).then(
      ({ undo }) => (store.message.value = { text: layoutWords.forgotten, undo }),
      (error: Refusal) => (store.message.value = { text: reasonOf(error) }),
    );
  return (
    <li class="row acted">
      <span class="row-content">
        <span class="what">
          <strong>{names}</strong>
          <span class="hint">{joinParts(...columns, shortDay(layout.updated_at.slice(0, 10), language))}</span>
        </span>
      </span>
      <button type="button" class="quiet small" aria-label={learnedWords.forgetOne(names)} onClick={() => void forget()}>
        {learnedWords.forget}
      </button>
    </li>
  );
}
