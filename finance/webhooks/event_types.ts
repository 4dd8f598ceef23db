// The types of events that webhooks are sent: what kind of record, and what became of it.
import { ENTITIES } from "../changes/entities.ts";
import { NOTICE_TYPES } from "./notice.ts";

/** An import is what its state says. */
const OF_IMPORTS = ["applied", "undone"];

export const EVENT_TYPES: readonly string[] = [
  ...ENTITIES.flatMap((entity) => [`${entity}.created`, `${entity}.updated`, `${entity}.deleted`]),
  ...OF_IMPORTS.map((state) => `import.${state}`),
  ...NOTICE_TYPES,
];

export const PING = "webhook.ping";

interface Happened {
  entity: string;
  action: "create" | "update" | "delete";
  /** Of an import, where that changed. */
  state: string | null;
  /** What was noticed. */
  notice: { type: string } | null;
}

export function typeOf({ entity, action, state, notice }: Happened): string {
  if (notice) return notice.type;
  if (entity === "import" && state !== null && OF_IMPORTS.includes(state)) return `import.${state}`;
  return `${entity}.${action}d`;
}
