// Whom auth vouches for, as a member of a space. At the first authenticated call the user, the space and what is in it are made.
import { randomBytes } from "node:crypto";
import type { Database } from "../../kernel/sql/database.ts";
import { addMonths, dayIn, lastOfMonth } from "../calendar/day.ts";
import type { AuthUser } from "../credentials/auth_link.ts";
import { findMember, findTimeZone, insertMember, type NewMember, updateEmail } from "./queries.ts";
import { type Locale, STARTER_ACCOUNT, starterCategories } from "./starter_categories.ts";

export interface Member {
  userId: number;
  spaceId: number;
  timeZone: string;
}

/** `timeZone`: of a new space. */
export async function welcomeUser(db: Database, user: AuthUser, timeZone: string, now: Date): Promise<Member> {
  const found = await findMember(db, user.id);
  if (found) {
    if (found.email !== user.email) await updateEmail(db, user.id, user.email, now);
    return { userId: found.id, spaceId: found.space_id, timeZone: await findTimeZone(db, found.space_id) };
  }
  await insertMember(db.patient, newMember(user, timeZone, now));
  const made = await findMember(db, user.id);
  if (!made) throw new Error("a user was made and is not there");
  return { userId: made.id, spaceId: made.space_id, timeZone: await findTimeZone(db, made.space_id) };
}

/** Fixed series have their rows this far ahead; so a space without any is as far. */
const EXTENDED_MONTHS = 24;

export function newMember(user: AuthUser, timeZone: string, now: Date): NewMember {
  const locale = localeOf(user);
  return {
    authUserId: user.id,
    name: nameOf(user),
    email: user.email,
    locale,
    timeZone,
    extendedThrough: lastOfMonth(addMonths(dayIn(timeZone, now), EXTENDED_MONTHS)),
    accountName: STARTER_ACCOUNT[locale],
    categories: starterCategories(locale).map((category) => ({ ...category, uuid: randomBytes(20).toString("hex") })),
    now,
  };
}

const LONGEST_NAME = 255;

/** What users say of themselves at auth may be anything. */
function nameOf({ email, phone, metadata }: AuthUser): string {
  const said = [metadata.name, metadata.full_name].filter((name) => typeof name === "string").map((name) => name.trim());
  const name = said.find((each) => each !== "") ?? (email.slice(0, Math.max(email.lastIndexOf("@"), 0)) || phone);
  return [...name].slice(0, LONGEST_NAME).join("");
}

function localeOf({ metadata }: AuthUser): Locale {
  const said = [metadata.locale, metadata.language, metadata.lang].find((each) => typeof each === "string" && each !== "");
  return typeof said === "string" && /^en/i.test(said.trim()) ? "en" : "pt-BR";
}
