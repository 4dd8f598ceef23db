// Who works on the database from a shell, for the log of administrators. It believes what the machine says: whoever has the shell has all.
import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { Act } from "../auth/audit/act.ts";
import type { AuditActor } from "../auth/audit/entry.ts";

export interface CommandLineAct extends Act {
  actor: AuditActor;
}

export function commandLineAct(reason: string | null = null): CommandLineAct {
  const name = shellName();
  return {
    ip: "",
    requestId: randomUUID(),
    now: new Date(),
    actor: { role: "command_line", name },
    administrator: { kind: "command_line", id: null, name, role: null, reason, userAgent: null },
  };
}

/** Who has the shell, as the logs name them. */
export const shellName = () => `${user()}@${hostname()}`;

/** A container may run as a number that has no name. */
function user(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "somebody");
  }
}
