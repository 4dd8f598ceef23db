// What a collector receives, and what happens where it refuses, hangs or is not there.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startHttpSink } from "../testing/http_sink.ts";
import { until } from "../testing/until.ts";
import { requestDone, withRequestSpan } from "./telemetry.ts";
import { inProcess, request, start, traced } from "./testing.ts";

test("spans and metrics reach the collector over http/protobuf, in the end at stop", async () => {
  await using sink = await startHttpSink();
  const telemetry = await start({
    tracingEnabled: true,
    metricsEnabled: true,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url },
  });
  requestDone(request);
  await withRequestSpan(traced, async (answered) => answered(200));
  assert.equal(sink.requests.length, 0);
  await telemetry.stop();
  const traces = sink.requests.find(({ path }) => path === "/v1/traces");
  const metrics = sink.requests.find(({ path }) => path === "/v1/metrics");
  assert.equal(traces?.headers["content-type"], "application/x-protobuf");
  assert.ok(traces?.bytes.includes("GET /admin/users/:id") && traces.bytes.includes("auth.version"));
  assert.ok(metrics?.bytes.includes("http.server.request.duration") && metrics.bytes.includes("auth.version"));
  assert.equal(process.env.OTEL_EXPORTER_OTLP_ENDPOINT, undefined);
  assert.deepEqual(telemetry.warnings, []);
});

test("tracing alone sends no metrics, and metrics alone no traces", async () => {
  for (const [tracingEnabled, path] of [
    [true, "/v1/traces"],
    [false, "/v1/metrics"],
  ] as const) {
    await using sink = await startHttpSink();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
    const telemetry = await start({ tracingEnabled, metricsEnabled: !tracingEnabled, environment });
    requestDone(request);
    await withRequestSpan(traced, async (answered) => answered(200));
    await telemetry.stop();
    assert.deepEqual(
      sink.requests.map((each) => each.path),
      [path],
    );
  }
});

test("a span continues the caller's trace and tells method, route and status, and nothing about people", async () => {
  const headers = {
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    authorization: "Bearer canary",
    cookie: "canary",
    baggage: "user=canary",
  };
  const spans = await spansOf(async () => {
    const result = await withRequestSpan({ ...traced, headers }, async (answered) => {
      answered(200);
      return "result";
    });
    assert.equal(result, "result");
  });
  const [span] = spans;
  assert.equal(span?.name, "GET /admin/users/:id");
  assert.equal(span?.kind, 2);
  assert.deepEqual([span?.traceId, span?.parentSpanId], ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]);
  assert.deepEqual(attributesOf(span), {
    service: "auth",
    "http.request.method": "GET",
    "http.route": "/admin/users/:id",
    "http.response.status_code": 200,
  });
  assert.doesNotMatch(JSON.stringify(spans), /canary/);
});

test("a span is an error from status 500 on, also when the work throws", async () => {
  const thrown = async (error: unknown) => assert.rejects(withRequestSpan(traced, () => Promise.reject(error)));
  const spans = await spansOf(async () => {
    await withRequestSpan(traced, async (answered) => answered(404));
    await withRequestSpan(traced, async (answered) => answered(503));
    await thrown(new Error("canary"));
    await thrown(Object.assign(new Error("canary"), { status: 422 }));
  });
  const seen = spans.map((span) => [attributesOf(span)["http.response.status_code"], span.status.code ?? 0]);
  assert.deepEqual(seen, [
    [404, 0],
    [503, 2],
    [500, 2],
    [422, 0],
  ]);
  assert.doesNotMatch(JSON.stringify(spans), /canary/);
});

test("OTEL_EXPORTER_OTLP_PROTOCOL grpc speaks gRPC", async () => {
  const paths: string[] = [];
  const server = createHttp2Server((incoming, response) => {
    paths.push(incoming.url);
    response.writeHead(200, { "content-type": "application/grpc" });
    response.addTrailers({ "grpc-status": "0" });
    incoming.resume().on("end", () => response.end(Buffer.alloc(5)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const telemetry = await start({ tracingEnabled: true, otlpProtocol: "grpc", environment });
  await withRequestSpan(traced, async (answered) => answered(200));
  await telemetry.stop();
  server.close();
  assert.deepEqual(paths, ["/opentelemetry.proto.collector.trace.v1.TraceService/Export"]);
});

test("a collector that refuses every export is worth one warning", async () => {
  await using sink = await startHttpSink(() => ({ status: 400, body: "no" }));
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_METRIC_EXPORT_INTERVAL: "40",
    OTEL_METRIC_EXPORT_TIMEOUT: "40",
  };
  const telemetry = await start({ tracingEnabled: true, metricsEnabled: true, environment });
  for (let count = 1; sink.requests.length < 10; count++) {
    assert.equal(await withRequestSpan(traced, async () => count), count);
    requestDone(request);
    await sink.waitFor(count);
  }
  await telemetry.stop();
  assert.ok(new Set(sink.requests.map(({ path }) => path)).size === 2, "both traces and metrics were tried");
  assert.equal(telemetry.warnings.length, 1, telemetry.warnings.join("\n"));
  assert.match(telemetry.warnings[0] ?? "", /collector does not accept our data; the service is not affected/);
});

test("stop waits for the metrics although the traces were refused", async () => {
  let taken = false;
  await using sink = await startHttpSink(async ({ path }) => {
    if (path === "/v1/traces") return { status: 400 };
    await until("the traces to be refused", () => sink.requests.some((each) => each.path === "/v1/traces"));
    taken = true;
    return { status: 200 };
  });
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
  const telemetry = await start({ tracingEnabled: true, metricsEnabled: true, environment });
  requestDone(request);
  await withRequestSpan(traced, async (answered) => answered(200));
  await telemetry.stop();
  assert.equal(sink.requests.length, 2);
  assert.ok(taken);
});

test("a collector that is not there is worth a warning and disturbs nobody", async () => {
  const environment = {
    // Not a port that was free a moment ago: a server of another test may have it by now.
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    OTEL_BSP_SCHEDULE_DELAY: "10",
  };
  const telemetry = await start({ tracingEnabled: true, environment });
  assert.equal(await withRequestSpan(traced, async () => "fine"), "fine");
  await until("a warning", () => telemetry.warnings.length > 0);
  await telemetry.stop();
  assert.match(telemetry.warnings[0] ?? "", /ECONNREFUSED.*collector does not accept our data/);
});

test("stop returns within its bound when the collector hangs", async () => {
  await using sink = await startHttpSink(() => ({ status: 200, hang: true }));
  // A process of its own, because the SDK keeps its hanging request and its retries after we have given up on them.
  const result = await inProcess(`
    const telemetry = await startTelemetry({ ...options, tracingEnabled: true, metricsEnabled: true, metricsExporter: "opentelemetry",
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(sink.url)} } });
    requestDone(${JSON.stringify(request)});
    await withRequestSpan(${JSON.stringify(traced)}, async () => {});
    const before = performance.now();
    await telemetry.stop();
    console.log(JSON.stringify({ milliseconds: performance.now() - before, warnings }));
    process.exit();`);
  // The SDK by itself would take 10 seconds.
  assert.ok(result.milliseconds > 2900 && result.milliseconds < 6000, `took ${result.milliseconds} ms`);
  assert.equal(sink.requests.length, 2);
  assert.match(String(result.warnings), /did not accept the last data within 3 s/);
});

interface Span {
  name: string;
  kind: number;
  traceId: string;
  parentSpanId: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** What a collector that speaks JSON receives of the work. */
async function spansOf(work: () => Promise<void>): Promise<Span[]> {
  await using sink = await startHttpSink();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
  const telemetry = await start({ tracingEnabled: true, otlpProtocol: "http/json", environment });
  await work();
  await telemetry.stop();
  assert.equal(sink.requests.length, 1);
  return JSON.parse(sink.requests[0]?.body ?? "").resourceSpans[0].scopeSpans[0].spans;
}

function attributesOf(span: Span | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
