// POST /category_memory/forget: forgets all merchants at once, or those of a category, or one by its name.
import { Type } from "typebox";
import { readId, readText } from "../fields/readers.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { Filled, RecordId } from "../fields/schemas.ts";
import { readAll } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { listForgotten } from "./queries.ts";
import { typedName } from "./recall.ts";

/** What is refused is shown under these names. */
const NOTHING_SAID = { category_id: null, merchant: null };

export const postCategoryMemoryForget = writeEndpoint({
  method: "POST",
  path: "/category_memory/forget",
  summary: "Forget what is remembered: of a category, of a merchant, or all of it",
  body: Type.Object({
    category_id: Type.Optional(RecordId()),
    merchant: Type.Optional(Filled({ description: "As GET /category_memory shows it; accents and case do not matter" })),
  }),
  reply: Type.Object({ forgotten: Type.Integer({ description: "How many merchants" }) }),
  handle: ({ record, caller: { spaceId }, write }) => {
    const { value, problems } = readAll({
      categoryId: readId(record, "category_id"),
      name: readText(record, "merchant", { filled: true }),
    });
    throwIfInvalid(record, NOTHING_SAID, problems);
    const { categoryId, name } = value;
    const merchant = name === undefined ? undefined : typedName(name);
    return write(async (read) => {
      const [isThere, rows] = await Promise.all([
        categoryId === undefined || hasCategory(read, spaceId, categoryId),
        listForgotten(read, spaceId, { categoryId, merchant }),
      ]);
      if (!isThere) refuse(record, NOTHING_SAID, "category_id", { kind: "unknown" });
      return { before: { category_memory: rows }, after: {}, answer: { forgotten: rows.length } };
    });
  },
});
