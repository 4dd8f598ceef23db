// GET /icon.svg: the icon of the installed app.
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";

export const getIcon = endpoint({
  method: "GET",
  path: "/icon.svg",
  access: "public",
  isRoutine: true,
  summary: "The icon of the installed app",
  reply: NoBody,
  handle: () => new Answer(200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" }, ICON),
});

/** The door of a safe, to the edges, so that it may be cut to any shape. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" fill="#0f6e56"/><circle cx="256" cy="256" r="120" fill="none" stroke="#fff" stroke-width="36"/><path d="M256 190v132M190 256h132" stroke="#fff" stroke-width="36" stroke-linecap="round"/></svg>`;
