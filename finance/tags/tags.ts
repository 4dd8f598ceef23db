// GET /tags: the tags in use.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { listTags } from "./queries.ts";

/** As people look them up: small and capital letters, with and without accents, stand together. */
const alphabet = new Intl.Collator("pt-BR");

export const getTags = endpoint({
  method: "GET",
  path: "/tags",
  access: "reader",
  summary: "The tags in use, by name",
  reply: Type.Array(Type.Object({ name: Type.String(), transactions_count: Type.Integer() })),
  handle: async ({ db, caller }) => {
    const tags = await listTags(db, caller.spaceId);
    return tags
      .sort((one, other) => alphabet.compare(one.name, other.name))
      .map(({ name, uses }) => ({ name, transactions_count: uses }));
  },
});
