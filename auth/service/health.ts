// GET /health: the process lives. Asks nothing of the database, so that a slow one does not get every replica restarted.
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
  handle: ({ config, version }) => ({ version, ...(config.upstreamAnswers ? UPSTREAM : OWN) }),
});

const OWN = { name: "Cofre auth", description: "Authentication and user management" };
/** Some clients wait at their start until a server of this name is there. */
const UPSTREAM = { name: "GoTrue", description: "GoTrue is a user registration and authentication API" };
