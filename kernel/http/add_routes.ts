// The routes of one URL: handles a request from the known endpoint to the answer.
import { validateHeaderValue } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { withRequestSpan } from "../telemetry/telemetry.ts";
import { retryAfter } from "./answer_errors.ts";
import { allowSlowBody } from "./body_time.ts";
import { Answer, type Endpoint, NoBody } from "./endpoint.ts";
import { namesOfEndpoint } from "./ignored_names.ts";
import { inTime } from "./in_time.ts";
import { allowed, methodsOf } from "./methods.ts";
import type { Path } from "./paths.ts";
import type { Refusals, Service } from "./service.ts";
import { withoutNulls } from "./validate.ts";

/** The default limit of a body. */
export const BODY_LIMIT_BYTES = 65_536;
export function addRoutes<World, Access extends string, Caller, Extra>(
  app: FastifyInstance,
  service: Service<World, Access, Caller, Extra>,
  { url, route, endpoints }: Path<World, Access, Caller, Extra>,
  refused: string[],
): void {
  for (const endpoint of endpoints) {
    if (endpoint.streamsBody) streaming(app, (scope) => addRoute(scope, service, { url, route }, endpoint));
    else addRoute(app, service, { url, route }, endpoint);
  }
  if (refused.length === 0) return;
  const refusal = { headers: { allow: allowed(endpoints) } };
  app.route({
    method: refused,
    url,
    // Checked before the body is read, which may be anything.
    onRequest: (request, _reply, done) => {
      request.pattern = route;
      done(service.fail.wrongMethod(refusal));
    },
    handler: () => {},
  });
}

/** Adds routes that receive bodies unparsed: a scope of the application with its own parser. */
function streaming(app: FastifyInstance, work: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    work(scope);
  });
}

function addRoute<World, Access extends string, Caller, Extra>(
  app: FastifyInstance,
  service: Service<World, Access, Caller, Extra>,
  { url, route }: { url: string; route: string },
  endpoint: Endpoint<World, Access, Caller, Extra>,
): void {
  const { params, query, body, beforeBody, readsFields } = endpoint;
  const { timeoutSeconds: seconds = service.timeoutSeconds } = endpoint;
  const names = service.ignoredNames && namesOfEndpoint(endpoint as Endpoint<never, string, never>, service.ignoredNames);
  app.route({
    method: methodsOf(endpoint),
    url,
    config: { form: endpoint.form ?? false, file: endpoint.file === true, ignoresBody: endpoint.ignoresBody === true },
    bodyLimit: endpoint.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    schema: {
      ...(params && { params }),
      ...(query && !readsFields && { querystring: query }),
      ...(body && !readsFields && { body }),
      response: repliesOf(endpoint),
    },
    onRequest: authenticating(service, endpoint, route, seconds),
    ...(beforeBody && {
      preParsing: (request, _reply, payload, done) => {
        beforeBody(service.world, request.query as Record<string, unknown>);
        done(null, payload);
      },
    }),
    ...((params || query || body || readsFields || names) && {
      preValidation: (request, reply, done) => {
        if (query || params || readsFields) refuseNul(service, request);
        if (body) request.body = bodyFor(endpoint, service, request.body);
        names?.before(request, reply);
        done();
      },
    }),
    handler: answering(service, endpoint, route, { seconds, names }),
  });
}

/** Authenticates the caller, without waiting where that needs no request of its own. */
function authenticating<World, Access extends string, Caller, Extra>(
  service: Service<World, Access, Caller, Extra>,
  endpoint: Endpoint<World, Access, Caller, Extra>,
  route: string,
  seconds: number,
) {
  const { access, path, isRoutine = false, slowBody } = endpoint;
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    request.pattern = route;
    request.isRoutine = isRoutine;
    const entering = service.enter(access, request.input, path);
    if (!(entering instanceof Promise)) {
      request.caller = entering;
      if (slowBody) allowSlowBody(request.raw, seconds);
      return done();
    }
    const began = performance.now();
    inTime(entering, seconds, service.fail.timedOut).then((caller) => {
      request.caller = caller;
      if (slowBody) allowSlowBody(request.raw, seconds);
      request.authenticationMs = performance.now() - began;
      done();
    }, done);
  };
}

function answering<World, Access extends string, Caller, Extra>(
  service: Service<World, Access, Caller, Extra>,
  endpoint: Endpoint<World, Access, Caller, Extra>,
  route: string,
  { seconds, names }: { seconds: number; names: ReturnType<typeof namesOfEndpoint> | undefined },
) {
  const span = { service: service.name, method: endpoint.method, route };
  return (request: FastifyRequest, reply: FastifyReply) =>
    withRequestSpan({ ...span, headers: request.headers }, async (answered) => {
      // The time for authentication counts towards the timeout; the time in which the client sent the body does not.
      const deadline = performance.now() + seconds * 1000 - request.authenticationMs;
      const remaining = () => Math.max(0, deadline - performance.now()) / 1000;
      const input = {
        ...service.world,
        body: request.body,
        query: request.query,
        params: request.params,
        caller: request.caller,
        request: request.input,
        now: service.now(),
      } as Parameters<typeof endpoint.handle>[0];
      // Awaited separately, so that nothing runs for a request that timed out while it was waiting.
      const before = service.before?.(endpoint, input);
      if (before) await inTime(before, remaining(), service.fail.timedOut);
      const handled = endpoint.handle(input);
      const answer = handled instanceof Promise ? await inTime(handled, remaining(), service.fail.timedOut) : handled;
      const { status, headers, body } = answer instanceof Answer ? answer : new Answer(endpoint.status ?? 200, {}, answer);
      // Node would reject a bad header only after Fastify can no longer answer with the service's error.
      for (const [name, value] of Object.entries(headers)) for (const each of [value].flat()) validateHeaderValue(name, each);
      names?.after(request, reply, body);
      answered(status);
      if (status >= 500) reply.headers(retryAfter(status));
      reply.code(status).headers(headers).send(body);
      // Awaiting the reply waits for the last byte. Fastify needs it only for streams.
      if (body instanceof Readable) await reply;
    });
}

/** The body for the handler: an empty one becomes an empty object where that is allowed. */
function bodyFor(
  { method, form, readsFields }: { method: string; form?: true | "or JSON"; readsFields?: true },
  { fail, nullIsAbsent }: Pick<Refusals, "fail"> & { nullIsAbsent: boolean },
  value: unknown,
): unknown {
  if (value === undefined && method !== "DELETE" && !readsFields && !form)
    throw fail.badJson({ values: { problem: "the body is empty" } });
  if (readsFields && value !== undefined && !isRecord(value)) throw fail.badBody({ values: { problem: "it is not an object" } });
  const body = value === undefined ? {} : value;
  return nullIsAbsent ? withoutNulls(body) : body;
}

/** Schemas by which answers are serialized, by status. A schema that allows every key filters nothing. */
export function repliesOf({ status = 200, reply, answers = {} }: ReplyShapes): Record<string, object> {
  const others = Object.entries(answers).map(([each, answer]): [string, TSchema] => [each, answer.reply]);
  const shapes = [[String(status), reply] as const, ...others].filter(([, shape]) => shape !== NoBody && !isOpen(shape));
  return Object.fromEntries(shapes);
}

type ReplyShapes = Pick<Endpoint<never, string, never>, "status" | "reply" | "answers">;

function isOpen(shape: TSchema): boolean {
  return "additionalProperties" in shape && shape.additionalProperties === true;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuseNul(service: Refusals, request: FastifyRequest): void {
  if (/%00/.test(request.url)) throw service.fail.badRequest({ values: { problem: "the URL holds a NUL character" } });
}
