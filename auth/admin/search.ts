// Which users a list in pages contains, and in which order; filters.ts has what lists by cursor have besides.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";
import { EmailField, PhoneField, readEmail, readPhone } from "../users/address.ts";
import type { Address } from "../users/queries.ts";
import type { UserSearch } from "./queries_list.ts";

const Sort = documentedOnly(Type.String(), { pattern: "^( *(created_at|last_sign_in_at|email)( +(asc|desc))? *)?$" });

export const searchQuery = {
  sort: Type.Optional(
    Type.Union([Sort, Type.Array(Sort)], {
      description: "created_at asc or created_at desc (default); in lists by cursor also last_sign_in_at and email",
    }),
  ),
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

export function readSearch(query: SearchQuery): Pick<UserSearch, "isAscending" | "filter" | "addresses"> {
  return { isAscending: readSort([query.sort ?? []].flat()), filter: query.filter || undefined, addresses: readAddresses(query) };
}

export function readAddresses({ email, phone }: Pick<SearchQuery, "email" | "phone">): Address[] {
  return [...(email ? [{ email: readEmail(email) }] : []), ...(phone ? [{ phone: readPhone(phone) }] : [])];
}

/** Pages have one column to sort by, so the first decides and the others are only checked. */
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
