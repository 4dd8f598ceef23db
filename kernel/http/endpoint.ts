// An endpoint is a value. The router, the OpenAPI document, the access check and the tests use the same list.
import { type Static, type TSchema, Type } from "typebox";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What every handler receives besides its service's world. */
export interface Request {
  /** From the proxy's header that REQUEST_ID_HEADER names, or generated. */
  readonly id: string;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The client's IP address: of the socket, or as a trusted proxy reports it. */
  readonly ip: string;
  /** False for plain HTTP, unless a trusted proxy reports HTTPS. */
  readonly secure: boolean;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The input of a handler: its service's world and this request. */
export type Input<World, Caller, Body, Query, Params> = World & {
  body: Body;
  query: Query;
  params: Params;
  caller: Caller;
  request: Request;
  now: Date;
};

type Shape<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

interface EndpointOf<World, Access extends string, Caller, Body, Query, Params, Reply> {
  method: Method;
  /** `/admin/users/:id` */
  path: string;
  access: Access;
  /** One line for the API documentation. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Runs before the body is read, with the unparsed query. Throws a Fault to reject whatever the body contains. */
  beforeBody?(world: World, query: Readonly<Record<string, unknown>>): void;
  /** Body and query are not validated: their schemas only document them, and the handler reads the fields. */
  readsFields?: true;
  /** Names of fields that the handler reads only to reject them; the document does not show them. */
  alsoReads?: readonly string[];
  ignoresBody?: true;
  /** The handler gets the body as a stream of any size and type. The schema documents it. Excludes `body`. */
  streamsBody?: TSchema;
  /** Media types of such a body besides a form with the files; JSON unless given. */
  streamsFiles?: readonly string[];
  /** The body is an HTML form instead of JSON, or either. A repeated name becomes a list. */
  form?: true | "or JSON";
  /** The body may be a file, or a form with the file in the field `file`, besides JSON. */
  file?: true;
  /** 64 KB by default. */
  bodyLimitBytes?: number;
  /** The body of a success: `NoBody`, or a schema. Keys outside of the schema are not sent. */
  reply: Reply;
  /** Status of a success; 200 by default. */
  status?: number;
  /** Media type of a success; JSON by default. */
  mediaType?: MediaType;
  /** Media types of a success with a stream as its body. */
  files?: readonly string[];
  replyHeaders?: Readonly<Record<string, string>>;
  answers?: Readonly<Record<number, OtherAnswer>>;
  /** Statuses of errors beyond those implied by access, body and parameters. */
  refuses?: readonly number[];
  /** Also served at the root, if no prefix of the service is empty. */
  alsoAtRoot?: true;
  /** Machines call it continuously, so successes are logged only at the level `debug`. */
  isRoutine?: true;
  /** Monitors use HEAD. Only where GET changes nothing: elsewhere HEAD would, for example, consume a link. */
  answersHead?: true;
  /** The body may come slowly, for as long as `timeoutSeconds`, once the caller is let in. */
  slowBody?: true;
  /** For long polling; by default the service's limit holds. */
  timeoutSeconds?: number;
  handle(
    input: Input<World, Caller, Shape<Body>, Shape<Query>, Shape<Params>>,
  ): Promise<Shape<Reply> | Answer> | Shape<Reply> | Answer;
}

export const NoBody = Type.Void();

type MediaType = "text/html" | "text/javascript" | "text/calendar" | "application/xml" | "application/scim+json";

export interface OtherAnswer {
  description: string;
  reply: TSchema;
  mediaType?: MediaType;
  files?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}

/** An endpoint in a list, without its own types. `Extra`: keys that only its service knows. */
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

/** An endpoint of any service, for code that reads descriptions without calling it. */
export type AnyEndpoint = Endpoint<never, string, never>;

/** Creates a service's `endpoint` function, typed by its world. */
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

/** A reply with its own status, headers or media type, returned instead of the plain body. */
export class Answer {
  readonly status: number;
  /** A list sends the header once for each item, as `set-cookie` needs. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** A stream is destroyed when the client disconnects. */
  readonly body: unknown;

  constructor(status: number, headers: Record<string, string | string[]> = {}, body: unknown = undefined) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
