// POST /admin/settings/versions/:version/undo: takes the changes of a version back, by a version of its own.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireRight } from "../grants/administrator.ts";
import { readReason } from "../grants/reason.ts";
import { ChangeReply, presentOutcome } from "./change_reply.ts";
import { openDocument, type SettingChanges, type SettingTexts } from "./document.ts";
import { findDocuments, findVersion, readCountingVersions } from "./queries.ts";
import { throwIfRestoredElsewhere } from "./secret_destinations.ts";
import { rightsFor } from "./setting_rights.ts";
import { inForce } from "./start_settings.ts";
import { storeChange } from "./store_change.ts";
import { readVersionNumber } from "./version_number.ts";

const LONGEST_SECONDS = 60;

export const undoAdminSettingsVersion = endpoint({
  method: "POST",
  path: "/admin/settings/versions/:version/undo",
  access: "admin",
  right: "settings:read",
  summary: "Take the changes of a version back",
  params: Type.Object({ version: Type.String() }),
  ignoresBody: true,
  reply: ChangeReply,
  refuses: [403, 404, 409, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ params, ...input }) => {
    const { caller, db, request, serverKeys } = input;
    const version = await findVersion(db, readVersionNumber(params.version));
    if (!version) throw fail.versionUnknown();
    const names = Object.keys(version.changes);
    for (const right of rightsFor(names)) requireRight(caller.administrator, right, readReason(request));
    const documents = await findDocuments(db, version);
    const current = inForce(await readCountingVersions(db));
    const textsOf = (document: typeof current.document) => openDocument(document, serverKeys.settings).texts;
    const texts = { before: textsOf(documents.before), after: textsOf(documents.after), now: textsOf(current.document) };
    const changes = reverse(names, texts);
    throwIfRestoredElsewhere(changes, texts.before, texts.now);
    const undoes = version.version;
    const outcome = await storeChange(input, { base: current.version, changes, undoes, skipsTrials: false, isDryRun: false });
    if (outcome.version === current.version) throw fail.versionWithoutEffect();
    return presentOutcome(outcome);
  },
});

/** Throws where a later version has changed the same settings again. */
function reverse(names: readonly string[], texts: Record<"before" | "after" | "now", SettingTexts>): SettingChanges {
  const { before, after, now } = texts;
  const overwritten = names.filter((name) => now[name] !== after[name] && now[name] !== before[name]);
  if (overwritten.length > 0) throw fail.versionOverwritten({ values: { names: overwritten.join(", ") } });
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}
