// /admin/users: everybody who has an account here, by search and filters.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { currentTime } from "../../clock.ts";
import { language } from "../../language.ts";
import type { Refusal } from "../../rules/records.ts";
import { here, route } from "../../shell/router.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failed } from "../../ui/problems.tsx";
import { uiWords } from "../../ui/words.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { Skeleton } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { Cell, shownColumns } from "./columns.tsx";
import { Filters } from "./filters.tsx";
import { FILTERS, type ListQuery, listAddress, listPath, readListQuery } from "./list_query.ts";
import { ListTools } from "./list_tools.tsx";
import { NewUserButtons } from "./new_user.tsx";
import { storedPageSize } from "./page_size.ts";
import { nameOf, type UserPage } from "./user_record.ts";
import { usersWords } from "./words.ts";

export function Users() {
  const console = useConsole();
  const query = readListQuery(here.value.query);
  const pages = useSignal<readonly UserPage[]>([]);
  const problem = useSignal<Refusal | undefined>(undefined);
  const isLoading = useSignal(true);
  const columns = useMemo(shownColumns, []);
  const pageSize = useMemo(storedPageSize, []);
  const turn = useRef(0);
  const address = listAddress(query);
  const load = async (cursor?: string) => {
    const mine = ++turn.current;
    isLoading.value = true;
    problem.value = undefined;
    try {
      const { answer } = await askAdmin<UserPage>(
        console,
        listPath(query, { limit: pageSize.value, cursor, total: cursor === undefined }),
      );
      if (mine === turn.current) pages.value = cursor === undefined ? [answer] : [...pages.value, answer];
    } catch (error) {
      if (mine === turn.current) problem.value = error as Refusal;
    }
    if (mine === turn.current) isLoading.value = false;
  };
  useEffect(() => void load(), [address, pageSize.value]);
  const users = pages.value.flatMap((page) => page.users);
  const next = pages.value.at(-1)?.pagination.next_cursor;
  const isFiltered = FILTERS.some((name) => query[name] !== undefined);
  return (
    <Screen
      title={usersWords.title}
      hint={<Total page={pages.value[0]} />}
      tools={<NewUserButtons onCreated={() => void load()} />}
    >
      <search class="list-head">
        <Search query={query} />
        <Filters query={query} />
        <ListTools query={query} columns={columns} pageSize={pageSize} />
      </search>
      {users.length > 0 && (
        <div class={isLoading.value ? "table-frame loading" : "table-frame"}>
          <table class="records">
            <thead>
              <tr>
                <th scope="col">{usersWords.columns.person}</th>
                {columns.value.map((column) => (
                  <th key={column} scope="col">
                    {usersWords.columns[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <tr key={user.id}>
                  <th scope="row">
                    <a class="row-link" href={`/admin/users/${user.id}`}>
                      {nameOf(user)}
                    </a>
                  </th>
                  {columns.value.map((column) => (
                    <td key={column} class={`cell-${column}`} data-label={usersWords.columns[column]}>
                      <Cell user={user} column={column} now={currentTime()} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problem.value ? (
        <Failed problem={problem.value} retry={() => void load(users.length > 0 ? next : undefined)} />
      ) : isLoading.value && users.length === 0 ? (
        <Skeleton />
      ) : (
        users.length === 0 && (
          <div class="panel">
            <Empty text={isFiltered ? usersWords.none : usersWords.nobody}>
              {isFiltered && (
                <a class="button" href="/admin/users">
                  {usersWords.clearAll}
                </a>
              )}
            </Empty>
          </div>
        )
      )}
      {next !== undefined && !problem.value && (
        <div class="section-more">
          <button type="button" disabled={isLoading.value} onClick={() => void load(next)}>
            {isLoading.value ? uiWords.loading : usersWords.more}
          </button>
        </div>
      )}
    </Screen>
  );
}

function Total({ page }: { page: UserPage | undefined }) {
  const total = page?.pagination.total;
  if (!total) return null;
  const count = total.count.toLocaleString(language);
  return <span role="status">{total.is_estimate ? usersWords.about(count) : usersWords.count(count)}</span>;
}

const SEARCH_AFTER_MS = 250;

/** The address follows what is typed, so that a search can be sent to somebody. */
function Search({ query }: { query: ListQuery }) {
  const typed = useSignal(query.search ?? "");
  useEffect(() => {
    if (typed.value.trim() === (query.search ?? "")) return;
    const timer = setTimeout(() => route(listAddress(query, { search: typed.value.trim() }), true), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  // Filters are taken away by links too.
  useEffect(() => {
    if (typed.value.trim() !== (query.search ?? "")) typed.value = query.search ?? "";
  }, [query.search]);
  return (
    <input
      type="search"
      aria-label={usersWords.search}
      placeholder={usersWords.search}
      value={typed.value}
      maxLength={255}
      onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
    />
  );
}
