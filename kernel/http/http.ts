// Turns endpoint values into an HTTP application on Fastify: everything common to all requests.
import { randomUUID } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { requestDone } from "../telemetry/telemetry.ts";
import { addRoutes, BODY_LIMIT_BYTES } from "./add_routes.ts";
import { answerError, answerUnreadable } from "./answer_errors.ts";
import { type OriginOf, originBy } from "./client_address.ts";
import type { Request } from "./endpoint.ts";
import { methodsBy, methodsToRefuse } from "./methods.ts";
import { pathsOf } from "./paths.ts";
import { readBody } from "./request_body.ts";
import { readFileBody } from "./request_file.ts";
import { readForm } from "./request_form.ts";
import { serializer } from "./serialize.ts";
import type { Refusals, Service } from "./service.ts";
import { validator } from "./validate.ts";

const SAFE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Builds the application; `handler` receives the requests of any server. */
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
    // A HEAD request that runs the GET handler would consume a one-time link.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MOST_PARAMETER_CHARACTERS },
    frameworkErrors: (error, request, reply) => answerError(service, error, request.input ?? describe(request), reply),
    clientErrorHandler: (error, socket) => answerUnreadable(service, error, socket),
    // Requests on open connections are still answered; `serve` stops listening first.
    return503OnClosing: false,
  });
  app.decorateRequest("input", null as unknown as Request);
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("pattern", "unknown");
  app.decorateRequest("isRoutine", false);
  app.decorateRequest("caller", undefined);
  app.decorateRequest("authenticationMs", 0);
  addBodyParser(app, service);
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TSchema, httpPart));
  app.setSerializerCompiler(({ schema }) => serializer(schema));
  app.setErrorHandler((error, request, reply) => answerError(service, error, request.input ?? describe(request), reply));
  app.setNotFoundHandler(async (request) => {
    const below = service.prefixes.some((prefix) => prefix !== "" && `${request.input.path}/`.startsWith(`${prefix}/`));
    if (below && service.unknownRouteAccess) await service.enter(service.unknownRouteAccess, request.input);
    throw service.fail.unknownRoute();
  });
  const paths = pathsOf(service);
  const methodsAt = methodsBy(paths);
  const refusedAt = methodsToRefuse(paths);
  // Hooks use callbacks, because each awaited promise would slow down every request.
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    request.input = describe(request);
    reply.headers(service.headers(request.input)).header("x-request-id", request.id);
    if (lifecycle.draining) reply.header("connection", "close");
    if (request.method === "OPTIONS") return void options(reply, methodsAt(request.input.path)?.methods).send();
    service.checkRequest?.(request.input);
    const path = request.is404 ? methodsAt(request.input.path) : undefined;
    if (!path) return done();
    request.pattern = path.route;
    done(service.fail.wrongMethod({ headers: { allow: path.methods } }));
  });
  app.addHook("onResponse", (request, reply, done) => {
    finish(service, request, reply);
    done();
  });
  for (const path of paths) addRoutes(app, service, path, refusedAt(path));
  await app.ready();
  return app;
}

function addBodyParser(app: FastifyInstance, service: Pick<Service<never, string, never>, "wholeNumbers">): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      const { form: isForm, file: isFile, ignoresBody } = request.routeOptions.config;
      if (ignoresBody) return done(null, undefined);
      if (isFile) return done(null, readFileBody(bytes as Buffer, request.input, service));
      const readsForm = isForm === "or JSON" ? !isJson(request.headers["content-type"]) : isForm;
      done(null, readsForm ? readForm(bytes as Buffer, request.input) : readBody(bytes as Buffer, request.input, service));
    } catch (error) {
      done(error as Error);
    }
  });
}

declare module "fastify" {
  interface FastifyRequest {
    input: Request;
    startedAt: number;
    /** The route's pattern, for logs, because URLs of links and callbacks contain secrets. */
    pattern: string;
    isRoutine: boolean;
    caller: unknown;
    authenticationMs: number;
  }
  interface FastifyContextConfig {
    form?: boolean | "or JSON";
    file?: boolean;
    ignoresBody?: boolean;
  }
}

/** An id in a path may be a URL. Lines of a request are at most 16 KB. */
const MOST_PARAMETER_CHARACTERS = 8_192;

function isJson(contentType = ""): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType.trim());
}

function options(reply: FastifyReply, methods: string | undefined): FastifyReply {
  return methods === undefined ? reply.code(204) : reply.code(204).header("allow", methods);
}

function requestId(headers: FastifyRequest["headers"], header: string | undefined): string {
  const id = header ? headers[header.toLowerCase()] : undefined;
  // An id with other characters could forge log lines downstream.
  return typeof id === "string" && SAFE_REQUEST_ID.test(id) ? id : randomUUID();
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
      ip: request.input.ip,
    },
    "request",
  );
}
