// What an operator should know of a machine of the cluster, in words.
import { checkSettings, type SettingFinding } from "../../kernel/sql/server_settings.ts";
import type { MachineFacts } from "./queries_health.ts";

export interface MachineFinding {
  kind: SettingFinding["kind"] | "away" | "version" | "move";
  text: string;
}

/** Nothing, where all is well. `facts`: undefined of a machine that does not answer. */
export function checkMachine(facts: MachineFacts | undefined, coordinator: MachineFacts): MachineFinding[] {
  if (!facts)
    return [
      {
        kind: "away",
        text: "does not answer the coordinator, so its spaces are answered 503; start it, or mend the network and the credentials between them",
      },
    ];
  const settings = new Map(Object.entries(facts.settings));
  const findings: MachineFinding[] = checkSettings(settings).map(({ setting, kind, advice }) => ({
    kind,
    text: `${setting}: ${advice}`,
  }));
  if (facts.citus !== coordinator.citus)
    findings.push({
      kind: "version",
      text: `Citus is ${facts.citus ?? "missing"} there and ${coordinator.citus} on the coordinator; on each machine: alter extension citus update`,
    });
  if (majorOf(facts.version) !== majorOf(coordinator.version))
    findings.push({
      kind: "version",
      text: `PostgreSQL is ${facts.version} there and ${coordinator.version} on the coordinator; bring all to one major version`,
    });
  if (settings.get("wal_level") !== "logical")
    findings.push({
      kind: "move",
      text: `wal_level = ${settings.get("wal_level")}: spaces cannot move to or from it while finance goes on; set it to logical`,
    });
  return findings;
}

const majorOf = (version: string) => version.split(".")[0];
