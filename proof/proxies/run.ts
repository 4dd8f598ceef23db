// npm run proxies: the configurations of docs/proxies, each in front of a running Cofre, with the proxies that this machine has.
import { parseArgs } from "node:util";
import { openWorkFolder } from "../harness/work_folder.ts";
import { startBehind } from "./behind.ts";
import { checksOf } from "./checks.ts";
import { NOT_RUN, PROXIES, type ProxyProgram } from "./proxy.ts";

const NAMES = PROXIES.map(({ name }) => name).join(", ");
const HELP = `npm run proxies -- [--only NAME]

Starts each proxy of docs/proxies that is installed (${NAMES}), with the configuration of its page, on loopback in
front of a running Cofre, and checks what a visitor meets. A proxy that is not installed is "not run". Linux only, because the visitor
has an address of its own in 127.0.0.0/8. Exits with 1 if a check fails. Half a minute for each proxy.`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, help: { type: "boolean", short: "h" } } });
  const chosen = PROXIES.filter(({ name }) => values.only === undefined || values.only === name);
  if (values.help || chosen.length === 0) {
    console.log(HELP);
    return values.help ? 0 : 1;
  }
  let failures = 0;
  for (const proxy of chosen) {
    const version = proxy.version();
    if (process.platform !== "linux") console.log(`${proxy.name}: not run: this is not Linux`);
    else if (version === undefined) console.log(`${proxy.name}: not run: it is not installed`);
    else failures += await tryProxy(proxy, version);
  }
  if (values.only === undefined) for (const name of NOT_RUN) console.log(`${name}: not run: no program of it is started here`);
  return failures === 0 ? 0 : 1;
}

async function tryProxy(proxy: ProxyProgram, version: string): Promise<number> {
  console.log(`${proxy.name} ${version}`);
  using folder = await openWorkFolder("proxies");
  await using behind = await startBehind(proxy, folder.path);
  let failures = 0;
  for (const [name, run] of checksOf(behind)) {
    const began = performance.now();
    try {
      await run();
      console.log(`  ok    ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      failures++;
      console.log(`  FAIL  ${name}\n${(error as Error).stack}`);
    }
  }
  if (failures > 0) console.log(behind.output());
  return failures;
}

process.exit(await main());
