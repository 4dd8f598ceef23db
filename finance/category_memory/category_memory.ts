// GET /category_memory and DELETE /category_memory/:id: which category the user gives to what comes from whom.
// Where what is: learn.ts fills it, from imports and from corrections of what they made; recall.ts finds the category of a line.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readInteger } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_ID } from "../fields/schemas.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { MemoryReply, presentMemory } from "./memory_record.ts";
import { listMemory, listMemoryById } from "./queries.ts";

const MOST_LISTED = 500;

export const getCategoryMemory = endpoint({
  method: "GET",
  path: "/category_memory",
  access: "reader",
  summary: "What the space remembers of merchants and their categories, newest first",
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_ID, description: "The id of the last one of the page before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
  readsFields: true,
  reply: Type.Array(MemoryReply),
  handle: async ({ query, db, caller: { spaceId, timeZone } }) => {
    const record = submit(query, {});
    const { value: page, problems } = readAll({
      before: orElse(readInteger(record, "before", { least: 1, most: LARGEST_ID }), LARGEST_ID),
      most: orElse(readInteger(record, "limit", { least: 1, most: MOST_LISTED }), MOST_LISTED),
    });
    throwIfInvalid(record, {}, problems);
    return (await listMemory(db, spaceId, page)).map((row) => presentMemory(row, timeZone));
  },
});

export const deleteCategoryMemory = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/category_memory/:id",
  summary: "Forget one merchant",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: MemoryReply,
  refuses: [404],
  handle: ({ params, caller: { spaceId, timeZone }, write }) => {
    const id = readPathId(params.id);
    return write(async (read) => {
      const [row] = await listMemoryById(read, spaceId, [id]);
      if (!row) throw fail.recordUnknown();
      return { before: { category_memory: [row] }, after: {}, answer: presentMemory(row, timeZone) };
    });
  },
});
