// GET, POST /spaces: the spaces that the caller belongs to, and a further one. Which of them a call is about, the API token says, else the header X-Cofre-Space.
import { Type } from "typebox";
import { endpoint, writeEndpoint } from "../endpoint.ts";
import { readText } from "../fields/readers.ts";
import { judge, refuse } from "../fields/record.ts";
import { Filled } from "../fields/schemas.ts";
import { ROLES } from "../roles/role.ts";
import { makeSpaceFor } from "../users/first_use.ts";
import { findLocale, insertFurtherSpace, listSpacesOf, putMember } from "./queries.ts";

/** That a user may make. */
const MOST_FURTHER_SPACES = 10;
const LONGEST_NAME = 100;
const NO_SPACE = { id: null, name: null };

const SpaceReply = Type.Object({
  id: Type.Integer(),
  role: Type.String({ enum: [...ROLES] }),
  own: Type.Boolean({ description: "Whether it is the caller's own, which is meant where nothing is said" }),
  name: Type.String({ description: "Of whom it is, or what it was called when it was made" }),
  current: Type.Boolean({ description: "Whether this call is about it" }),
});

/** A token opens one space, and tells of no other. */
export const getSpaces = endpoint({
  method: "GET",
  path: "/spaces",
  access: "reader",
  summary: "The spaces of the caller",
  reply: Type.Array(SpaceReply),
  handle: async ({ db, caller: { userId, spaceId, tokenId } }) =>
    (await listSpacesOf(db, userId))
      .filter(({ id }) => tokenId === undefined || id === spaceId)
      .map((space) => ({ ...space, current: space.id === spaceId })),
});

/** For what shall not be mixed: a business, a club, somebody else's money. Its maker is its first owner, and whoever is the last stays. */
export const postSpaces = writeEndpoint({
  method: "POST",
  path: "/spaces",
  access: "own",
  summary: "Make a further space, with its first categories and an account",
  body: Type.Object({ name: Filled({ maxLength: LONGEST_NAME }) }),
  reply: SpaceReply,
  status: 201,
  handle: ({ record, writeAlone, caller: { userId, timeZone }, now }) => {
    const name = readText(record, "name", { required: true, most: LONGEST_NAME });
    judge(record, NO_SPACE);
    return writeAlone(async (tx) => {
      await tx.space;
      const made = await insertFurtherSpace(tx, userId, name as string, now, MOST_FURTHER_SPACES);
      if (!made) return refuse(record, NO_SPACE, "base", { kind: "tooMany", values: { most: MOST_FURTHER_SPACES } });
      const { space_id: spaceId } = made;
      const members = { [String(userId)]: "owner" } as const;
      await makeSpaceFor(tx, { spaceId, userId, locale: await findLocale(tx, userId), timeZone, members, now });
      await putMember(tx, spaceId, { user_id: userId, role: "owner", created_at: now });
      return { before: {}, after: {}, answer: { id: spaceId, role: "owner", own: false, name: made.name, current: false } };
    });
  },
});
