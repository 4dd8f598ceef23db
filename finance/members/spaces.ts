// GET /spaces: the spaces that the caller belongs to. Which of them a call is about, the API token says, else the header X-Cofre-Space.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { ROLES } from "../roles/role.ts";
import { listSpacesOf } from "./queries.ts";

const SpaceReply = Type.Object({
  id: Type.Integer(),
  role: Type.String({ enum: [...ROLES] }),
  own: Type.Boolean({ description: "Whether it is the caller's own, which is meant where nothing is said" }),
  name: Type.String({ description: "Of whom it is" }),
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
