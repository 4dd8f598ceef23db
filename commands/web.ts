// cofre web: the browser's service alone, in front of an auth and a finance service.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readEnvironment } from "../kernel/config/config.ts";
import { readWebConfig } from "../web/config.ts";
import { startWeb } from "../web/main.ts";
import { command } from "./command_line/command.ts";
import { homeFolder } from "./home.ts";
import { requireNoFaults } from "./problems.ts";
import { runAlone } from "./run_alone.ts";

export const web = command({ usage: "web", options: {}, run });

async function run(): Promise<void> {
  const environment = readEnvironment();
  const reading = readWebConfig(environment);
  requireNoFaults(reading);
  const { config } = reading;
  await runAlone({
    name: "web",
    config,
    environment,
    warnings: reading.warnings,
    start: (log) => startWeb({ config, buildFolders: buildFolders(homeFolder(environment)), log }),
  });
}

/** Beside the checkout's other generated files, or in COFRE_HOME if that is not writable. */
export function buildFolders(home: string): string[] {
  return [fileURLToPath(new URL("../.runtime", import.meta.url)), join(home, "web")];
}
