import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Log } from "../log/log.ts";
import { startHttpSink } from "../testing/http_sink.ts";
import { until } from "../testing/until.ts";
import { diagnosticsTo } from "./diagnostics.ts";
import { countDatabaseError, gauge, requestDone, startTelemetry, type TelemetryOptions, withRequestSpan } from "./telemetry.ts";

const request = { service: "auth", method: "GET", route: "/user", status: 200, seconds: 0.003 };
const traced = { service: "auth", method: "GET", route: "/admin/users/:id", headers: {} };

test("Prometheus reads the request histogram, database errors, gauges and the process on path /", async () => {
  await using telemetry = await start({ metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 });
  requestDone(request);
  requestDone({ ...request, seconds: 20 });
  countDatabaseError("23505");
  countDatabaseError("value ana@example.com is too long");
  gauge("cofre.test.pool", "Connections in use", () => 4, { service: "auth" });
  gauge("cofre.test.pool", "Connections in use", () => 5, { service: "finance" });
  gauge("cofre.test.broken", "Fails", () => {
    throw new Error("closed");
  });
  const text = await scrape(telemetry.prometheusUrl);
  const labels = 'service="auth",http_request_method="GET",http_route="/user",http_response_status_code="200"';
  assert.match(text, new RegExp(`http_server_request_duration_bucket\\{${labels}[^}]*le="0.0025"\\} 0\n`));
  assert.match(text, new RegExp(`http_server_request_duration_bucket\\{${labels}[^}]*le="0.005"\\} 1\n`));
  assert.match(text, new RegExp(`http_server_request_duration_bucket\\{${labels}[^}]*le="10"\\} 1\n`));
  assert.match(text, new RegExp(`http_server_request_duration_count\\{${labels}[^}]*\\} 2\n`));
  assert.match(text, /^target_info\{[^}]*service_name="cofre"[^}]*auth_version="1\.2\.3"/m);
  assert.match(text, /^cofre_database_errors_total\{db_response_status_code="23505"[^}]*\} 1$/m);
  assert.match(text, /^cofre_database_errors_total\{db_response_status_code="other"[^}]*\} 1$/m);
  assert.match(text, /^cofre_test_pool\{service="auth"[^}]*\} 4$/m);
  assert.match(text, /^cofre_test_pool\{service="finance"[^}]*\} 5$/m);
  assert.match(text, /^process_memory_usage\{[^}]*\} \d{7,}$/m);
  assert.match(text, /^nodejs_eventloop_delay_p99\{[^}]*\} \d/m);
  assert.doesNotMatch(text, /example\.com|process_owner|process_command|host_name/);
});

test("a gauge may be there before the start, and is not read after it was taken back", async () => {
  let reads = 0;
  const takeBack = gauge("cofre.test.early", "Counts its own readings", () => ++reads);
  const options = { metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 } as const;
  {
    await using telemetry = await start(options);
    assert.match(await scrape(telemetry.prometheusUrl), /^cofre_test_early\{[^}]*\} 1$/m);
    takeBack();
    await scrape(telemetry.prometheusUrl);
    assert.equal(reads, 1);
  }
  await using telemetry = await start(options);
  assert.doesNotMatch(await scrape(telemetry.prometheusUrl), /cofre_test_early/);
});

test("Prometheus also finds /metrics, and nothing else", async () => {
  await using telemetry = await start({ metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 });
  const status = async (path: string, method = "GET") => (await fetch(telemetry.prometheusUrl + path, { method })).status;
  assert.deepEqual([await status("metrics"), await status("other"), await status("", "POST")], [200, 404, 405]);
});

test("a blocked event loop shows in its gauge, once", async () => {
  await using telemetry = await start({ metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 });
  const lag = async () => Number(/^nodejs_eventloop_delay_p99\{.*\} (\S+)$/m.exec(await scrape(telemetry.prometheusUrl))?.[1]);
  await until("the lag to show", async () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return (await lag()) > 250;
  });
  await until("the lag to be gone", async () => (await lag()) < 250);
});

test("OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES of the environment are taken, auth.version stays ours", async () => {
  const environment = {
    OTEL_SERVICE_NAME: "safe",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=staging%20one, service.name=lost,auth.version=0, broken,%zz=%zz",
  };
  const options = { metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0, environment } as const;
  await using telemetry = await start(options);
  const info = /^target_info\{.*$/m.exec(await scrape(telemetry.prometheusUrl))?.[0] ?? "";
  assert.match(info, /service_name="safe"/);
  assert.match(info, /deployment_environment="staging one"/);
  assert.match(info, /auth_version="1\.2\.3"/);
});

test("a taken Prometheus port is an error that names the variable, the port and what to do", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const options = { metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: port } as const;
  const output = new RegExp(`OTEL_EXPORTER_PROMETHEUS_PORT: port ${port} on 127.0.0.1 is taken; set it to a free port`);
  await assert.rejects(start(options), output);
  holder.close();
  await once(holder, "close");
  // The failed start does not prevent the next one.
  await using telemetry = await start(options);
  assert.equal(telemetry.prometheusUrl, `http://127.0.0.1:${port}/`);
});

test("a Prometheus host that is not of this machine is an error that names its variable", async () => {
  const options = { metricsEnabled: true, metricsExporter: "prometheus", prometheusHost: "203.0.113.7" } as const;
  await assert.rejects(start(options), /OTEL_EXPORTER_PROMETHEUS_HOST: cannot listen on 203\.0\.113\.7.*EADDRNOTAVAIL/);
});

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
  const statuses = spans.map((span) => [attributesOf(span)["http.response.status_code"], span.status.code ?? 0]);
  assert.deepEqual(statuses, [
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
  let isAccepted = false;
  await using sink = await startHttpSink(async ({ path }) => {
    if (path === "/v1/traces") return { status: 400 };
    await until("the traces to be refused", () => sink.requests.some((each) => each.path === "/v1/traces"));
    isAccepted = true;
    return { status: 200 };
  });
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
  const telemetry = await start({ tracingEnabled: true, metricsEnabled: true, environment });
  requestDone(request);
  await withRequestSpan(traced, async (answered) => answered(200));
  await telemetry.stop();
  assert.equal(sink.requests.length, 2);
  assert.ok(isAccepted);
});

test("a collector that is not there is worth a warning and disturbs nobody", async () => {
  const environment = {
    // A port that refuses connections for certain; a free one could be taken by another test.
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
  // In its own process, because the SDK keeps retrying after the timeout.
  const result = await inProcess(`
    const telemetry = await startTelemetry({ ...options, tracingEnabled: true, metricsEnabled: true, metricsExporter: "opentelemetry",
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(sink.url)} } });
    requestDone(${JSON.stringify(request)});
    await withRequestSpan(${JSON.stringify(traced)}, async () => {});
    const before = performance.now();
    await telemetry.stop();
    console.log(JSON.stringify({ milliseconds: performance.now() - before, warnings }));
    process.exit();`);
  // The SDK alone would take 10 seconds.
  assert.ok(result.milliseconds > 2900 && result.milliseconds < 6000, `took ${result.milliseconds} ms`);
  assert.equal(sink.requests.length, 2);
  assert.match(String(result.warnings), /did not accept the last data within 3 s/);
});

test("nothing of OpenTelemetry is loaded while all is off, and everything can be called", async () => {
  const body = (enabled: boolean) => `
    const loaded = [];
    registerHooks({ resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (found.url.includes("@opentelemetry")) loaded.push(found.url);
      return found;
    } });
    const telemetry = await startTelemetry({ ...options, metricsEnabled: ${enabled} });
    requestDone(${JSON.stringify(request)});
    countDatabaseError("23505");
    gauge("cofre.test", "x", () => 1);
    const result = await withRequestSpan(${JSON.stringify(traced)}, async (answered) => { answered(200); return 7; });
    await telemetry.stop();
    console.log(JSON.stringify({ loaded: loaded.length, result, url: telemetry.prometheusUrl }));`;
  assert.deepEqual(await inProcess(body(false)), { loaded: 0, result: 7 });
  assert.ok((await inProcess(body(true))).loaded > 10, "the check itself sees what is loaded");
});

test("OTEL_SDK_DISABLED switches everything off", async () => {
  const options = { metricsEnabled: true, metricsExporter: "prometheus", environment: { OTEL_SDK_DISABLED: "true" } } as const;
  await using telemetry = await start(options);
  assert.equal(telemetry.prometheusUrl, undefined);
});

test("OTEL_LOG_LEVEL sends the SDK's own words to our log, not to the console", async () => {
  const result = await inProcess(`
    process.env.OTEL_LOG_LEVEL = "debug";
    const telemetry = await startTelemetry({ ...options, tracingEnabled: true,
      environment: { OTEL_EXPORTER_OTLP_PROTOCOL: "carrier/pigeon", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" } });
    await telemetry.stop();
    console.log(JSON.stringify({ warnings, others: others.length, level: process.env.OTEL_LOG_LEVEL }));`);
  assert.match(String(result.warnings), /Unsupported OTLP traces protocol: carrier\/pigeon/);
  assert.ok(result.others > 0);
  assert.equal(result.level, "debug");
});

test("telemetry runs once in a process, and again after it was stopped", async () => {
  const options = { metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 } as const;
  for (let round = 0; round < 3; round++) {
    const telemetry = await start(options);
    await assert.rejects(start(options), /already runs in this process/);
    requestDone(request);
    const text = await scrape(telemetry.prometheusUrl);
    assert.match(text, /http_server_request_duration_count\{[^}]*\} 1\n/);
    await Promise.all([telemetry.stop(), telemetry.stop()]);
    await assert.rejects(fetch(telemetry.prometheusUrl as string));
    requestDone(request);
  }
});

test("a warning that repeats is written again after ten minutes, with the count of those in between", () => {
  const { log, warnings } = recordingLog();
  let now = 0;
  const diagnostics = diagnosticsTo(log, () => now);
  const failure = JSON.stringify({ message: "connect ECONNREFUSED", stack: "long" });
  for (now of [0, 1000, 599_999]) diagnostics.error(failure);
  diagnostics.warn("something else");
  assert.equal(warnings.length, 2);
  now = 600_000;
  diagnostics.error(failure);
  assert.match(warnings[2] ?? "", /"repeated":2/);
  for (let kind = 0; kind < 1000; kind++) diagnostics.warn(`kind ${kind}`);
  assert.ok(warnings.length < 110, "a flood of different warnings is bounded");
});

async function start(options: Partial<TelemetryOptions>) {
  const { log, warnings } = recordingLog();
  const telemetry = await startTelemetry({
    tracingEnabled: false,
    metricsEnabled: false,
    metricsExporter: "opentelemetry",
    prometheusHost: "127.0.0.1",
    prometheusPort: 9100,
    version: "1.2.3",
    log,
    ...options,
  });
  return { ...telemetry, warnings, [Symbol.asyncDispose]: telemetry.stop };
}

function recordingLog(): { log: Log; warnings: string[] } {
  const warnings: string[] = [];
  const ignore = () => {};
  const warn = (first: string | object, message = "") => {
    warnings.push(typeof first === "string" ? first : `${JSON.stringify(first)} ${message}`);
  };
  const log: Log = {
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn,
    error: warn,
    fatal: warn,
    child: () => log,
    flush: ignore,
    close: ignore,
  };
  return { log, warnings };
}

async function scrape(url: string | undefined): Promise<string> {
  const reply = await fetch(url as string);
  assert.equal(reply.status, 200);
  return reply.text();
}

interface Span {
  name: string;
  kind: number;
  traceId: string;
  parentSpanId: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** The spans that a JSON collector receives of the work. */
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

/** Runs a program that prints one JSON object. */
async function inProcess(body: string) {
  const module = JSON.stringify(new URL("./telemetry.ts", import.meta.url).href);
  const program = `
    import { registerHooks } from "node:module";
    import { countDatabaseError, gauge, requestDone, startTelemetry, withRequestSpan } from ${module};
    const warnings = [], others = [];
    const warn = (...words) => warnings.push(words);
    const other = (...words) => others.push(words);
    const log = { trace: other, debug: other, info: other, warn, error: warn };
    const options = { tracingEnabled: false, metricsEnabled: false, metricsExporter: "prometheus",
      prometheusHost: "127.0.0.1", prometheusPort: 0, version: "1.2.3", log };
    ${body}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  return JSON.parse(stdout);
}
