// A command that has started this service for itself alone, from a shell on the server. Its token is in no other process.
import { createHash, timingSafeEqual } from "node:crypto";
import type { Administrator } from "./administrator.ts";

export interface CommandLine {
  token: string;
  /** Who has the shell. */
  name: string;
}

/** Undefined for any other token. */
export function enterFromShell(commandLine: CommandLine | undefined, token: string): Administrator | undefined {
  if (!commandLine || !timingSafeEqual(digestOf(token), digestOf(commandLine.token))) return undefined;
  return { kind: "command_line", name: commandLine.name };
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
