// /imports/rules: rules for lines of files, in their order; what was learned from corrections; and layouts of columns.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import type { Category, ImportRule, Refusal } from "../../rules/records.ts";
import { formOf, type TextCondition } from "../../rules/rule_form.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { LayoutsSection } from "./column_layouts.tsx";
import { LearnedSection } from "./learned.tsx";
import { runWords } from "./learned_words.ts";
import { RuleEditor } from "./rule_editor.tsx";
import { ruleWords } from "./rule_words.ts";
import { RunRules } from "./run_rules.tsx";

const PATH = "/import_rules";

export function ImportsRules() {
  useKeys(LIST_NAVIGATION);
  const reply = useData<ImportRule[]>(PATH);
  const runs = useSignal(false);
  const opened = useSignal<ImportRule | "new" | undefined>(undefined);
  const add = (
    <button type="button" class="main" onClick={() => (opened.value = "new")}>
      {ruleWords.add}
    </button>
  );
  const isEmpty = reply.data?.length === 0;
  const edited = opened.value === "new" ? undefined : opened.value;
  return (
    <Screen title={ruleWords.title} writes {...(!isEmpty && { tools: add })}>
      <Loading from={reply} path={PATH}>
        {(rules) =>
          rules.length === 0 ? (
            <div class="panel">
              <Empty text={ruleWords.empty}>{add}</Empty>
            </div>
          ) : (
            <>
              <div class="panel-head">
                <p class="hint">{ruleWords.order}</p>
                <button type="button" class="small" onClick={() => (runs.value = true)}>
                  {runWords.open}
                </button>
              </div>
              <ul class="panel flush">
                {rules.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} onOpen={() => (opened.value = rule)} />
                ))}
              </ul>
            </>
          )
        }
      </Loading>
      <LearnedSection />
      <LayoutsSection />
      {runs.value && <RunRules onClose={() => (runs.value = false)} />}
      {opened.value && <RuleEditor key={edited?.id ?? "new"} rule={edited} onClose={() => (opened.value = undefined)} />}
    </Screen>
  );
}

function RuleRow({ rule, onOpen }: { rule: ImportRule; onOpen: () => void }) {
  const store = useStore();
  const categories = useData<Category[]>("/categories").data;
  const { condition, text, category, description, tags, ignores } = formOf(rule);
  const name = categories?.find(({ id }) => String(id) === category)?.name;
  const when = text ? `${ruleWords.conditions[condition as TextCondition]} “${text}”` : ruleWords.more;
  const moveUp = () =>
    write(store, "PUT", `${PATH}/${rule.id}`, { position: rule.position - 1 }).then(
      ({ undo }) => (store.message.value = { text: ruleWords.saved, undo }),
      (error: Refusal) => (store.message.value = { text: reasonOf(error) }),
    );
  return (
    <li class="row acted">
      <button type="button" class="row-button" onClick={onOpen}>
        <span class="what">
          <strong>{rule.name}</strong>
          <span class="hint">{joinParts(when, ignores ? ruleWords.ignores : description, name, tags)}</span>
        </span>
        {!rule.enabled && <span class="status">{ruleWords.off}</span>}
      </button>
      {rule.position > 1 && (
        <button type="button" class="quiet" aria-label={ruleWords.up(rule.name)} onClick={() => void moveUp()}>
          ↑
        </button>
      )}
    </li>
  );
}
