// Whom auth vouches for, as a member of a space. At the first authenticated call the user, the space and what is in it are made.
import { randomBytes } from "node:crypto";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { AuthUser } from "../credentials/auth_link.ts";
import { usualEnd } from "../extension/how_far.ts";
import { drawIds } from "../post/queries.ts";
import { postChange } from "../post/write.ts";
import type { Members } from "../roles/role.ts";
import {
  findMember,
  findOwner,
  findTimeZone,
  insertSpace,
  insertUser,
  type MemberRow,
  unmarkGone,
  updateEmail,
} from "./queries.ts";
import { type Locale, STARTER_ACCOUNT, type StarterCategory, starterCategories } from "./starter_categories.ts";

export interface Member {
  userId: number;
  spaceId: number;
  timeZone: string;
}

/** `timeZone`: of a new space. `at`: where statements about a space go. */
export async function welcomeUser(
  db: Database,
  user: AuthUser,
  timeZone: string,
  now: Date,
  at: (spaceId: number) => Database | Promise<Database> = () => db,
): Promise<Member> {
  const member = (await findMember(db, user.id)) ?? (await makeUser(db, user, now));
  if (member.is_gone) await unmarkGone(db, user.id);
  if (member.email !== user.email) await updateEmail(db, user.id, user.email, now);
  const { id: userId, space_id: spaceId } = member;
  const there = await at(spaceId);
  const existing = await findTimeZone(there, spaceId);
  if (existing === undefined) await makeSpace(there, member, timeZone, now);
  return { userId, spaceId, timeZone: existing ?? ((await findTimeZone(there, spaceId)) as string) };
}

/** Before the space and apart from it: users are found before the space is known, and may be kept on another machine. */
async function makeUser(db: Database, user: AuthUser, now: Date): Promise<MemberRow> {
  await insertUser(db, { authUserId: user.id, email: user.email, ...profileOf(user), now });
  const member = await findMember(db, user.id);
  if (!member) throw new Error("a user was made and is not there");
  return member;
}

async function makeSpace(db: Database, { id: userId, space_id: spaceId, locale }: MemberRow, timeZone: string, now: Date) {
  await db.transaction((tx) => makeSpaceFor(tx, { spaceId, userId, locale, timeZone, members: {}, now }));
}

/** For a user whose first call broke off, as where the machine of a cluster on which the space is to be was away. */
export async function makeMissingSpace(db: Database, spaceId: number, timeZone: string, now: Date): Promise<void> {
  const owner = await findOwner(db, spaceId);
  if (owner) await makeSpace(db, owner, timeZone, now);
}

interface NewSpace {
  spaceId: number;
  /** Who is said to have made it. */
  userId: number;
  locale: Locale;
  timeZone: string;
  members: Members;
  now: Date;
}

/** All that a space begins with, or nothing; whoever comes second finds it made. It is the first post of the space. */
export async function makeSpaceFor(db: Db, { spaceId, userId, locale, timeZone, members, now }: NewSpace): Promise<void> {
  const starters = starterCategories(locale);
  const [accountIds, categoryIds] = await Promise.all([drawIds(db, "accounts", 1), drawIds(db, "categories", starters.length)]);
  const times = { created_at: now, updated_at: now };
  const account = { ...NEW_ACCOUNT, ...times, id: accountIds[0] as number, name: STARTER_ACCOUNT[locale] };
  const categories = starters.map(({ name, color, kind }, index) => {
    const uuid = randomBytes(20).toString("hex");
    return { ...NEW_CATEGORY, ...times, id: categoryIds[index] as number, name, color, kind, uuid };
  });
  const idFor = (pointer: StarterCategory["pointer"]) =>
    categoryIds[starters.findIndex((each) => each.pointer === pointer)] as number;
  const extendedThrough = usualEnd(dayIn(timeZone, now));
  const change = {
    before: {},
    after: { accounts: [account], categories },
    space: {
      default_account_id: account.id,
      default_expenses_category_id: idFor("default_expenses"),
      default_earnings_category_id: idFor("default_earnings"),
      transfers_category_id: idFor("transfers"),
      payments_category_id: idFor("payments"),
    },
  };
  if (!(await insertSpace(db, { spaceId, timeZone, extendedThrough, members, now }))) return;
  await postChange(db, { caller: { spaceId, userId, tokenId: undefined }, requestId: null, now }, change);
}

const NEW_ACCOUNT = {
  description: null,
  type: "checking",
  archived: false,
  institution_id: "default",
  institution_name: null,
  hide_balance: false,
  opening_cents: 0,
} as const;

const NEW_CATEGORY = {
  icon: null,
  parent_id: null,
  group_id: "default",
  fixed: false,
  essential: false,
  archived: false,
} as const;

const LONGEST_NAME = 255;

export function profileOf(user: AuthUser): { name: string; locale: Locale } {
  return { name: nameOf(user), locale: localeOf(user) };
}

/** What users say of themselves at auth may be anything. */
function nameOf({ email, phone, metadata }: AuthUser): string {
  const names = [metadata.name, metadata.full_name].filter((name) => typeof name === "string").map((name) => name.trim());
  const name = names.find((each) => each !== "") ?? (email.slice(0, Math.max(email.lastIndexOf("@"), 0)) || phone);
  return [...name].slice(0, LONGEST_NAME).join("");
}

function localeOf({ metadata }: AuthUser): Locale {
  const locale = [metadata.locale, metadata.language, metadata.lang].find((each) => typeof each === "string" && each !== "");
  return typeof locale === "string" && /^en/i.test(locale.trim()) ? "en" : "pt-BR";
}
