// GET, POST /spaces and PUT, DELETE /spaces/:id: the spaces that the caller belongs to, and further ones. The API token decides which
// space a call is about, else the header X-Cofre-Space. A further space is named by its id in any case.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { endpoint, type FinanceCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readText } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { Filled } from "../fields/schemas.ts";
import { joinProblems, type Problems, problemIf } from "../fields/with_problems.ts";
import type { Act } from "../post/act.ts";
import type { Entry } from "../post/change.ts";
import { lockSpaceRow } from "../post/queries.ts";
import { postChange } from "../post/write.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { ROLES, reaches } from "../roles/role.ts";
import { makeSpaceFor } from "../users/first_use.ts";
import { closeSpace } from "./close_space.ts";
import {
  findLocale,
  insertFurtherSpace,
  listSpacesOf,
  lockFurtherSpace,
  markErasingSpace,
  putMember,
  renameFurtherSpace,
} from "./queries.ts";

/** That a user may make. */
const MOST_FURTHER_SPACES = 10;
const LONGEST_NAME = 100;
const NO_SPACE = { id: null, name: null };

const SpaceReply = Type.Object({
  id: Type.Integer(),
  role: Type.String({ enum: [...ROLES] }),
  own: Type.Boolean({ description: "Whether it is the caller's own, which is meant where nothing is said" }),
  name: Type.String({ description: "Of whom it is, or what its owners call it" }),
  current: Type.Boolean({ description: "Whether this call is about it" }),
});
const ListedSpaceReply = Type.Object({
  ...SpaceReply.properties,
  people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String(), own: Type.Boolean() }), {
    description: "Who shares it, as GET /members lists them; `own`: it is this person's own space",
  }),
});

/** A token opens one space, and tells of no other. */
export const getSpaces = endpoint({
  method: "GET",
  path: "/spaces",
  access: "reader",
  summary: "The spaces of the caller",
  reply: Type.Array(ListedSpaceReply),
  handle: async ({ db, caller: { userId, spaceId, rights } }) =>
    (await listSpacesOf(db, userId))
      .filter(({ id }) => rights === undefined || id === spaceId)
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
    const { value: name, problems } = readText(record, "name", { required: true, most: LONGEST_NAME });
    throwIfInvalid(record, NO_SPACE, problems);
    return writeAlone(async (tx) => {
      await tx.space;
      const created = await insertFurtherSpace(tx, userId, name as string, now, MOST_FURTHER_SPACES);
      if (!created) return refuse(record, NO_SPACE, "base", { kind: "tooMany", values: { most: MOST_FURTHER_SPACES } });
      const { space_id: spaceId } = created;
      const members = { [String(userId)]: "owner" } as const;
      await makeSpaceFor(tx, { spaceId, userId, locale: await findLocale(tx, userId), timeZone, members, now });
      await putMember(tx, spaceId, { user_id: userId, role: "owner", created_at: now });
      return { before: {}, after: {}, answer: { id: spaceId, role: "owner", own: false, name: created.name, current: false } };
    });
  },
});

const params = Type.Object({ id: Type.String() });

export const putSpace = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/spaces/:id",
  access: "own",
  summary: "Rename a further space, as one of its owners",
  params,
  body: Type.Object({ name: Filled({ maxLength: LONGEST_NAME }) }),
  reply: SpaceReply,
  handle: ({ params: { id: text }, record, writeAlone, act }) => {
    const id = readPathId(text);
    const { value: name, problems } = readText(record, "name", { required: true, most: LONGEST_NAME });
    return writeAlone(async (tx) => {
      const stored = await requireFurtherSpace(tx, act.caller, id, { record, problems });
      throwIfInvalid(record, stored, problems);
      await renameFurtherSpace(tx, id, name as string);
      const entry = { action: "update" as const, before: { name: stored.name }, after: { name } };
      const entries = name === stored.name ? [] : await logIn(tx, act, id, entry);
      return { before: {}, after: {}, entries, answer: { ...stored, name } };
    });
  },
});

/** Nothing of it can be read or written from here on; what it holds, which may be much, is erased by a job. */
export const deleteSpaceById = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/spaces/:id",
  access: "own",
  summary: "Delete a further space with all that it holds, for all of its members, as one of its owners. This cannot be undone",
  params,
  body: Type.Object({
    name: Filled({ maxLength: LONGEST_NAME, description: "The name of the space, to be sure that it is this one" }),
  }),
  reply: SpaceReply,
  handle: ({ params: { id: text }, record, writeAlone, act, now }) => {
    const id = readPathId(text);
    const { value: name, problems } = readText(record, "name", { required: true, most: LONGEST_NAME });
    return writeAlone(async (tx) => {
      const stored = await requireFurtherSpace(tx, act.caller, id, { record, problems });
      const isOther = name !== undefined && name !== stored.name;
      throwIfInvalid(record, stored, joinProblems(problems, problemIf(isOther, "name", { kind: "notConfirmed" })));
      const entries = await logIn(tx, act, id, { action: "delete", before: { name: stored.name }, after: null });
      await markErasingSpace(tx, id, now);
      await closeSpace(tx, id, now);
      return { before: {}, after: {}, entries, answer: stored };
    });
  },
});

/** As it is listed. Of a space that the caller does not belong to nothing is known; their own is theirs for good. */
async function requireFurtherSpace(
  tx: Db,
  { userId, spaceId, rights }: FinanceCaller,
  id: number,
  { record, problems }: { record: Submitted; problems: Problems },
) {
  const space =
    rights === undefined || id === spaceId ? (await listSpacesOf(tx, userId)).find((each) => each.id === id) : undefined;
  if (!space) throw fail.recordUnknown();
  const { people: _people, ...listed } = space;
  const stored = { ...listed, current: id === spaceId };
  if (!(await lockFurtherSpace(tx, id))) throwIfInvalid(record, stored, [...problems, ["base", { kind: "unchangeable" }]]);
  // Who belongs to it is read anew where nobody can change it.
  const { members } = await lockSpaceRow(tx, id);
  if (!reaches(members[String(userId)], "owner")) throw fail.ownersOnly();
  return stored;
}

/** In the log of that space, which whoever is writing there has to read again. What belongs to this call's own post is answered. */
async function logIn(tx: Db, act: Act, id: number, change: Pick<Entry, "action" | "before" | "after">) {
  const entries = [{ ...change, entity: "space", entity_id: id }];
  if (id === act.caller.spaceId) return entries;
  await postChange(tx, { ...act, caller: { ...act.caller, spaceId: id } }, { before: {}, after: {}, entries });
  return [];
}
