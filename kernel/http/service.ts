// What a service declares to be served.
import type { Fault, FaultDetails } from "../errors.ts";
import type { Log } from "../log/log.ts";
import type { Forwarding } from "./client_address.ts";
import type { Endpoint, Input, Request } from "./endpoint.ts";
import type { IgnoredNames } from "./ignored_names.ts";

/** Errors that the kernel throws; each service words them in its own error table. */
export type KernelFailures = Readonly<
  Record<
    | "badRequest"
    | "badJson"
    | "badBody"
    | "invalid"
    | "bodyTooLarge"
    | "unsupportedMediaType"
    | "unknownRoute"
    | "wrongMethod"
    | "timedOut"
    | "unavailable"
    | "unexpected",
    (details?: FaultDetails) => Fault
  >
>;

export interface Refusals {
  fail: KernelFailures;
  /** The body of an error, and headers that depend on the request. */
  render(fault: Fault, request: Request): Rendered;
  /** What an error of other software means to callers; undefined for one that means nothing to them. */
  translate?: ((error: unknown) => Fault | undefined) | undefined;
  /** Base of the pages that explain errors: each code is one below it. Unset adds no link to answers. */
  errorPages?: string | undefined;
  log: Log;
}

export interface Rendered {
  headers?: Record<string, string>;
  /** JSON; a text is sent unchanged, with its media type in the headers. */
  body: Record<string, unknown> | string;
}

export interface Service<World, Access extends string, Caller, Extra = unknown> extends Refusals, Forwarding {
  name: string;
  /** Every path is served below each prefix: "" or "/rest/v2". Docs and logs use the first. */
  prefixes: readonly [string, ...string[]];
  endpoints: readonly Endpoint<World, Access, Caller, Extra>[];
  world: World;
  /**
   * Authenticates, or throws a Fault, before the body is read. `path`: the endpoint's, with its parameters; undefined for unknown
   * routes.
   */
  enter(access: Access, request: Request, path?: string): Promise<Caller> | Caller;
  /** Handles the endpoint's extra keys, after validation and before the handler. Throws a Fault. */
  before?(
    endpoint: Endpoint<World, Access, Caller, Extra>,
    input: Input<World, Caller, unknown, unknown, unknown>,
  ): Promise<void> | undefined;
  /** Unknown paths below a prefix require this access first, so that strangers cannot discover routes. */
  unknownRouteAccess?: Access;
  /** Checks every request first; throws a Fault. */
  checkRequest?(request: Request): void;
  headers(request: Request): Record<string, string>;
  /** Numbers in bodies are integers. One that JavaScript would write differently becomes a `WrittenNumber`. */
  wholeNumbers?: true;
  nullIsAbsent: boolean;
  /** How clients learn of ignored names, if at all. */
  ignoredNames?: IgnoredNames;
  requestIdHeader: string | undefined;
  timeoutSeconds: number;
  now: () => Date;
}
