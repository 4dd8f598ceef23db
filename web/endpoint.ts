// What the handlers of web are given, and from where they may be called.
import type { KeyObject } from "node:crypto";
import { endpointsFor, type Input } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Assets } from "./assets/assets_of_build.ts";
import type { Brand } from "./assets/brand.ts";
import type { WebConfig } from "./config.ts";
import type { DocsSite } from "./docs/site.ts";
import type { OfferedAuthority } from "./http/lan.ts";
import type { TakeSlot } from "./pages/share_slots.ts";
import type { Refresher } from "./sessions/refresh.ts";
import type { Upstream } from "./upstream/upstream.ts";

export interface WebWorld {
  takeShareSlot: TakeSlot;
  config: WebConfig;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
  minorChecks: Record<string, Check>;
  auth: Upstream;
  finance: Upstream;
  /** Seals sessions and flows into cookies. */
  cookieKey: KeyObject;
  refresher: Refresher;
  assets: Assets;
  brand: Brand;
  /** Undefined if it is not built. */
  docs: DocsSite | undefined;
  /** Of a private network: what its devices are offered to trust. */
  authority?: OfferedAuthority;
  /** Has later starts serve the private network; only where the first owner may choose that. */
  keepLan?: () => Promise<void>;
}

/**
 * `public`: anybody, from anywhere. `page`: opened in a browser, also by a link of another site. `own`: only by our own pages, be it to read
 * or to write. `handed`: by the browser itself, for another app of the device; a page of another site cannot make it.
 */
export type WebAccess = "public" | "page" | "own" | "handed";

/** Who it is stands in the cookie, and is looked at by those who need it. */
export type WebCaller = undefined;

export type WebInput<Body = unknown, Query = unknown, Params = unknown> = Input<WebWorld, WebCaller, Body, Query, Params>;

export const endpoint = endpointsFor<WebWorld, WebAccess, WebCaller>();
