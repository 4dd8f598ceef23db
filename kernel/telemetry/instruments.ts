// What the services call to be measured. Each call costs one comparison while telemetry is off.
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

/** OpenTelemetry itself is one per process, so what runs is kept here and not handed around. */
let running: Running | undefined;

/** From here on calls are measured, until the returned function is called. */
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
  /** The pattern, never the path: a path names people. */
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

/** A SQLSTATE, or the driver's own code when there was no answer; anything else counts as `other`. */
export function countDatabaseError(sqlstate: string): void {
  running?.databaseErrors?.add(1, { "db.response.status_code": /^[A-Z0-9_]{5,40}$/.test(sqlstate) ? sqlstate : "other" });
}

interface Gauge {
  description: string;
  readers: Set<{ read: () => number; attributes: Attributes }>;
}

const gauges = new Map<string, Gauge>();

/**
 * A value that is asked for when metrics are collected. Works before, during and after `startTelemetry`; the returned function
 * takes it back (what was read last stays on the Prometheus page until the stop). Two readers of one name need attributes that
 * tell them apart.
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
        // A reader whose pool is already closed must not cost the other readings.
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

/** Tells the span how the request was answered. */
export type OnAnswer = (status: number) => void;

/**
 * Runs the work in a server span that continues the caller's trace. The work says how it answered; where it throws, the status of
 * the error is taken, else 500.
 */
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
      // The error itself stays out of the span: its message may name a person.
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
      // What is measured is the time between two ticks of a timer, so an idle loop shows the timer's own period.
      result.observe(delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - LOOP_RESOLUTION_MILLISECONDS));
      delay.reset();
    });
  meter
    .createObservableGauge("process.memory.usage", { description: "Resident memory of the process", unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  return () => delay.disable();
}
