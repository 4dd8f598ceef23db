// Which users a list contains, and in which order.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";
import { EmailField, PhoneField, readEmail, readPhone } from "../users/address.ts";
import type { UserSearch } from "./queries_list.ts";

const Sort = documentedOnly(Type.String(), { pattern: "^( *created_at( +(asc|desc))? *)?$" });

export const searchQuery = {
  sort: Type.Optional(Type.Union([Sort, Type.Array(Sort)], { description: "created_at asc or created_at desc (default)" })),
  filter: Type.Optional(
    Type.String({ maxLength: 255, description: "A part of the email address or of user_metadata.full_name, in any case" }),
  ),
  email: Type.Optional(EmailField),
  phone: Type.Optional(PhoneField),
};

interface SearchQuery {
  sort?: string | string[];
  filter?: string;
  email?: string;
  phone?: string;
}

export function readSearch({
  sort,
  filter,
  email,
  phone,
}: SearchQuery): Pick<UserSearch, "isAscending" | "filter" | "addresses"> {
  return {
    isAscending: readSort([sort ?? []].flat()),
    filter: filter || undefined,
    addresses: [...(email ? [{ email: readEmail(email) }] : []), ...(phone ? [{ phone: readPhone(phone) }] : [])],
  };
}

/** There is one column to sort by, so the first decides and the others are only checked. */
function readSort(fields: readonly string[]): boolean {
  const directions = fields
    .filter((request) => request !== "")
    .map((request) => {
      const [field, direction = "asc", ...more] = request.trim().split(/\s+/);
      if (field !== "created_at") throw fail.badSort({ values: { problem: "bad field for sort, only created_at is allowed" } });
      if (!["asc", "desc"].includes(direction) || more.length > 0) {
        throw fail.badSort({ values: { problem: "bad direction for sort, only asc and desc are allowed" } });
      }
      return direction;
    });
  return directions[0] === "asc";
}
