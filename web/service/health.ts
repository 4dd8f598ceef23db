// GET /health: the process lives.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";

export const health = endpoint({
  method: "GET",
  path: "/health",
  access: "public",
  isRoutine: true,
  answersHead: true,
  summary: "Name and version of the running service",
  reply: Type.Object({ name: Type.String(), version: Type.String(), description: Type.String() }),
  handle: ({ version }) => ({ name: "Cofre web", version, description: "Pages and app for the browser" }),
});
