// How whoever reads a message runs a command: `cofre migrate` where Cofre is installed, `npm run migrate` in a checkout.
import { IS_PACKAGE, SCRIPTS } from "./version.ts";

/** A command of the binary with its arguments, such as `export --format csv`, as it is typed here. */
export function commandLine(command: string): string {
  if (IS_PACKAGE) return `cofre ${command}`;
  const [name = "", ...rest] = command.split(" ");
  if (!SCRIPTS.has(name)) return `node bootstrap.mjs ${command}`;
  const script = name === "start" ? "npm start" : `npm run ${name}`;
  return rest.length === 0 ? script : `${script} -- ${rest.join(" ")}`;
}
