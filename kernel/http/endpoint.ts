// An endpoint is a value. The router, the OpenAPI document, the access check and the tests all walk the same list of them.
import { type Static, type TSchema, Type } from "typebox";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What every handler is given besides its service's own things. */
export interface Request {
  /** Given by the proxy in the header that REQUEST_ID_HEADER names, or made here. */
  readonly id: string;
  readonly method: string;
  /** The path as it came, without the query. */
  readonly path: string;
  /** The client's IP address: the other end of the socket, or whom a trusted proxy names. */
  readonly ip: string;
  /** False for plain HTTP that no trusted proxy vouches for. */
  readonly secure: boolean;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What a handler sees: its service's world, and this request. */
export type Input<World, Caller, Body, Query, Params> = World & {
  body: Body;
  query: Query;
  params: Params;
  caller: Caller;
  request: Request;
  /** The moment at which the request counts as made. */
  now: Date;
};

type Shape<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

interface EndpointOf<World, Access extends string, Caller, Body, Query, Params, Reply> {
  method: Method;
  /** `/admin/users/:id` */
  path: string;
  access: Access;
  /** One line for the API's documentation. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Runs before the body is read, with the query as it came. Throws a Fault for what is refused whatever the body holds. */
  beforeBody?(world: World, query: Readonly<Record<string, unknown>>): void;
  /** Body and query are not held against their schemas, which only document them: the handler reads what it is given. */
  readsFields?: true;
  /** Names of fields that the handler reads and the document does not show: it refuses what they ask for. */
  alsoReads?: readonly string[];
  /** The body may be anything, and is not looked at. */
  ignoresBody?: true;
  /** The body is given to the handler as a stream, whatever its size and type; the schema says what it holds. Not beside `body`. */
  streamsBody?: TSchema;
  /** The body is a form that a browser posts, not JSON, or either. A name that is given twice has a list of texts. */
  form?: true | "or JSON";
  /** The body may be a file, or a form with one in the field `file`, besides JSON. */
  file?: true;
  /** Larger bodies are refused; 64 KB unless given. */
  bodyLimitBytes?: number;
  /** What a success holds: `NoBody`, or keys. Those that it does not name are not sent. */
  reply: Reply;
  /** Of a success; 200 unless given. */
  status?: number;
  /** Of a success; JSON unless given. */
  mediaType?: MediaType;
  /** Media types that a success may have instead: a file, whose body is a stream. */
  files?: readonly string[];
  /** Headers of a success by name, with what they say. */
  replyHeaders?: Readonly<Record<string, string>>;
  /** What it answers besides, by status. */
  answers?: Readonly<Record<number, OtherAnswer>>;
  /** Statuses of refusals beyond those that every endpoint with such an access, body and parameters may meet. */
  refuses?: readonly number[];
  /** Answered at the root as well, where the service has no prefix that is empty. */
  alsoAtRoot?: true;
  /** Asked by machines all day long: what went well is logged at the level `debug` alone. */
  isRoutine?: true;
  /** For answers that are waited for; else the service's limit holds. */
  timeoutSeconds?: number;
  handle(
    input: Input<World, Caller, Shape<Body>, Shape<Query>, Shape<Params>>,
  ): Promise<Shape<Reply> | Answer> | Shape<Reply> | Answer;
}

/** The reply of an answer without a body. */
export const NoBody = Type.Void();

type MediaType = "text/html" | "text/javascript" | "text/calendar" | "application/xml";

export interface OtherAnswer {
  description: string;
  reply: TSchema;
  mediaType?: MediaType;
  files?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}

/** An endpoint in a list, where its own types no longer matter. `Extra`: keys that only its service knows. */
export type Endpoint<World, Access extends string, Caller, Extra = unknown> = EndpointOf<
  World,
  Access,
  Caller,
  TSchema | undefined,
  TSchema | undefined,
  TSchema | undefined,
  TSchema
> &
  Extra;

/** One of any service, for whoever reads its description and does not call it. */
export type AnyEndpoint = Endpoint<never, string, never>;

/** Makes a service's `endpoint` function, which knows what its handlers are given. */
export function endpointsFor<World, Access extends string, Caller, Extra = unknown>() {
  return function endpoint<
    Reply extends TSchema,
    Body extends TSchema | undefined = undefined,
    Query extends TSchema | undefined = undefined,
    Params extends TSchema | undefined = undefined,
  >(value: EndpointOf<World, Access, Caller, Body, Query, Params, Reply> & Extra): Endpoint<World, Access, Caller, Extra> {
    return value as unknown as Endpoint<World, Access, Caller, Extra>;
  };
}

/** A reply with a status, headers or a media type of its own; return it instead of the plain body. */
export class Answer {
  readonly status: number;
  /** A list where the header is sent once for each, as `set-cookie` is. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** A stream is sent as it comes, and destroyed when the client goes away. */
  readonly body: unknown;

  constructor(status: number, headers: Record<string, string | string[]> = {}, body: unknown = undefined) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
