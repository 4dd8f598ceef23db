// What a client says of a webhook, and what is wrong with it.
import { Type } from "typebox";
import { type Guard, isSendable } from "../../kernel/outbound/guarded.ts";
import { readFlag, readText, readTextOrNull } from "../fields/readers.ts";
import { presentField, type Submitted } from "../fields/record.ts";
import { ABSENT, invalid, problemIf, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
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

export interface WebhookInput
  extends Partial<Pick<StoredWebhook, "url" | "description" | "events" | "with_records" | "enabled" | "version">> {}

/** What is not said is undefined. */
export function readWebhook(record: Submitted, guard: Guard, { required }: { required: boolean }): WithProblems<WebhookInput> {
  const { value, problems } = readAll({
    url: readUrl(record, guard, required),
    description: readTextOrNull(record, "description", { most: LONGEST_DESCRIPTION }),
    events: readEvents(record),
    with_records: readFlag(record, "with_records"),
    enabled: readFlag(record, "enabled"),
    version: readVersion(record),
  });
  const present = Object.entries(value).filter(([, each]) => each !== undefined);
  return { value: Object.fromEntries(present) as WebhookInput, problems };
}

function readUrl(record: Submitted, guard: Guard, required: boolean): WithProblems<string | undefined> {
  const { value: url, problems } = readText(record, "url", { required, filled: true, most: LONGEST_URL });
  if (url === undefined) return { value: undefined, problems };
  return { value: URL.parse(url)?.href, problems: problemIf(!isSendable(url, guard), "url", { kind: "notSendable" }) };
}

/** A type that comes twice counts once. */
function readEvents(record: Submitted): WithProblems<string[] | null | undefined> {
  if (record.fields.get("events")?.value === null) return valid(null);
  const value = presentField(record, "events")?.value;
  if (value === undefined) return ABSENT;
  const choices = EVENT_TYPES.join(", ");
  if (!Array.isArray(value)) return invalid("events", { kind: "notAList" });
  if (value.length === 0) return invalid("events", { kind: "noneOfList", values: { choices } });
  if (!value.every((each) => EVENT_TYPES.includes(each))) return invalid("events", { kind: "notInList", values: { choices } });
  return valid(EVENT_TYPES.filter((each) => value.includes(each)));
}

function readVersion(record: Submitted): WithProblems<number | undefined> {
  const { value: text, problems } = readText(record, "cursor", { filled: true });
  if (text === undefined) return { value: undefined, problems };
  return new RegExp(WHOLE_CURSOR).test(text) ? valid(Number(text)) : invalid("cursor", { kind: "invalid" });
}
