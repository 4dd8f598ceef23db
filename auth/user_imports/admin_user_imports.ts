// GET, POST /admin/user-imports and GET /admin/user-imports/:id: users in a file of another server, imported in the background.
//
// What is where in this slice: an import is created here, receives its file in parts (admin_user_imports_parts.ts), is checked, and waits
// until somebody starts it (admin_user_imports_check.ts and _start.ts). work.ts does both in the background; sources.ts reads a line.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { seal } from "../../kernel/seal.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { actorOf } from "../bulk_jobs/actor.ts";
import { requestOf } from "../bulk_jobs/create_job.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findImport, insertImport, listImports } from "./queries.ts";
import { type Parameters, SOURCES, type Source } from "./sources.ts";
import { ImportReply, presentImport, readImportId, requireImporter } from "./user_import.ts";

const MOST_LISTED = 50;
const MOST_OPEN = 5;

const Hashing = Type.Object(
  {
    signerKey: Type.String({ minLength: 1, maxLength: 200 }),
    saltSeparator: Type.String({ maxLength: 50 }),
    rounds: Type.Integer({ minimum: 1, maximum: 8 }),
    memCost: Type.Integer({ minimum: 1, maximum: 14 }),
  },
  {
    additionalProperties: false,
    description: "Of firebase: the hash parameters of the project. Without them no password is imported",
  },
);

export const postAdminUserImports = endpoint({
  method: "POST",
  path: "/admin/user-imports",
  access: "admin",
  right: "users:read",
  summary: "Begin an import of users; it needs the right users:import, and changes nothing before it is started",
  body: Type.Object(
    {
      source: Type.Unsafe<Source>({ type: "string", enum: [...SOURCES], description: "What wrote the file" }),
      file_name: Type.Optional(Type.String({ maxLength: 255 })),
      hashing: Type.Optional(Hashing),
    },
    { additionalProperties: false },
  ),
  status: 201,
  reply: ImportReply,
  refuses: [403, 422],
  handle: async (input) => {
    const { body, caller, db, now, serverKeys } = input;
    requireImporter(caller);
    if (body.hashing && body.source !== "firebase")
      throw fail.invalid({ values: { field: "hashing", problem: "goes with the source firebase" } });
    const id = randomUUID();
    const parameters: Parameters = body.hashing ? { hashing: body.hashing } : {};
    const row = {
      id,
      source: body.source,
      file_name: body.file_name ?? "",
      sealed_parameters: body.hashing ? seal(serverKeys.imports, JSON.stringify(parameters), id) : null,
      ...actorOf(caller),
      request: requestOf(adminActOf(input)),
      created_at: now,
    };
    if (!(await insertImport(db, row, MOST_OPEN))) throw fail.userImportsTooMany({ values: { most: MOST_OPEN } });
    const created = await findImport(db, id);
    if (!created) throw fail.userImportUnknown();
    return new Answer(201, {}, presentImport(created));
  },
});

export const getAdminUserImports = endpoint({
  method: "GET",
  path: "/admin/user-imports",
  access: "admin",
  right: "users:read",
  summary: `The last ${MOST_LISTED} imports of users, newest first`,
  reply: Type.Object({ imports: Type.Array(ImportReply) }),
  handle: async ({ db }) => ({ imports: (await listImports(db, MOST_LISTED)).map(presentImport) }),
});

export const getAdminUserImport = endpoint({
  method: "GET",
  path: "/admin/user-imports/:id",
  access: "admin",
  right: "users:read",
  summary: "An import of users, and how far it is",
  params: Type.Object({ id: Type.String() }),
  reply: ImportReply,
  handle: async ({ params, db }) => {
    const row = await findImport(db, readImportId(params.id));
    if (!row) throw fail.userImportUnknown();
    return presentImport(row);
  },
});
