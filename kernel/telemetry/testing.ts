// Test support: telemetry that is started and stopped, here or in a process of its own.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Log } from "../log/log.ts";
import { startTelemetry, type TelemetryOptions } from "./telemetry.ts";

export const request = { service: "auth", method: "GET", route: "/user", status: 200, seconds: 0.003 };
export const traced = { service: "auth", method: "GET", route: "/admin/users/:id", headers: {} };
export const PROMETHEUS = { metricsEnabled: true, metricsExporter: "prometheus", prometheusPort: 0 } as const;

export async function start(options: Partial<TelemetryOptions>) {
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

export function recordingLog(): { log: Log; warnings: string[] } {
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

export async function scrape(url: string | undefined): Promise<string> {
  const reply = await fetch(url as string);
  assert.equal(reply.status, 200);
  return reply.text();
}

/** Runs a program that prints one JSON object, and nothing else, on standard output. */
export async function inProcess(body: string) {
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
