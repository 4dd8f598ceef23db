// HO: what other machines can reach of a start without configuration.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { endProcess, hasEnded, launchCofre } from "../harness/cofre_process.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { type AttackCase, attack } from "./attack_case.ts";
import { notRun } from "./not_run.ts";

const LONGEST_START_MS = 120_000;
const LONGEST_KNOCK_MS = 5_000;

/** Addresses of this machine except loopback, which receive packets of other machines. */
function otherAddresses(): string[] {
  const outer = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = outer.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address);
  return process.platform === "linux" ? ["127.0.0.2", ...own] : own;
}

export const allInOne: AttackCase[] = [
  attack("HO-01", "a start without configuration is reachable only from this machine", async (pair) => {
    pair.requireOwnSettings();
    const hosts = otherAddresses();
    if (hosts.length === 0) notRun("this machine has no address but loopback");
    using folder = await openWorkFolder("all-in-one");
    const metrics = await freePort();
    const variables = {
      PORT: "0",
      FINANCE_PORT: "0",
      WEB_PORT: "0",
      AUTHSVC_METRICS_ENABLED: "true",
      AUTHSVC_METRICS_EXPORTER: "prometheus",
      OTEL_EXPORTER_PROMETHEUS_PORT: String(metrics),
    };
    const child = launchCofre({ command: "start", variables, folder: folder.path, output: "pipe", errors: "pipe" });
    try {
      const printed = await started(child);
      const services = [...printed.matchAll(/^ +(web|auth|finance) +https?:\/\/[^:]+:(\d+)/gm)];
      const ports = [...services.map(([, name, port]) => [name, Number(port)] as const), ["metrics", metrics] as const];
      assert.deepEqual(ports.map(([name]) => name).sort(), ["auth", "finance", "metrics", "web"]);
      for (const [name, port] of ports) {
        assert.equal(await knock("127.0.0.1", port), "open", `${name} answers this machine`);
        for (const host of hosts) assert.equal(await knock(host, port), "ECONNREFUSED", `${name} at ${host}`);
      }
      return `${ports.length} ports at ${hosts.length} other addresses`;
    } finally {
      await endProcess(child);
    }
  }),
];

function started(child: ReturnType<typeof launchCofre>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = "";
  const timer = setTimeout(() => reject(new Error(`it did not start in time:\n${printed}`)), LONGEST_START_MS);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("\nTry it:\n")) resolve(printed);
    });
  child.once("close", () => reject(new Error(`it ended at its start:\n${printed}`)));
  if (hasEnded(child)) reject(new Error("it ended at its start"));
  return promise.finally(() => clearTimeout(timer));
}

/** "open", or the error code of the connection. */
function knock(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: LONGEST_KNOCK_MS });
  socket.on("connect", () => resolve("open"));
  socket.on("timeout", () => resolve("no answer"));
  socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  return promise.finally(() => socket.destroy());
}
