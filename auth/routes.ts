// Every endpoint of auth, one line each, in URL order. GET /openapi.json and GET /docs are made from this list.
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";
import { settings } from "./service/settings.ts";

export const routes = [
  health, //   GET /health
  ready, //    GET /ready
  settings, // GET /settings
];
