// Users by what somebody types: an id, an address, a phone number, or words of address and name.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_ID = "00000000-0000-0000-0000-000000000000";
/** As the console shows of users without a name. */
const LEAST_OF_ID = 8;
const PHONE = /^\+?[0-9 ().-]+$/;
/** Fewer are the end of too many numbers. */
const LEAST_DIGITS = 4;
/** As the function user_words splits. */
const BETWEEN_WORDS = /[@.,;:\-_+'"()\s]+/;

const digitsOf = (text: string) => (PHONE.test(text) ? text.replaceAll(/[^0-9]/g, "") : "");

/** Of which there may be many users: neither an id, nor a number, nor an address. */
export const isOfWords = (text: string) => !isIdStart(text) && digitsOf(text).length < LEAST_DIGITS && text.indexOf("@") <= 0;

/** Shorter beginnings of a word have so many users that even its index takes long. */
const LEAST_OF_RARE = 6;

/** Whether so few users may match that the index of words is asked before anything else. */
export function mayBeRare(text: string): boolean {
  return (text.split(BETWEEN_WORDS).findLast((each) => each !== "") ?? "").length >= LEAST_OF_RARE;
}

export function matchesSearch(text: string): Sql {
  const digits = digitsOf(text);
  const at = text.indexOf("@");
  const ways = [
    ...(isIdStart(text) ? [usersAmong(hasIdStart(text.toLowerCase()))] : []),
    ...(digits.length >= LEAST_DIGITS ? [usersAmong(hasPhoneEnd(digits))] : []),
    // The words of most domains are too common to look for each of them.
    at > 0 ? usersAmong(hasAddressStart(text)) : hasWords(text),
  ];
  const matches = sql`(${ways.reduce((all, each) => sql`${all} or ${each}`)})`;
  return at === 0 ? sql`${matches} and strpos(${ADDRESS}, lower(${text})) > 0` : matches;
}

const MOST_FOUND = 10_000;

/** For what few users match, whatever PostgreSQL expects: the index of the condition is used, and not that of the order. */
function usersAmong(condition: Sql): Sql {
  return sql`users.id = any(array(select users.id from users where ${condition} limit ${MOST_FOUND}::int8))`;
}

const isIdStart = (text: string) => text.length >= LEAST_OF_ID && ID.test(text + NO_ID.slice(text.length));

function hasIdStart(start: string): Sql {
  const rest = NO_ID.slice(start.length);
  return sql`users.id between ${start + rest}::uuid and ${start + rest.replaceAll("0", "f")}::uuid`;
}

function hasPhoneEnd(digits: string): Sql {
  return sql`users.phone is not null and reverse(users.phone) like ${`${[...digits].reverse().join("")}%`}`;
}

/** Those without an address come last. */
export const ADDRESS = sql`coalesce(users.email, users.sso_email, chr(127)) collate "C"`;
const BEHIND_ALL = "\u{10ffff}";

function hasAddressStart(start: string): Sql {
  return sql`(${ADDRESS} >= lower(${start}) and ${ADDRESS} < lower(${start}) || ${BEHIND_ALL}::text)`;
}

const TEXT = sql`user_text(coalesce(users.email, users.sso_email), users.raw_user_meta_data)`;

/** The longest is looked for in the text, too, which costs less than its words where no index helps because most users match. */
function hasWords(text: string): Sql {
  const words = text.split(BETWEEN_WORDS).filter((each) => each !== "");
  if (words.length === 0) return sql`false`;
  const quoted = words.map((each) => `'${each.replaceAll("\\", "\\\\")}'`).join(" & ");
  const longest = words.toSorted((one, other) => other.length - one.length)[0] as string;
  return sql`(user_words(${TEXT}) @@ lower(${`${quoted}:*`})::tsquery and strpos(${TEXT}, lower(${longest})) > 0)`;
}
