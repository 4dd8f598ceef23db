// Turns a service's endpoint values into an HTTP application. The only file of the servers that knows Fastify.
import { randomUUID } from "node:crypto";
import { type RequestListener, type Server, validateHeaderValue } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Fault } from "../errors.ts";
import { requestDone, withRequestSpan } from "../telemetry/telemetry.ts";
import { answerError, answerUnreadable } from "./answer_errors.ts";
import { type OriginOf, originBy } from "./client_address.ts";
import { Answer, type Endpoint, NoBody, type Request } from "./endpoint.ts";
import { asSerialized } from "./judged.ts";
import { allowed, methodsBy } from "./methods.ts";
import { type Path, pathsOf } from "./paths.ts";
import { readBody } from "./request_body.ts";
import { readForm } from "./request_form.ts";
import type { Refusals, Service } from "./service.ts";
import { validator, withoutNulls } from "./validate.ts";

/** Of a body, unless the endpoint says another. */
export const BODY_LIMIT_BYTES = 65_536;
/** The router has a route for each on every path: there, a path with a parameter would stand in for a fixed one that lacks the method. */
const ROUTED_METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"] as const;
const SAFE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Builds the application; `handler` gets each request of whatever server listens. */
export async function buildApp<World, Access extends string, Caller, Extra>(
  service: Service<World, Access, Caller, Extra>,
  lifecycle: { readonly draining: boolean },
  makeServer: (handler: RequestListener) => Server,
): Promise<FastifyInstance> {
  const originOf = originBy(service);
  const describe = (request: FastifyRequest) => describeBy(originOf, request);
  const app = fastify({
    serverFactory: (handler) => makeServer(handler as RequestListener),
    genReqId: (raw) => requestId(raw.headers, service.requestIdHeader),
    bodyLimit: BODY_LIMIT_BYTES,
    // A HEAD that ran the GET handler would use up a one-time link.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => answerError(service, error, request.seen ?? describe(request), reply),
    clientErrorHandler: (error, socket) => answerUnreadable(service, error, socket),
    // Requests on open connections are answered to the end; `serve` closes the door before.
    return503OnClosing: false,
  });
  app.decorateRequest("seen", null as unknown as Request);
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("pattern", "unknown");
  app.decorateRequest("isRoutine", false);
  app.decorateRequest("caller", undefined);
  app.decorateRequest("enteringMs", 0);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      const { form: isForm, ignoresBody } = request.routeOptions.config;
      if (ignoresBody) return done(null, undefined);
      done(null, isForm ? readForm(bytes as Buffer, request.seen) : readBody(bytes as Buffer, request.seen, service));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TSchema, httpPart));
  app.setErrorHandler((error, request, reply) => answerError(service, error, request.seen ?? describe(request), reply));
  app.setNotFoundHandler(async (request) => {
    const below = service.prefixes.some((prefix) => prefix !== "" && `${request.seen.path}/`.startsWith(`${prefix}/`));
    if (below && service.unknownRouteAccess) await service.enter(service.unknownRouteAccess, request.seen);
    throw service.fail.unknownRoute();
  });
  const paths = pathsOf(service);
  const methodsAt = methodsBy(paths);
  // Hooks call back instead of being awaited: every promise between a request and its answer is paid for by every request.
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    request.seen = describe(request);
    reply.headers(service.headers(request.seen)).header("x-request-id", request.id);
    if (lifecycle.draining) reply.header("connection", "close");
    if (request.method === "OPTIONS") return void options(reply, methodsAt(request.seen.path)).send();
    service.greet?.(request.seen);
    const methods = request.is404 ? methodsAt(request.seen.path) : undefined;
    done(methods === undefined ? undefined : service.fail.wrongMethod({ headers: { allow: methods } }));
  });
  app.addHook("onResponse", (request, reply, done) => {
    finish(service, request, reply);
    done();
  });
  for (const path of paths) addRoutes(app, service, path);
  await app.ready();
  return app;
}

declare module "fastify" {
  interface FastifyRequest {
    seen: Request;
    startedAt: number;
    /** Of the route. What is logged: links and callbacks carry secrets in their URLs. */
    pattern: string;
    isRoutine: boolean;
    caller: unknown;
    /** What it took to find out who calls. */
    enteringMs: number;
  }
  interface FastifyContextConfig {
    form?: boolean;
    ignoresBody?: boolean;
  }
}

function options(reply: FastifyReply, methods: string | undefined): FastifyReply {
  return methods === undefined ? reply.code(204) : reply.code(204).header("allow", methods);
}

function requestId(headers: FastifyRequest["headers"], header: string | undefined): string {
  const given = header ? headers[header.toLowerCase()] : undefined;
  // What does not look like an id could forge log lines downstream.
  return typeof given === "string" && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

function describeBy(originOf: OriginOf, request: FastifyRequest): Request {
  return {
    id: request.id,
    method: request.method,
    path: request.url.split("?", 1)[0] as string,
    ...originOf(request.socket, request.headers),
    headers: request.headers as Request["headers"],
  };
}

function addRoutes<World, Access extends string, Caller, Extra>(
  app: FastifyInstance,
  service: Service<World, Access, Caller, Extra>,
  { url, route, endpoints }: Path<World, Access, Caller, Extra>,
): void {
  for (const endpoint of endpoints) addRoute(app, service, { url, route }, endpoint);
  const refused = ROUTED_METHODS.filter((method) => !endpoints.some((endpoint) => endpoint.method === method));
  const refusal = { headers: { allow: allowed(endpoints) } };
  app.route({
    method: refused,
    url,
    // Before the body is read: it may be anything.
    onRequest: (request, _reply, done) => {
      request.pattern = route;
      done(service.fail.wrongMethod(refusal));
    },
    handler: () => {},
  });
}

function addRoute<World, Access extends string, Caller, Extra>(
  app: FastifyInstance,
  service: Service<World, Access, Caller, Extra>,
  { url, route }: { url: string; route: string },
  endpoint: Endpoint<World, Access, Caller, Extra>,
): void {
  const { params, query, body, readsFields, isRoutine = false } = endpoint;
  const { timeoutSeconds: seconds = service.timeoutSeconds } = endpoint;
  const span = { service: service.name, method: endpoint.method, route };
  app.route({
    method: endpoint.method,
    url,
    config: { form: endpoint.form === true, ignoresBody: endpoint.ignoresBody === true },
    bodyLimit: endpoint.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    schema: {
      ...(params && { params }),
      ...(query && !readsFields && { querystring: query }),
      ...(body && !readsFields && { body }),
      response: repliesOf(endpoint),
    },
    onRequest: (request, _reply, done) => {
      request.pattern = route;
      request.isRoutine = isRoutine;
      const entering = service.enter(endpoint.access, request.seen);
      if (!(entering instanceof Promise)) {
        request.caller = entering;
        return done();
      }
      const began = performance.now();
      inTime(entering, seconds, service.fail.timedOut).then((caller) => {
        request.caller = caller;
        request.enteringMs = performance.now() - began;
        done();
      }, done);
    },
    ...((params || query || body || readsFields) && {
      preValidation: (request, _reply, done) => {
        if (query || params || readsFields) refuseNul(service, request);
        if (body) request.body = bodyFor(endpoint, service, request.body);
        done();
      },
    }),
    handler: (request, reply) =>
      withRequestSpan({ ...span, headers: request.headers }, async (answered) => {
        // What was spent on finding out who calls is part of the time that they were promised; what they took to send the body is not.
        const deadline = performance.now() + seconds * 1000 - request.enteringMs;
        const remaining = () => Math.max(0, deadline - performance.now()) / 1000;
        const input = {
          ...service.world,
          body: request.body,
          query: request.query,
          params: request.params,
          caller: request.caller,
          request: request.seen,
          now: service.now(),
        } as Parameters<typeof endpoint.handle>[0];
        // Awaited by itself, so that nothing is done any more for a request that was given up on while it still had to wait.
        const before = service.before?.(endpoint, input);
        if (before) await inTime(before, remaining(), service.fail.timedOut);
        const handled = endpoint.handle(input);
        const answer = handled instanceof Promise ? await inTime(handled, remaining(), service.fail.timedOut) : handled;
        const { status, headers, body } = answer instanceof Answer ? answer : new Answer(endpoint.status ?? 200, {}, answer);
        // Node would find it out when Fastify can no longer answer in the service's words.
        for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
        answered(status);
        // Not returned: a reply can be awaited, and that waits for the last byte.
        reply.code(status).headers(headers).send(body);
      }),
  });
}

/** What the handler is given as the body: an empty one is an object without keys, where that is allowed. */
function bodyFor(
  { method, form, readsFields }: { method: string; form?: true; readsFields?: true },
  { fail, nullIsAbsent }: Pick<Refusals, "fail"> & { nullIsAbsent: boolean },
  given: unknown,
): unknown {
  if (given === undefined && method !== "DELETE" && !readsFields && !form)
    throw fail.badJson({ values: { problem: "the body is empty" } });
  if (readsFields && given !== undefined && !isRecord(given))
    throw fail.badJson({ values: { problem: "the body is not an object" } });
  const body = given === undefined ? {} : given;
  return nullIsAbsent ? withoutNulls(body) : body;
}

/** By status. A shape that lets every key through has nothing to hold back, and is written faster without one. */
function repliesOf({ status = 200, reply, answers = {} }: ReplyShapes): Record<string, object> {
  const others = Object.entries(answers).map(([each, answer]): [string, TSchema] => [each, answer.reply]);
  const shapes = [[String(status), reply] as const, ...others].filter(([, shape]) => shape !== NoBody && !isOpen(shape));
  return Object.fromEntries(shapes.map(([each, shape]) => [each, asSerialized(shape)]));
}

type ReplyShapes = Pick<Endpoint<never, string, never>, "status" | "reply" | "answers">;

function isOpen(shape: TSchema): boolean {
  return "additionalProperties" in shape && shape.additionalProperties === true;
}

/**
 * Gives up on work that takes too long; what it comes to later is nobody's business any more. Fastify has a timeout too, but drops it
 * as soon as the body of the request has been read.
 */
function inTime<T>(work: Promise<T>, seconds: number, late: () => Fault): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late()), seconds * 1000);
  work.then(
    (value) => {
      clearTimeout(timer);
      resolve(value);
    },
    (error) => {
      clearTimeout(timer);
      reject(error);
    },
  );
  return promise;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuseNul(service: Refusals, request: FastifyRequest): void {
  if (/%00/.test(request.url)) throw service.fail.badRequest({ values: { problem: "the URL holds a NUL character" } });
}

function finish({ name, log }: { name: string } & Refusals, request: FastifyRequest, reply: FastifyReply): void {
  const { pattern: route } = request;
  const seconds = (performance.now() - request.startedAt) / 1000;
  requestDone({ service: name, method: request.method, route, status: reply.statusCode, seconds });
  log[request.isRoutine && reply.statusCode < 400 ? "debug" : "info"](
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(seconds * 1000),
      ip: request.seen.ip,
    },
    "request",
  );
}
