// /admin/acts: what administrators did, newest first.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { here, route } from "../../shell/router.ts";
import { Failed } from "../../ui/problems.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { Skeleton } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { usersWords } from "../users/words.ts";
import { ActLines, type AdminAct } from "./act_lines.tsx";
import { actionText } from "./action_text.ts";
import { actionWords, actsWords } from "./words.ts";

interface ActPage {
  acts: AdminAct[];
  next_cursor?: string;
}

const NAMES = ["user_id", "actor_id", "action", "from", "to"] as const;

export function Acts() {
  const console = useConsole();
  const { query } = here.value;
  const pages = useSignal<readonly ActPage[]>([]);
  const problem = useSignal<Refusal | undefined>(undefined);
  const filter = Object.fromEntries(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
  const address = `/admin/acts?${new URLSearchParams(filter)}`;
  const load = async (cursor?: string) => {
    problem.value = undefined;
    const { from, to, ...others } = filter;
    const days = { ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }), ...(to && { to: endOf(to) }) };
    const search = new URLSearchParams({ ...others, ...days, limit: "50", ...(cursor && { cursor }) });
    await askAdmin<ActPage>(console, `/acts?${search}`).then(
      ({ answer }) => (pages.value = cursor === undefined ? [answer] : [...pages.value, answer]),
      (error: Refusal) => (problem.value = error),
    );
  };
  useEffect(() => {
    pages.value = [];
    void load();
  }, [address]);
  const change = (name: string, value: string) =>
    route(`/admin/acts?${new URLSearchParams(Object.entries({ ...filter, [name]: value }).filter(([, each]) => each))}`, true);
  const next = pages.value.at(-1)?.next_cursor;
  return (
    <Screen title={actsWords.title} hint={actsWords.hint}>
      <search class="list-head pair">
        <label class="field">
          {actsWords.action}
          <select value={filter.action ?? ""} onChange={({ currentTarget }) => change("action", currentTarget.value)}>
            <option value="">{actsWords.any}</option>
            {Object.keys(actionWords.names).map((each) => (
              <option key={each} value={each}>
                {actionText(each)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {actsWords.from}
          <input type="date" value={filter.from ?? ""} onChange={({ currentTarget }) => change("from", currentTarget.value)} />
        </label>
        <label class="field">
          {actsWords.to}
          <input type="date" value={filter.to ?? ""} onChange={({ currentTarget }) => change("to", currentTarget.value)} />
        </label>
      </search>
      {problem.value ? (
        <Failed problem={problem.value} retry={() => void load(next)} />
      ) : pages.value.length === 0 ? (
        <Skeleton />
      ) : (
        <ActLines acts={pages.value.flatMap(({ acts }) => acts)} />
      )}
      {next && (
        <div class="section-more">
          <button type="button" onClick={() => void load(next)}>
            {usersWords.more}
          </button>
        </div>
      )}
    </Screen>
  );
}

/** The whole day counts. */
function endOf(day: string): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + 1);
  return start.toISOString();
}
