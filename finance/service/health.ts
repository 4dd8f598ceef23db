// GET /health: the process lives. Asks nothing of the database, so that a slow one does not get every replica restarted.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";

export const health = endpoint({
  method: "GET",
  path: "/health",
  access: "public",
  alsoAtRoot: true,
  isRoutine: true,
  answersHead: true,
  summary: "Name and version of the running service",
  reply: Type.Object({ name: Type.String(), version: Type.String(), description: Type.String() }),
  handle: ({ version }) => ({ name: "Cofre finance", version, description: "Personal finance" }),
});
