// GET, POST /admin/users/export: a list of users as a file, and whole accounts for another server. Both are made while they are sent.
import type { KeyObject } from "node:crypto";
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { unseal } from "../../kernel/seal.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { csvLine } from "../admin/csv_line.ts";
import { FILTERS, filterQuery, readFilters } from "../admin/filters.ts";
import type { Position } from "../admin/list_order.ts";
import { FILE_HEADERS, FILE_PAGE, FILE_TYPES, fileAnswer, jsonLines } from "../admin/log_file.ts";
import { followUsers } from "../admin/queries_follow.ts";
import type { UserFilters } from "../admin/queries_matching.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { listOtherOwners } from "../grants/queries.ts";
import { notify } from "../outbox/notify.ts";
import { cellOf, EXPORT_COLUMNS, type ExportColumn, exportedRow, readColumns } from "./columns.ts";
import { type LeavingUser, listLeavingUsers } from "./queries.ts";

type Format = "csv" | "jsonl";

export const getAdminUsersExport = endpoint({
  method: "GET",
  path: "/admin/users/export",
  access: "admin",
  right: ({ query }) => ["users:export", ...(query.server_role === undefined ? [] : (["administrators:read"] as const))],
  summary: "Users as a file, the oldest first, with chosen columns; without passwords",
  query: Type.Object({
    ...filterQuery,
    format: Type.Optional(Type.Unsafe<Format>({ type: "string", enum: ["csv", "jsonl"], description: "csv unless given" })),
    columns: Type.Optional(
      Type.String({ maxLength: 400, description: `Separated by commas, of ${EXPORT_COLUMNS.join(", ")}; all unless given` }),
    ),
  }),
  reply: Type.Null(),
  files: FILE_TYPES,
  replyHeaders: FILE_HEADERS,
  refuses: [403, 422],
  handle: async (input) => {
    const { query, db, now } = input;
    const { format = "csv" } = query;
    const columns = readColumns(query.columns);
    const filters = readFilters(query, now);
    const by = adminActOf(input);
    const filterNames = FILTERS.filter((name) => query[name] !== undefined);
    const traits = { format, columns: columns.join(" "), filters: filterNames.join(" ") };
    await db.transaction((tx) => logAct(tx, by, { action: "users_exported", actor: by.actor, traits }));
    const users = rowsOf(db, filters, columns);
    return fileAnswer({ name: "users", format, rows: format === "csv" ? csvOf(users, columns) : jsonLines(users) });
  },
});

async function* rowsOf(db: Database, filters: UserFilters, columns: readonly ExportColumn[]) {
  const order = { field: "created_at", isAscending: true } as const;
  for (let after: Position | undefined; ; ) {
    const { users, next } = await followUsers(db, { filters, order, perPage: FILE_PAGE, after }, { withTotal: false });
    for (const user of users) yield exportedRow(user, columns);
    if (!next) return;
    after = next;
  }
}

async function* csvOf(rows: ReturnType<typeof rowsOf>, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((name) => cellOf(row[name])));
}

export const postAdminUsersExport = endpoint({
  method: "POST",
  path: "/admin/users/export",
  access: "admin",
  right: "password_hashes:export",
  ignoresBody: true,
  summary: "All accounts with password hashes and second factors, to import them on another server; owners alone",
  reply: Type.Null(),
  files: ["application/jsonl"],
  replyHeaders: FILE_HEADERS,
  refuses: [403, 422],
  handle: async (input): Promise<Answer> => {
    const { caller, config, db, request, serverKeys } = input;
    if (!config.passwordHashExportEnabled) throw fail.hashExportDisabled();
    // A token that leaked would otherwise be worth every password.
    if (!["user", "command_line"].includes(caller.administrator?.kind ?? "")) throw fail.hashExporterMissing();
    const by = adminActOf(input);
    const variables = { administrator: by.administrator.name, ip: request.ip };
    await db.transaction(async (tx) => {
      await logAct(tx, by, { action: "accounts_exported", actor: by.actor });
      const owners = await listOtherOwners(tx, caller.userId ?? null);
      // The request is of another owner, so its language says nothing of theirs.
      const world = { ...input, request: { headers: {} } };
      for (const owner of owners) await notify(tx, world, owner, { what: "passwords_exported", variables });
    });
    return fileAnswer({ name: "accounts", format: "jsonl", rows: jsonLines(accountsOf(db, serverKeys.factors)) });
  },
});

const FIRST = "00000000-0000-0000-0000-000000000000";
const ACCOUNTS_A_PAGE = 500;

async function* accountsOf(db: Db, key: KeyObject): AsyncGenerator<object> {
  for (let after = FIRST; ; ) {
    const users = await listLeavingUsers(db, after, ACCOUNTS_A_PAGE);
    for (const user of users) yield lineOf(user, key);
    const last = users.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** A secret that cannot be opened is null, and the import names that factor. */
function lineOf({ account, factors }: LeavingUser, key: KeyObject) {
  const opened = factors.map(({ sealed_secret: sealed, ...factor }) => ({
    ...factor,
    secret: sealed === null ? null : (unseal(key, Buffer.from(sealed, "hex"), factor.id) ?? null),
  }));
  return { ...account, factors: opened };
}
