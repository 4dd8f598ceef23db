// Order, columns, page size and files of the list of users.
import { type Signal, useSignal } from "@preact/signals";
import { language } from "../../language.ts";
import { Icon } from "../../ui/icon.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { useConsole } from "../data/console.ts";
import { BulkButton } from "./bulk_button.tsx";
import { COLUMNS, type Column, toggleColumn } from "./columns.tsx";
import { type Format, readUsers, saveUsers } from "./export_users.ts";
import { type ListQuery, listAddress, SORTS } from "./list_query.ts";
import { choosePageSize, PAGE_SIZES } from "./page_size.ts";
import { filterWords, usersWords } from "./words.ts";

interface ListToolsProps {
  query: ListQuery;
  columns: Signal<readonly Column[]>;
  pageSize: Signal<number>;
}

export function ListTools({ query, columns, pageSize }: ListToolsProps) {
  const sort = query.sort ?? SORTS[0];
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
      <MenuButton
        class="small"
        label={usersWords.pageSizes}
        name={`${usersWords.pageSizes}: ${usersWords.pageSize(pageSize.value)}`}
        items={PAGE_SIZES.map((each) => ({
          label: usersWords.pageSize(each),
          isChecked: each === pageSize.value,
          go: () => choosePageSize(pageSize, each),
        }))}
      >
        <Icon name="list" />
        <span>{usersWords.pageSize(pageSize.value)}</span>
      </MenuButton>
      <ExportButton query={query} columns={columns} />
      <BulkButton query={query} />
    </div>
  );
}

function ExportButton({ query, columns }: Pick<ListToolsProps, "query" | "columns">) {
  const console = useConsole();
  const exported = useSignal<number | undefined>(undefined);
  const save = async (format: Format) => {
    if (exported.value !== undefined) return;
    exported.value = 0;
    try {
      const { users, isCut } = await readUsers(console, query, (count) => (exported.value = count));
      saveUsers(format, users, columns.value);
      console.message.value = isCut ? usersWords.exportStopped(users.length.toLocaleString(language)) : "";
    } catch {
      console.message.value = usersWords.exportFailed;
    }
    exported.value = undefined;
  };
  const progress = exported.value === undefined ? undefined : usersWords.exporting(exported.value.toLocaleString(language));
  return (
    <>
      <MenuButton
        class="small"
        label={usersWords.exportButton}
        items={(["csv", "json"] as const).map((each) => ({ label: usersWords.exports[each], go: () => void save(each) }))}
      >
        <Icon name="download" />
        <span>{progress ?? usersWords.exportButton}</span>
      </MenuButton>
      <span class="unseen" role="status">
        {progress}
      </span>
    </>
  );
}
