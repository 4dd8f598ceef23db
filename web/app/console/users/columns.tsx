// The columns of the list of users, and which of them this browser shows.
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { language } from "../../language.ts";
import { readLocal, storeLocal } from "../../local_storage.ts";
import { providerText } from "./provider_text.ts";
import { State } from "./state.tsx";
import { hasSecondFactor, phoneText, stateOf, type User } from "./user_record.ts";
import { usersWords } from "./words.ts";

export type Column = Exclude<keyof typeof usersWords.columns, "person">;

export const COLUMNS: readonly Column[] = ["state", "email", "phone", "providers", "factor", "created", "lastSignIn", "id"];

const FIRST: readonly Column[] = ["state", "email", "providers", "factor", "created", "lastSignIn"];
const NAME = "cofre-console-columns";

export function shownColumns(): Signal<readonly Column[]> {
  const stored = readLocal(NAME).split(",");
  return signal(stored[0] === "" ? FIRST : COLUMNS.filter((each) => stored.includes(each)));
}

export function toggleColumn(columns: Signal<readonly Column[]>, column: Column): void {
  const isShown = columns.value.includes(column);
  columns.value = COLUMNS.filter((each) => (each === column ? !isShown : columns.value.includes(each)));
  storeLocal(NAME, columns.value.join() || "none");
}

/** As text, for files. */
export function textOf(user: User, column: Column, now: Date): string {
  if (column === "state") return usersWords.states[stateOf(user, now)];
  if (column === "email") return user.email;
  if (column === "phone") return phoneText(user.phone);
  if (column === "providers") return user.identities.map(({ provider }) => provider).join(" ");
  if (column === "factor") return hasSecondFactor(user) ? usersWords.withFactor : usersWords.withoutFactor;
  if (column === "created") return user.created_at;
  return column === "lastSignIn" ? (user.last_sign_in_at ?? "") : user.id;
}

export function Cell({ user, column, now }: { user: User; column: Column; now: Date }): ComponentChildren {
  if (column === "state") return <State user={user} now={now} />;
  if (column === "providers") return [...new Set(user.identities.map(({ provider }) => providerText(provider)))].join(", ");
  if (column === "created") return <time dateTime={user.created_at}>{shortDay(user.created_at)}</time>;
  if (column === "id") return <code>{user.id}</code>;
  if (column !== "lastSignIn") return textOf(user, column, now);
  const { last_sign_in_at: at } = user;
  return at ? <time dateTime={at}>{shortMoment(at)}</time> : <span class="hint">{usersWords.never}</span>;
}

const shortDay = (moment: string) => new Date(moment).toLocaleDateString(language, { dateStyle: "short" });

const shortMoment = (moment: string) => new Date(moment).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
