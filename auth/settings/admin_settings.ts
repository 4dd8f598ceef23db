// GET and PATCH /admin/settings: what the environment leaves open, and how it is set while the service runs.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { ChangeReply, presentOutcome } from "./change_reply.ts";
import { openDocument, type SettingChanges } from "./document.ts";
import { presentSettings, SettingReply } from "./present_settings.ts";
import { readCountingVersions } from "./queries.ts";
import { rightsFor } from "./setting_rights.ts";
import { inForce } from "./start_settings.ts";
import { storeChange } from "./store_change.ts";

export const getAdminSettings = endpoint({
  method: "GET",
  path: "/admin/settings",
  access: "admin",
  right: "settings:read",
  summary: "Settings: what counts, where it comes from, and what may be changed",
  reply: Type.Object({
    version: Type.Integer({ description: "That counts now; 0 where nothing is stored. To be sent with a change" }),
    enabled: Type.Boolean({ description: "False: SETTINGS_ENABLED has this server ignore what is stored" }),
    fits: Type.Boolean({
      description: "False: what is stored does not fit the server that answers, which goes on with the version before",
    }),
    pending: Type.Union(
      [Type.Object({ version: Type.Integer(), confirm_before: Type.String({ format: "date-time" }) }), Type.Null()],
      { description: "A change that waits for its confirmation" },
    ),
    awaiting_restart: Type.Array(Type.String(), { description: "Names of settings that count after the next start" }),
    settings: Type.Array(SettingReply),
  }),
  handle: async ({ config, db, settings, serverKeys }) => {
    const counting = await readCountingVersions(db);
    const { version, document } = inForce(counting);
    const { pending } = counting;
    const { origin } = config.origin.withSettings(openDocument(document, serverKeys.settings).texts).config;
    return {
      version,
      enabled: config.settingsEnabled,
      fits: settings.fits,
      pending: pending ? { version: pending.version, confirm_before: pending.confirmBefore.toISOString() } : null,
      awaiting_restart: [...settings.awaitingRestart],
      settings: presentSettings(origin, document),
    };
  },
});

/** As much as a mail's template may have, and its subject. */
const LONGEST_VALUE = 200_000;
const MOST_CHANGES = 200;
const BODY_LIMIT_BYTES = 1_000_000;
/** A provider is asked twice, for nine seconds each at most; a mail server for less than a minute. */
const LONGEST_SECONDS = 60;

export const patchAdminSettings = endpoint({
  method: "PATCH",
  path: "/admin/settings",
  access: "admin",
  right: ({ body }) => (body.dry_run === true ? ["settings:read"] : rightsFor(Object.keys((body.set ?? {}) as object))),
  summary: "Change settings, which then count on every replica at once",
  body: Type.Object({
    base: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "The version that was read" }),
    set: Type.Record(Type.String({ maxLength: 200 }), Type.Union([Type.String({ maxLength: LONGEST_VALUE }), Type.Null()]), {
      maxProperties: MOST_CHANGES,
      description: "Values by name, as the environment would have them; null takes one away",
    }),
    dry_run: Type.Optional(Type.Boolean({ description: "Stores nothing, and tries nothing: says what would change" })),
    skip_trials: Type.Optional(Type.Boolean({ description: "Does not ask mail server, providers, hooks and captcha first" })),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  reply: ChangeReply,
  refuses: [409, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ body, ...input }) =>
    presentOutcome(
      await storeChange(input, {
        base: body.base,
        changes: body.set as SettingChanges,
        skipsTrials: body.skip_trials === true,
        isDryRun: body.dry_run === true,
      }),
    ),
});
