// What a service must say of itself to be served.
import type { Fault, FaultDetails } from "../errors.ts";
import type { Log } from "../log/log.ts";
import type { Forwarding } from "./client_address.ts";
import type { Endpoint, Input, Request } from "./endpoint.ts";
import type { IgnoredNames } from "./ignored_names.ts";

/** The cases in which the kernel itself refuses; each service words them in its own error table. */
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

/** How a service refuses. */
export interface Refusals {
  fail: KernelFailures;
  /** The body of an answer that is not a success, and headers that depend on the request. */
  render(fault: Fault, request: Request): Rendered;
  log: Log;
}

export interface Rendered {
  headers?: Record<string, string>;
  /** JSON; a text is sent as it is, and its headers say of which type it is. */
  body: Record<string, unknown> | string;
}

export interface Service<World, Access extends string, Caller, Extra = unknown> extends Refusals, Forwarding {
  name: string;
  /** Every path is answered below each of them: "" or "/rest/v2". The first is the one that documents and logs have. */
  prefixes: readonly [string, ...string[]];
  endpoints: readonly Endpoint<World, Access, Caller, Extra>[];
  world: World;
  /** Who calls, or a Fault. Awaited before the body is looked at. `path`: the endpoint's, with its parameters; undefined where there is none. */
  enter(access: Access, request: Request, path?: string): Promise<Caller> | Caller;
  /** What the endpoint's extra keys ask for. Runs when the request has been read and found well-formed, before the handler; throws a Fault. */
  before?(
    endpoint: Endpoint<World, Access, Caller, Extra>,
    input: Input<World, Caller, unknown, unknown, unknown>,
  ): Promise<void> | undefined;
  /** A path below a prefix that nobody serves asks for this access first, so that strangers learn no routes. */
  unknownRouteAccess?: Access;
  /** Rules for every request, in front of all else; throws a Fault. */
  greet?(request: Request): void;
  /** Headers of every answer. */
  headers(request: Request): Record<string, string>;
  /** Numbers in bodies are whole: one that is not written as JavaScript would write it arrives as a `WrittenNumber`. */
  wholeNumbers?: true;
  /** JSON null in a body counts as an absent key. */
  nullIsAbsent: boolean;
  /** How clients learn of names that no endpoint reads; without it they do not. */
  ignoredNames?: IgnoredNames;
  requestIdHeader: string | undefined;
  timeoutSeconds: number;
  now: () => Date;
}
