// GET /admin/rights: what the caller may do. Other services ask it with the token of somebody who calls them.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { hasRight } from "../grants/administrator.ts";
import { ALL_RIGHTS } from "../grants/rights.ts";

export const getAdminRights = endpoint({
  method: "GET",
  path: "/admin/rights",
  access: "admin",
  // Whoever is let in may know what they may do.
  right: () => [],
  summary: "The rights of whoever calls: an administrator, an API key, or an operator's token",
  reply: Type.Object({ rights: Type.Array(Type.String({ enum: ALL_RIGHTS })) }),
  handle: async ({ caller: { administrator } }) => ({
    rights: ALL_RIGHTS.filter((right) => administrator !== undefined && hasRight(administrator, right)),
  }),
});
