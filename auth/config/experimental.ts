// What Supabase Auth calls experimental, under its names.
import { configTable } from "../../kernel/config/config.ts";
import { bool } from "../../kernel/config/formats.ts";

export const experimental = configTable({
  cursorPaginationEnabled: {
    env: "EXPERIMENTAL_CURSOR_PAGINATION_ENABLED",
    format: bool,
    initial: false,
    doc: "`GET /admin/users` without `page` and `per_page` goes from cursor to cursor, and counts nothing. A request with `limit` or `cursor` does in any case.",
  },
  scimEnabled: {
    env: "EXPERIMENTAL_SCIM_ENABLED",
    format: bool,
    initial: false,
    doc: "Serves what SCIM clients ask first, below `/scim/v2`: what there is. Users and groups are not served there yet.",
  },
});
