// Effects of the logging and telemetry variables on a service that runs alone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import { call } from "../kernel/testing/client.ts";
import { type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { startHttpSink } from "../kernel/testing/http_sink.ts";
import { until } from "../kernel/testing/until.ts";
import { cofre, type Program, workFolder } from "./testing.ts";

const required = (database: TestDatabase, port: number) => ({
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  AUTHSVC_DB_DATABASE_URL: database.url,
  AUTHSVC_API_PORT: String(port),
});

const isHealthy = (port: number) =>
  call(`http://127.0.0.1:${port}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Each level once. Fails if a line is not JSON. */
function levelsOf(text: string): string[] {
  const lines = text.trimEnd().split("\n");
  return [...new Set(lines.map((line) => (JSON.parse(line) as { level: string }).level))];
}

async function end(program: Program): Promise<void> {
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null });
}

test("LOG_FILE takes the lines, and LOG_LEVEL says which are written", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const [port, file] = [await freePort(), join(folder.path, "auth.log")];
  {
    await using quiet = cofre("auth", { ...required(database, port), AUTHSVC_LOG_LEVEL: "error" }, folder.path);
    await until("a healthy service", () => isHealthy(port));
    await end(quiet);
    // The test database is unsafe, which is logged as an error.
    assert.deepEqual(levelsOf(quiet.output), ["error"]);
  }
  await using loud = cofre(
    "auth",
    { ...required(database, port), AUTHSVC_LOG_LEVEL: "debug", AUTHSVC_LOG_FILE: file },
    folder.path,
  );
  await until("a healthy service", () => isHealthy(port));
  await end(loud);
  assert.equal(loud.output, "");
  assert.deepEqual(levelsOf(await readFile(file, "utf8")).sort(), ["debug", "error", "info", "warn"]);
});

test("TRACING_ENABLED and METRICS_ENABLED export by OTLP, in the OTEL_EXPORTER_OTLP_PROTOCOL, where METRICS_EXPORTER says no other", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  await using collector = await startHttpSink();
  const port = await freePort();
  const variables = {
    ...required(database, port),
    ...{ AUTHSVC_TRACING_ENABLED: "true", AUTHSVC_TRACING_EXPORTER: "opentelemetry", AUTHSVC_METRICS_ENABLED: "true" },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
  };
  await using program = cofre("auth", variables, folder.path);
  await until("a healthy service", () => isHealthy(port));
  await end(program);
  const bodies = new Map(collector.requests.map(({ path, body, headers }) => [path, { body, type: headers["content-type"] }]));
  assert.deepEqual([...bodies.keys()].sort(), ["/v1/metrics", "/v1/traces"]);
  assert.match(bodies.get("/v1/traces")?.body ?? "", /"GET \/health"/);
  assert.match(bodies.get("/v1/metrics")?.body ?? "", /http\.server\.request\.duration/);
  for (const { body, type } of bodies.values()) {
    assert.equal(type, "application/json");
    assert.match(body, /auth\.version/);
  }
});

test("METRICS_EXPORTER prometheus serves metrics at OTEL_EXPORTER_PROMETHEUS_HOST and OTEL_EXPORTER_PROMETHEUS_PORT, and nowhere else", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const variables = {
    ...required(database, port),
    ...{ AUTHSVC_METRICS_ENABLED: "true", AUTHSVC_METRICS_EXPORTER: "prometheus" },
    ...{ OTEL_EXPORTER_PROMETHEUS_HOST: "127.0.0.1", OTEL_EXPORTER_PROMETHEUS_PORT: String(metricsPort) },
  };
  await using program = cofre("auth", variables, folder.path);
  await until("a healthy service", () => isHealthy(port));
  const scraped = await call(`http://127.0.0.1:${metricsPort}/`);
  assert.equal(scraped.status, 200);
  assert.match(scraped.text, /^http_server_request_duration_count\{.*http_route="\/health".*\} [1-9]/m);
  for (const elsewhere of ["[::1]", "127.0.0.2"]) await assert.rejects(call(`http://${elsewhere}:${metricsPort}/`), elsewhere);
  await end(program);
});
