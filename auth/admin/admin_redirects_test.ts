// POST /admin/redirects/test: whether a redirect_to would be allowed, and by which line. With other settings too, before they are stored.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { allowingEntry, redirectRules } from "../redirects/allow_list.ts";

const MOST_ENTRIES = 500;

export const testAdminRedirect = endpoint({
  method: "POST",
  path: "/admin/redirects/test",
  access: "admin",
  right: "settings:read",
  summary: "Say whether a redirect_to would be allowed, and by what",
  body: Type.Object({
    url: Type.String({ maxLength: 5_000 }),
    uri_allow_list: Type.Optional(
      Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: MOST_ENTRIES, description: "In place of URI_ALLOW_LIST" }),
    ),
  }),
  reply: Type.Object({
    allowed: Type.Boolean(),
    by: Type.Union([Type.String(), Type.Null()], { description: "`SITE_URL`, or the entry of URI_ALLOW_LIST" }),
    leads_to: Type.String({ description: "Where a browser would be sent: SITE_URL where it is not allowed" }),
  }),
  handle: ({ body: { url, uri_allow_list: list }, config }) => {
    const rules = { siteUrl: config.siteUrl, uriAllowList: list ?? config.uriAllowList };
    const by = allowingEntry(url, rules);
    return { allowed: by !== undefined, by: by ?? null, leads_to: redirectRules(rules)(url) };
  },
});
