// GET /admin/settings/versions and /admin/settings/versions/:version: who changed which settings, when and why.
import { type Static, Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ChangesReply, presentChanges } from "./change_reply.ts";
import { findVersion, type ListedVersion, listVersions } from "./queries.ts";
import { readVersionNumber } from "./version_number.ts";

const VersionReply = Type.Object({
  version: Type.Integer(),
  base: Type.Integer({ description: "The version that counted before" }),
  changes: ChangesReply,
  author: FreeForm,
  reason: Type.Union([Type.String(), Type.Null()]),
  undoes: Type.Union([Type.Integer(), Type.Null()], { description: "The version whose changes it took back" }),
  created_at: Type.String({ format: "date-time" }),
  confirm_before: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  lapsed: Type.Boolean({ description: "It was not confirmed in time, or taken back, and counts no more" }),
});

const MOST_LISTED = 50;

export const getAdminSettingsVersions = endpoint({
  method: "GET",
  path: "/admin/settings/versions",
  access: "admin",
  right: "settings:read",
  summary: "Changes of settings, newest first",
  query: Type.Object({
    before: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,8}$", description: "next of the answer before" })),
  }),
  reply: Type.Object({
    versions: Type.Array(VersionReply),
    next: Type.Optional(Type.Integer({ description: "Missing at the end" })),
  }),
  handle: async ({ query, db }) => {
    const before = query.before === undefined ? undefined : Number(query.before);
    const listed = await listVersions(db, before, MOST_LISTED + 1);
    const page = listed.slice(0, MOST_LISTED);
    const last = page.at(-1);
    return { versions: page.map(present), ...(listed.length > MOST_LISTED && last && { next: last.version }) };
  },
});

export const getAdminSettingsVersion = endpoint({
  method: "GET",
  path: "/admin/settings/versions/:version",
  access: "admin",
  right: "settings:read",
  summary: "One change of settings",
  params: Type.Object({ version: Type.String() }),
  reply: VersionReply,
  refuses: [404],
  handle: async ({ params, db }) => {
    const version = await findVersion(db, readVersionNumber(params.version));
    if (!version) throw fail.versionUnknown();
    return present(version);
  },
});

function present({ has_lapsed: lapsed, ...version }: ListedVersion): Static<typeof VersionReply> {
  return {
    ...version,
    changes: presentChanges(version.changes),
    author: { ...version.author },
    created_at: version.created_at.toISOString(),
    confirm_before: version.confirm_before?.toISOString() ?? null,
    lapsed,
  };
}
