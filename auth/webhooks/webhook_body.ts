// What administrators say of a webhook, and what is wrong with it.
import { type Static, Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { isSendable } from "../../kernel/outbound/guarded.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { EVENT_TYPES } from "./event_types.ts";
import type { StoredWebhook } from "./webhook.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const bodyFields = {
  url: documentedUrl(),
  description: Type.Optional(Type.String({ maxLength: 255 })),
  events: Type.Optional(
    Type.Array(Type.String({ enum: [...EVENT_TYPES] }), { maxItems: 100, description: "The types that it is sent; empty: all" }),
  ),
  enabled: Type.Optional(Type.Boolean()),
};
export const NewWebhook = Type.Object(bodyFields);
export const ChangedWebhook = Type.Object({
  ...bodyFields,
  url: Type.Optional(bodyFields.url),
  skip_missed: Type.Optional(Type.Boolean({ description: "It goes on with what happens from now on, and not where it was" })),
});

function documentedUrl() {
  const documented = "^https://[A-Za-z0-9]+([.-][A-Za-z0-9]+)*[.][A-Za-z]{2,}(:[1-9][0-9]{0,3})?(/[^\\s#]*)?$";
  return documentedOnly(Type.String({ maxLength: 2_000, description: "By https" }), { pattern: documented });
}

/** An omitted field is absent. A repeated type counts once. */
export function readWebhook(
  { url, description, events, enabled }: Partial<Static<typeof NewWebhook>>,
  { webhookAllowedHosts: allowedHosts }: Pick<AuthConfig, "webhookAllowedHosts">,
): Partial<Pick<StoredWebhook, "url" | "description" | "events" | "enabled">> {
  if (url !== undefined && !isSendable(url, { allowedHosts }))
    throw fail.invalid({
      values: { field: "url", problem: "must be an https address of the public internet, without a password" },
    });
  return {
    ...(url !== undefined && { url: new URL(url).href }),
    ...(description !== undefined && { description }),
    ...(events && { events: EVENT_TYPES.filter((each) => events.includes(each)) }),
    ...(enabled !== undefined && { enabled }),
  };
}

/** The id of a path; one that none can have is unknown. */
export function readWebhookId({ id }: { id: string }): string {
  if (!UUID.test(id)) throw fail.webhookUnknown();
  return id.toLowerCase();
}
