// A minimal service for tests of the kernel, with the test's endpoints.
import { type TSchema, Type } from "typebox";
import { defineErrors } from "../errors.ts";
import { type Endpoint, endpointsFor } from "../http/endpoint.ts";
import type { ApiInfo } from "../http/openapi.ts";
import { type Lifecycle, type Listening, type ServeOptions, serve } from "../http/serve.ts";
import type { Service } from "../http/service.ts";
import { fakeClock } from "./clock.ts";
import { type RecordingLog, recordingLog } from "./log.ts";

export interface SampleWorld {
  greeting: string;
}

export type SampleAccess = "public" | "member";

export const endpoint = endpointsFor<SampleWorld, SampleAccess, string>();

export const fail = defineErrors({
  badRequest: [400, "bad_request", "{problem}"],
  badJson: [400, "bad_json", "not JSON: {problem}"],
  badBody: [400, "bad_body", "not taken: {problem}"],
  invalid: [422, "invalid", "{field}: {problem}"],
  bodyTooLarge: [413, "too_large", "more than {kilobytes} KB or {parts} keys and items"],
  unsupportedMediaType: [415, "media_type", "{problem}"],
  unknownRoute: [404, "unknown_route", "no such path"],
  wrongMethod: [405, "wrong_method", "no such method"],
  timedOut: [504, "timed_out", "took too long"],
  unavailable: [503, "unavailable", "not now"],
  unexpected: [500, "unexpected", "a fault of ours"],
  stranger: [401, "stranger", "who are you?"],
});

export const SAMPLE_INFO: ApiInfo = {
  title: "Sample",
  version: "1.2.3",
  description: "For tests",
  urls: ["http://localhost"],
  securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  schemesOf: { member: ["bearer"] },
  refusalSchemas: { Error: Type.Object({ code: Type.String(), message: Type.String() }) },
  refusalSchemasOf: () => ["Error"],
  refusals: ({ access }) => (access === "member" ? [401] : []),
  refusalHeaders: { 401: { "WWW-Authenticate": "How to come in" } },
  requestHeaders: ({ access }) => (access === "member" ? { "X-Reason": Type.String() } : ({} as Record<string, TSchema>)),
};

export interface SampleService extends AsyncDisposable {
  port: number;
  url: string;
  log: RecordingLog;
  lifecycle: Lifecycle;
  listening: Listening;
}

export async function startSample(
  endpoints: readonly Endpoint<SampleWorld, SampleAccess, string>[],
  options: Partial<Service<SampleWorld, SampleAccess, string>> & Pick<Partial<ServeOptions>, "tls" | "port" | "limits"> = {},
): Promise<SampleService> {
  const { tls, port = 0, limits, ...serviceOptions } = options;
  const log = recordingLog();
  const lifecycle = { draining: false };
  const listening = await serve(
    {
      name: "sample",
      prefixes: [""],
      endpoints,
      world: { greeting: "hello" },
      enter: async (access, request) => {
        if (access === "member" && request.headers.authorization !== "Bearer let me in") throw fail.stranger();
        return request.headers.authorization ?? "nobody";
      },
      headers: () => ({ "x-sample": "yes" }),
      fail,
      render: (fault) => ({ body: { code: fault.code, message: fault.message, ...fault.body } }),
      nullIsAbsent: true,
      requestIdHeader: undefined,
      trustedProxies: [],
      timeoutSeconds: 10,
      now: fakeClock("2026-01-31T12:00:00Z").now,
      log,
      ...serviceOptions,
    },
    { host: "127.0.0.1", port, portVariable: "SAMPLE_PORT", lifecycle, ...(tls && { tls }), ...(limits && { limits }) },
  );
  return {
    port: listening.port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${listening.port}`,
    log,
    lifecycle,
    listening,
    [Symbol.asyncDispose]: listening.stop,
  };
}
