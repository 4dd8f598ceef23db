// Opens the dialog that acts on all users whom the list finds, for those who may do any of it.
import { Icon } from "../../ui/icon.tsx";
import { useLate } from "../../ui/use_late.ts";
import { may, useConsole } from "../data/console.ts";
import { filterOf, type ListQuery } from "./list_query.ts";
import { usersWords } from "./words.ts";

const RIGHTS = ["users:write", "users:unban", "users:invite", "credentials:write", "sessions:end", "users:delete", "users:erase"];

export function BulkButton({ query }: { query: ListQuery }) {
  const console = useConsole();
  const { part, open, close } = useLate(() => import("../bulk_jobs/start_job.tsx"));
  if (!RIGHTS.some((right) => may(console, right))) return null;
  return (
    <>
      <button type="button" class="small" onClick={open}>
        <Icon name="users" />
        <span>{usersWords.bulkButton}</span>
      </button>
      {part && <part.StartJob filter={filterOf(query)} onClose={close} />}
    </>
  );
}
