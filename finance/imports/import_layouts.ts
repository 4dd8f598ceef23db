// GET /import_layouts and DELETE /import_layouts/:id: columns of tables that the user explained once, so that files like them are read at once.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { type LayoutRow, listLayouts } from "./queries_layouts.ts";

const LayoutReply = Type.Object({
  id: Type.Integer(),
  header_key: Type.String({ description: "By which a file is recognised: a hash of its header" }),
  header: Type.Array(Type.String(), { description: "The names of its columns" }),
  columns: Type.Record(Type.String(), Type.Unknown(), { description: "As POST /imports took them" }),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

function presentLayout({ id, header_key, columns: { header, columns }, created_at, updated_at }: LayoutRow, timeZone: string) {
  return {
    id,
    header_key,
    header,
    columns: { ...columns } as Record<string, unknown>,
    created_at: momentText(new Date(created_at), timeZone),
    updated_at: momentText(new Date(updated_at), timeZone),
  };
}

export const getImportLayouts = endpoint({
  method: "GET",
  path: "/import_layouts",
  access: "reader",
  summary: "The layouts of tables that were explained, newest first",
  reply: Type.Array(LayoutReply),
  handle: async ({ db, caller: { spaceId, timeZone } }) =>
    (await listLayouts(db, spaceId)).map((row) => presentLayout(row, timeZone)),
});

export const deleteImportLayout = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/import_layouts/:id",
  summary: "Forget a layout",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: LayoutReply,
  refuses: [404],
  handle: ({ params, caller: { spaceId, timeZone }, write }) => {
    const id = readPathId(params.id);
    return write(async (read) => {
      const row = (await listLayouts(read, spaceId)).find((each) => each.id === id);
      if (!row) throw fail.recordUnknown();
      return { before: { import_layouts: [row] }, after: {}, answer: presentLayout(row, timeZone) };
    });
  },
});
