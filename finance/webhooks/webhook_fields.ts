// What a client says of a webhook, and what is wrong with it.
import { Type } from "typebox";
import { type Guard, isSendable } from "../../kernel/outbound_guarded.ts";
import { readFlag, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, type Submitted, saidField } from "../fields/record.ts";
import { EVENT_TYPES } from "./event_types.ts";
import type { StoredWebhook } from "./webhook.ts";

export const LONGEST_URL = 2_000;
const LONGEST_DESCRIPTION = 255;
const WHOLE_CURSOR = "^[0-9]{1,15}$";

export const NEW_WEBHOOK = { id: null, url: null, description: null, events: null, with_records: null, enabled: null };

export const bodyFields = {
  url: Type.String({
    maxLength: LONGEST_URL,
    pattern: "^https://[A-Za-z0-9]+([.-][A-Za-z0-9]+)*[.][A-Za-z]{2,}(:[1-9][0-9]{0,3})?(/[^\\s#]*)?$",
    description: "By https",
  }),
  description: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_DESCRIPTION }), Type.Null()])),
  events: Type.Optional(
    Type.Union([Type.Array(Type.String({ enum: [...EVENT_TYPES] }), { minItems: 1 }), Type.Null()], { description: "Null: all" }),
  ),
  with_records: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
  cursor: Type.Optional(
    Type.String({
      pattern: WHOLE_CURSOR,
      description: "What was written up to this version is not sent, as GET /changes has it in since; else all that comes",
    }),
  ),
};

export interface AskedWebhook
  extends Partial<Pick<StoredWebhook, "url" | "description" | "events" | "with_records" | "enabled" | "version">> {}

/** What is not said is undefined. */
export function readWebhook(record: Submitted, guard: Guard, { required }: { required: boolean }): AskedWebhook {
  const url = readText(record, "url", { required, filled: true, most: LONGEST_URL });
  if (url !== undefined && !isSendable(url, guard)) addProblem(record, "url", { kind: "notSendable" });
  return {
    ...said("url", url && URL.parse(url)?.href),
    ...said("description", readTextOrNull(record, "description", { most: LONGEST_DESCRIPTION })),
    ...said("events", readEvents(record)),
    ...said("with_records", readFlag(record, "with_records")),
    ...said("enabled", readFlag(record, "enabled")),
    ...said("version", readVersion(record)),
  };
}

const said = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Each in Name]?: Value };

/** A type that comes twice counts once. */
function readEvents(record: Submitted): string[] | null | undefined {
  if (record.fields.get("events")?.value === null) return null;
  const value = saidField(record, "events")?.value;
  if (value === undefined) return;
  const choices = EVENT_TYPES.join(", ");
  if (!Array.isArray(value)) return void addProblem(record, "events", { kind: "notAList" });
  if (value.length === 0) return void addProblem(record, "events", { kind: "noneOfList", values: { choices } });
  if (!value.every((each) => EVENT_TYPES.includes(each)))
    return void addProblem(record, "events", { kind: "notInList", values: { choices } });
  return EVENT_TYPES.filter((each) => value.includes(each));
}

function readVersion(record: Submitted): number | undefined {
  const text = readText(record, "cursor", { filled: true });
  if (text === undefined) return;
  if (new RegExp(WHOLE_CURSOR).test(text)) return Number(text);
  addProblem(record, "cursor", { kind: "invalid" });
}
