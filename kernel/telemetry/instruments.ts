// Metrics and spans of the services. While telemetry is off, each call costs one comparison.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Attributes, Counter, Histogram, Meter, Tracer } from "@opentelemetry/api";

type Api = typeof import("@opentelemetry/api");

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Running {
  api: Api;
  tracer: Tracer | undefined;
  meter: Meter | undefined;
  requests: Histogram | undefined;
  databaseErrors: Counter | undefined;
}

/** OpenTelemetry is global to the process, so this state is too. */
let running: Running | undefined;

/** Enables measuring until the returned function is called. */
export function switchOn(api: Api, meter: Meter | undefined, tracer: Tracer | undefined): () => void {
  running = {
    api,
    meter,
    tracer,
    requests: meter?.createHistogram("http.server.request.duration", {
      description: "Time from a request's arrival to the end of its answer",
      unit: "s",
      advice: { explicitBucketBoundaries: BUCKETS_SECONDS },
    }),
    databaseErrors: meter?.createCounter("cofre.database.errors", { description: "Errors of the database, by SQLSTATE" }),
  };
  for (const [name, gauge] of gauges) createGauge(name, gauge);
  const stopMeasuring = meter && measureProcess(meter);
  return () => {
    running = undefined;
    stopMeasuring?.();
  };
}

export interface RequestDone {
  service: string;
  method: string;
  /** The pattern, because paths contain ids of people. */
  route: string;
  status: number;
  seconds: number;
}

export function requestDone({ service, method, route, status, seconds }: RequestDone): void {
  running?.requests?.record(seconds, {
    service,
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
  });
}

/** A SQLSTATE or the driver's code; anything else counts as `other`. */
export function countDatabaseError(sqlstate: string): void {
  running?.databaseErrors?.add(1, { "db.response.status_code": /^[A-Z0-9_]{5,40}$/.test(sqlstate) ? sqlstate : "other" });
}

interface Gauge {
  description: string;
  readers: Set<{ read: () => number; attributes: Attributes }>;
}

const gauges = new Map<string, Gauge>();

/**
 * Registers a value that is read when metrics are collected, also before `startTelemetry`. The returned function removes it.
 * Readers of one name need different attributes.
 */
export function gauge(
  name: string,
  description: string,
  read: () => number,
  attributes: Record<string, string> = {},
): () => void {
  const reader = { read, attributes };
  const existing = gauges.get(name);
  if (existing) existing.readers.add(reader);
  else {
    const fresh = { description, readers: new Set([reader]) };
    gauges.set(name, fresh);
    createGauge(name, fresh);
  }
  return () => gauges.get(name)?.readers.delete(reader);
}

function createGauge(name: string, { description, readers }: Gauge): void {
  running?.meter?.createObservableGauge(name, { description }).addCallback((result) => {
    for (const { read, attributes } of readers) {
      try {
        result.observe(read(), attributes);
      } catch {
        // One failing reader must not affect the others.
      }
    }
  });
}

export interface TracedRequest {
  service?: string;
  method: string;
  /** The pattern, never the path. */
  route: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sets the span's status from the answer. */
export type OnAnswer = (status: number) => void;

/** Runs the work in a server span that continues the caller's trace. If the work throws, the error's status is used, or 500. */
export function withRequestSpan<T>(request: TracedRequest, work: (answered: OnAnswer) => Promise<T>): Promise<T> {
  if (!running?.tracer) return work(ignore);
  const { api, tracer } = running;
  const parent = api.propagation.extract(api.context.active(), request.headers);
  const attributes: Attributes = { "http.request.method": request.method, "http.route": request.route };
  if (request.service) attributes.service = request.service;
  const options = { kind: api.SpanKind.SERVER, attributes };
  return tracer.startActiveSpan(`${request.method} ${request.route}`, options, parent, async (span) => {
    const answered = (status: number) => {
      span.setAttribute("http.response.status_code", status);
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    };
    try {
      return await work(answered);
    } catch (error) {
      // The error is not recorded, because its message may name a person.
      answered(statusOf(error) ?? 500);
      throw error;
    } finally {
      span.end();
    }
  });
}

function ignore(): void {}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

const LOOP_RESOLUTION_MILLISECONDS = 10;

function measureProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MILLISECONDS });
  delay.enable();
  meter
    .createObservableGauge("nodejs.eventloop.delay.p99", {
      description: "How late timers ran, 99th percentile since the last reading",
      unit: "ms",
    })
    .addCallback((result) => {
      // The time between two timer ticks is measured, so an idle loop shows the timer's period.
      result.observe(delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - LOOP_RESOLUTION_MILLISECONDS));
      delay.reset();
    });
  meter
    .createObservableGauge("process.memory.usage", { description: "Resident memory of the process", unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  return () => delay.disable();
}
