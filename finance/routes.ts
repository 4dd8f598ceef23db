// Every endpoint of finance, one line each, in URL order, below /rest/v2. GET /openapi.json and GET /docs are made from this list.
import { health } from "./service/health.ts";
import { ready } from "./service/ready.ts";

export const routes = [
  health, // GET /health
  ready, //  GET /ready
];
