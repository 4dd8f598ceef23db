// The metrics page for Prometheus. The exporter's own server lacks port 0 and timeouts, and fails silently if the port is in use.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { listen } from "../process/listen.ts";
import { OperatorError } from "../process/operator_error.ts";

export interface PrometheusPage {
  reader: PrometheusExporter;
  url: string;
  close(): Promise<void>;
}

const REQUEST_MILLISECONDS = 10_000;
const MOST_CONNECTIONS = 100;

export async function servePrometheus(host: string, port: number): Promise<PrometheusPage> {
  const { PrometheusExporter } = await import("@opentelemetry/exporter-prometheus");
  const reader = new PrometheusExporter({ preventServerStart: true });
  const server = createServer(
    { requestTimeout: REQUEST_MILLISECONDS, headersTimeout: REQUEST_MILLISECONDS, connectionsCheckingInterval: 1000 },
    (request, response) => {
      // Scrapers request /metrics by default.
      const isMetrics = /^\/(metrics)?(\?|$)/.test(request.url ?? "");
      if (!isMetrics) response.writeHead(404).end();
      else if (request.method !== "GET" && request.method !== "HEAD") response.writeHead(405, { allow: "GET, HEAD" }).end();
      else reader.getMetricsRequestHandler(request, response);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  const listener = await listen(server, { host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(explain(error, host, port), { cause: error });
  });
  // The page must not keep the process alive.
  listener.unref();
  const { address, port: boundPort, family } = server.address() as AddressInfo;
  return {
    reader,
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${boundPort}/`,
    close: () => {
      const closed = listener.close();
      server.closeAllConnections();
      return closed;
    },
  };
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `OTEL_EXPORTER_PROMETHEUS_PORT: port ${port} on ${host} is taken; set it to a free port, or stop the program that listens there`;
  }
  if (code === "EACCES") {
    return `OTEL_EXPORTER_PROMETHEUS_PORT: this user may not listen on port ${port} of ${host}; set it to a port of 1024 or above`;
  }
  return `OTEL_EXPORTER_PROMETHEUS_HOST: cannot listen on ${host}, port ${port} (${code ?? message}); set it to an address of this machine`;
}
