// A container that runs for a trial, whatever runs it.
import type { ChildProcess } from "node:child_process";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Unpacked } from "./read_archive.ts";

export interface Plan {
  /** Where the files of the image lie. */
  root: string;
  image: Unpacked["run"];
  /** Mounted at `/data`; without one the container keeps nothing. */
  volume?: string;
  /** Arguments in place of the image's own. */
  command?: string[];
  env?: Record<string, string>;
  uid: number;
  /** Shares the network of this machine, to reach a database here. Otherwise it is alone with itself. */
  hasNetwork: boolean;
  /** A folder for what the runtime keeps. */
  scratch: string;
}

export interface Container {
  process: ChildProcess;
  /** Runs a program of the image beside the first one, as HEALTHCHECK does. */
  exec(command: string[]): Promise<Outcome>;
  signal(name: NodeJS.Signals): Promise<void>;
}

export interface Runtime {
  name: string;
  start(plan: Plan): Promise<Container>;
}

export interface Outcome {
  code: number;
  output: string;
}

export const commandOf = ({ image, command }: Plan): string[] => [...image.Entrypoint, ...(command ?? image.Cmd)];

export function environmentOf({ image, env = {} }: Plan): Record<string, string> {
  return { ...Object.fromEntries(image.Env.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string])), ...env };
}

/** Never throws: a program that is missing has the code of shells for it. */
export async function outcomeOf(file: string, args: string[], env?: Record<string, string>): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, { env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    const {
      code,
      stdout = "",
      stderr = "",
      message,
    } = error as { code?: unknown; stdout?: string; stderr?: string; message: string };
    return { code: typeof code === "number" ? code : 127, output: `${stdout}${stderr}`.trim() || message };
  }
}
