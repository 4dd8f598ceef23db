// What Prometheus reads, and where.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { until } from "../testing/until.ts";
import { countDatabaseError, gauge, requestDone } from "./telemetry.ts";
import { PROMETHEUS, request, scrape, start } from "./testing.ts";

test("Prometheus reads the request histogram, database errors, gauges and the process on path /", async () => {
  await using telemetry = await start(PROMETHEUS);
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
  {
    await using telemetry = await start(PROMETHEUS);
    assert.match(await scrape(telemetry.prometheusUrl), /^cofre_test_early\{[^}]*\} 1$/m);
    takeBack();
    await scrape(telemetry.prometheusUrl);
    assert.equal(reads, 1);
  }
  await using telemetry = await start(PROMETHEUS);
  assert.doesNotMatch(await scrape(telemetry.prometheusUrl), /cofre_test_early/);
});

test("Prometheus also finds /metrics, and nothing else", async () => {
  await using telemetry = await start(PROMETHEUS);
  const status = async (path: string, method = "GET") => (await fetch(telemetry.prometheusUrl + path, { method })).status;
  assert.deepEqual([await status("metrics"), await status("other"), await status("", "POST")], [200, 404, 405]);
});

test("a blocked event loop shows in its gauge, once", async () => {
  await using telemetry = await start(PROMETHEUS);
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
  const options = { ...PROMETHEUS, environment };
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
  const options = { ...PROMETHEUS, prometheusPort: port };
  const output = new RegExp(`OTEL_EXPORTER_PROMETHEUS_PORT: port ${port} on 127.0.0.1 is taken; set it to a free port`);
  await assert.rejects(start(options), output);
  holder.close();
  await once(holder, "close");
  // The failed start left nothing behind that would keep the next one from working.
  await using telemetry = await start(options);
  assert.equal(telemetry.prometheusUrl, `http://127.0.0.1:${port}/`);
});

test("a Prometheus host that is not of this machine is an error that names its variable", async () => {
  const options = { ...PROMETHEUS, prometheusHost: "203.0.113.7" };
  await assert.rejects(start(options), /OTEL_EXPORTER_PROMETHEUS_HOST: cannot listen on 203\.0\.113\.7.*EADDRNOTAVAIL/);
});
