// The users that the list finds, as a file that this browser saves.
import { currentTime } from "../../clock.ts";
import { language } from "../../language.ts";
import { csvOf } from "../../rules/csv.ts";
import { askAdmin } from "../data/ask.ts";
import type { Console } from "../data/console.ts";
import { saveFile } from "../data/save_file.ts";
import { type Column, textOf } from "./columns.tsx";
import { type ListQuery, listPath } from "./list_query.ts";
import { nameOf, type User, type UserPage } from "./user_record.ts";
import { usersWords } from "./words.ts";

export type Format = "csv" | "json";

/** Auth's limit for one page. */
const PAGE = 1000;
/** A browser holds them in memory until the file is complete. */
const MOST_ROWS = 100_000;

/** Throws a Refusal. */
export async function readUsers(console: Console, query: ListQuery, onRead: (count: number) => void) {
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

export function saveUsers(format: Format, users: readonly User[], columns: readonly Column[]): void {
  const text = format === "json" ? `${JSON.stringify(users, null, 2)}\n` : csvFile(users, columns);
  saveFile(new Blob([text], { type: TYPES[format] }), `users.${format}`);
}

const TYPES = { json: "application/json", csv: "text/csv;charset=utf-8" };

function csvFile(users: readonly User[], columns: readonly Column[]): string {
  const now = currentTime();
  const named = [...columns.filter((each) => each !== "id"), "id" as const];
  const head = [usersWords.columns.person, ...named.map((each) => usersWords.columns[each])];
  return csvOf([head, ...users.map((user) => [nameOf(user), ...named.map((each) => textOf(user, each, now))])], language);
}
