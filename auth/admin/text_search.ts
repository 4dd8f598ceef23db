// Users by what somebody types: an id, an address, a phone number, or words of address and name.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

const ID_START = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/i;
const PHONE = /^\+?[0-9 ().-]+$/;
const LEAST_DIGITS = 3;
/** As the function user_words splits. */
const BETWEEN_WORDS = /[@.,;:\-_+'"()\s]+/;

export function matchesSearch(text: string): Sql {
  const digits = PHONE.test(text) ? text.replaceAll(/[^0-9]/g, "") : "";
  const ways = [
    ...(ID_START.test(text) ? [hasIdStart(text.toLowerCase())] : []),
    ...(digits.length >= LEAST_DIGITS ? [hasPhonePart(digits)] : []),
    wordsOrAddress(text),
  ];
  return sql`(${ways.reduce((all, each) => sql`${all} or ${each}`)})`;
}

/** The words of most domains are too common to look for each of them. */
function wordsOrAddress(text: string): Sql {
  const at = text.indexOf("@");
  if (at > 0) return hasAddressStart(text);
  return at < 0 ? hasWords(text) : sql`(${hasWords(text)} and strpos(${ADDRESS}, lower(${text})) > 0)`;
}

function hasIdStart(start: string): Sql {
  const fill = (last: string) => start + "00000000-0000-0000-0000-000000000000".slice(start.length).replaceAll("0", last);
  return sql`users.id between ${fill("0")}::uuid and ${fill("f")}::uuid`;
}

function hasPhonePart(digits: string): Sql {
  return sql`users.phone like ${`${digits}%`} or reverse(users.phone) like ${`${[...digits].reverse().join("")}%`}`;
}

const ADDRESS = sql`coalesce(users.email, users.sso_email, chr(127)) collate "C"`;
const BEHIND_ALL = "\u{10ffff}";

function hasAddressStart(start: string): Sql {
  return sql`(${ADDRESS} >= lower(${start}) and ${ADDRESS} < lower(${start}) || ${BEHIND_ALL}::text)`;
}

function hasWords(text: string): Sql {
  const words = text.split(BETWEEN_WORDS).filter((each) => each !== "");
  if (words.length === 0) return sql`false`;
  const quoted = words.map((each) => `'${each.replaceAll("\\", "\\\\")}'`).join(" & ");
  return sql`user_words(coalesce(users.email, users.sso_email), users.raw_user_meta_data) @@ lower(${`${quoted}:*`})::tsquery`;
}
