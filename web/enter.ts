// From where a request may come. Cookies travel along with whatever any page makes the browser send, and all ports of a host share them: so what
// writes, and what answers with somebody's data, is for our own pages alone.
import { isIP } from "node:net";
import type { Request } from "../kernel/http/endpoint.ts";
import { isForeignPage } from "../kernel/http/foreign_page.ts";
import type { WebAccess, WebCaller } from "./endpoint.ts";
import { fail } from "./errors.ts";
import { originOf } from "./http/origin.ts";

const READING = ["GET", "HEAD"];

export function enter(access: WebAccess, request: Request): WebCaller {
  const isHanded = access === "handed" && request.headers["sec-fetch-site"] === "none";
  if (!READING.includes(request.method) && !isHanded && !isOwnPage(request)) throw fail.foreignPage();
  if (access === "own" && isForeignPage(request)) throw fail.foreignPage();
  return undefined;
}

/** Every browser sends one of the two with a write. Another port of this host is a stranger too. */
function isOwnPage(request: Request): boolean {
  const { "sec-fetch-site": site, origin } = request.headers;
  return site === undefined ? origin !== undefined && origin === originOf(request) : site === "same-origin";
}

/** A password must not cross a network in the clear; within this machine it does not leave it. */
export function refusePlainHttp(request: Request): void {
  if (request.secure || isLoopback(request.headers.host ?? "") || /^\/(health|ready)$/.test(request.path)) return;
  throw fail.httpsOnly();
}

function isLoopback(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? "";
  return name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || (isIP(name) === 4 && name.startsWith("127."));
}
