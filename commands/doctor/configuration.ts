// Checks without a connection: runtime, stored secrets, variables.

import { openJwtKeys } from "../../auth/keys/jwt.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { readSecrets } from "../home.ts";
import type { Facts, Finding } from "./finding.ts";

const OLDEST_NODE = [24, 7] as const;

export async function checkNode(): Promise<Finding[]> {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (isNewEnough) return [{ level: "ok", subject: "Node", text: version }];
  const text = `${version} is too old; use ${OLDEST_NODE.join(".")} or newer, or start with ${commandLine("start")}, which installs one`;
  return [{ level: "FAIL", subject: "Node", text }];
}

export async function checkSecrets({ home }: Facts): Promise<Finding[]> {
  try {
    const text = (await readSecrets(home)) ? "stored in COFRE_HOME" : "created at the first start";
    return [{ level: "ok", subject: "secrets", text }];
  } catch (error) {
    return [{ level: "FAIL", subject: "secrets", text: (error as Error).message }];
  }
}

export async function checkConfiguration({ auth, finance, web }: Facts): Promise<Finding[]> {
  const fails = [...auth.faults, ...finance.faults, ...web.faults, ...signingKeyFaults(auth)];
  const warns = [...auth.deprecations];
  for (const { level, line } of [...auth.warnings, ...finance.warnings, ...web.warnings])
    (level === "error" ? fails : warns).push(line);
  const findings = [...findingsOf("FAIL", fails), ...findingsOf("warn", warns)];
  return findings.length > 0 ? findings : [{ level: "ok", subject: "configuration", text: "all variables are valid" }];
}

/** Parses the keys like a start does; the variables' format checks only their shape. */
function signingKeyFaults({ config, faults }: Facts["auth"]): string[] {
  if (faults.length > 0) return [];
  try {
    openJwtKeys(config);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Each line once, because services share variables. */
function findingsOf(level: Finding["level"], lines: string[]): Finding[] {
  return [...new Set(lines)].map((text) => ({ level, subject: "configuration", text }));
}
