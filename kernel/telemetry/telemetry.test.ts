// When telemetry runs at all, and what it says in the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticsTo } from "./diagnostics.ts";
import { requestDone } from "./telemetry.ts";
import { inProcess, PROMETHEUS, recordingLog, request, scrape, start, traced } from "./testing.ts";

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
  const options = { ...PROMETHEUS, environment: { OTEL_SDK_DISABLED: "true" } };
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
  for (let round = 0; round < 3; round++) {
    const telemetry = await start(PROMETHEUS);
    await assert.rejects(start(PROMETHEUS), /already runs in this process/);
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
