// Order, columns and the file of the list of users.
import { type Signal, useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { language } from "../../language.ts";
import { csvOf } from "../../rules/csv.ts";
import { Icon } from "../../ui/icon.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { askAdmin } from "../data/ask.ts";
import { type Console, useConsole } from "../data/console.ts";
import { BulkButton } from "./bulk_button.tsx";
import { COLUMNS, type Column, textOf, toggleColumn } from "./columns.tsx";
import { type ListQuery, listAddress, listPath, SORTS } from "./list_query.ts";
import { nameOf, type User, type UserPage } from "./user_record.ts";
import { filterWords, usersWords } from "./words.ts";

/** Auth's limit for one page. */
const PAGE = 1000;
/** A browser holds them in memory until the file is complete. */
const MOST_ROWS = 100_000;

export function ListTools({ query, columns }: { query: ListQuery; columns: Signal<readonly Column[]> }) {
  const console = useConsole();
  const exported = useSignal<number | undefined>(undefined);
  const sort = query.sort ?? SORTS[0];
  const save = async () => {
    if (exported.value !== undefined) return;
    exported.value = 0;
    try {
      const { users, isCut } = await readAll(console, query, (count) => (exported.value = count));
      saveFile(usersFile(users, columns.value), "users.csv");
      console.message.value = isCut ? usersWords.exportStopped(users.length.toLocaleString(language)) : "";
    } catch {
      console.message.value = usersWords.exportFailed;
    }
    exported.value = undefined;
  };
  const progress = exported.value === undefined ? undefined : usersWords.exporting(exported.value.toLocaleString(language));
  return (
    <div class="acts list-tools">
      <MenuButton
        class="small"
        label={filterWords.sort}
        name={`${filterWords.sort}: ${usersWords.sorts[sort as keyof typeof usersWords.sorts]}`}
        items={SORTS.map((each) => ({
          label: usersWords.sorts[each],
          isChecked: each === sort,
          go: listAddress(query, { sort: each === SORTS[0] ? "" : each }),
        }))}
      >
        <Icon name="switch" />
        <span>{usersWords.sorts[sort as keyof typeof usersWords.sorts]}</span>
      </MenuButton>
      <MenuButton
        class="small"
        label={usersWords.columnsButton}
        items={COLUMNS.map((each) => ({
          label: usersWords.columns[each],
          isChecked: columns.value.includes(each),
          go: () => toggleColumn(columns, each),
        }))}
      >
        <Icon name="sliders" />
        <span>{usersWords.columnsButton}</span>
      </MenuButton>
      <button type="button" class="small" disabled={exported.value !== undefined} onClick={() => void save()}>
        <Icon name="download" />
        <span>{progress ?? usersWords.exportButton}</span>
      </button>
      <span class="unseen" role="status">
        {progress}
      </span>
      <BulkButton query={query} />
    </div>
  );
}

async function readAll(console: Console, query: ListQuery, onRead: (count: number) => void) {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await askAdmin<UserPage>(console, listPath(query, { limit: PAGE, cursor }));
    users.push(...answer.users);
    onRead(users.length);
    cursor = answer.pagination.next_cursor;
  } while (cursor !== undefined && users.length < MOST_ROWS);
  return { users, isCut: cursor !== undefined };
}

function usersFile(users: readonly User[], columns: readonly Column[]): string {
  const now = currentTime();
  const named = [...columns.filter((each) => each !== "id"), "id" as const];
  const head = [usersWords.columns.person, ...named.map((each) => usersWords.columns[each])];
  return csvOf([head, ...users.map((user) => [nameOf(user), ...named.map((each) => textOf(user, each, now))])], language);
}

function saveFile(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
