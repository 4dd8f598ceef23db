// How a space is shown: its name, its colour, and who shares it. Loaded after the first screen, which shows what is stored.
import { language } from "../language.ts";
import { initialsOf, personColour, spaceColour } from "../rules/initials.ts";
import type { Person } from "../rules/people.ts";
import { spaceWords } from "./space_words.ts";
import type { Store } from "./store.ts";
import { type OpenSpace, storeOpenSpace } from "./stored_space.ts";

export interface SpacePerson extends Person {
  /** Whether the space is their own. */
  own: boolean;
}

/** As finance lists them. */
export interface SpaceRecord {
  id: number;
  name: string;
  own: boolean;
  current: boolean;
  role: "owner" | "editor" | "viewer";
  people: SpacePerson[];
}

const MOST_NAMES = 3;
const MOST_CIRCLES = 3;

export function noteSpaces(store: Store, spaces: readonly SpaceRecord[]): void {
  const current = spaces.find((each) => each.current);
  if (!current) return;
  store.openSpace.value = viewOf(current, spaces);
  store.people.value = current.people.length > 1 ? { self: selfIn(spaces), all: current.people } : undefined;
  storeOpenSpace(store.spaceId.value, store.openSpace.value);
}

/** Nobody's own: its owners have named it. */
export const isFurther = ({ own, people }: SpaceRecord) => !own && !people.some((person) => person.own);

export function nameOf(space: SpaceRecord): string {
  if (space.own) return spaceWords.own;
  return isFurther(space) ? space.name : spaceWords.of(space.name);
}

export function viewOf(space: SpaceRecord, spaces: readonly SpaceRecord[]): OpenSpace {
  const self = selfIn(spaces);
  const others = space.people.filter(({ user_id: id }) => id !== self);
  const ordered = [...space.people.filter(({ user_id: id }) => id === self), ...others];
  const circles = ordered.slice(0, MOST_CIRCLES).map(({ user_id: id, name }) => `${personColour(id)}${initialsOf(name)}`);
  return {
    name: nameOf(space).replaceAll("\n", " "),
    people: peopleText(others).replaceAll("\n", " "),
    mark: `${spaceColour(space.id)} ${space.people.length > 1 ? "home" : "user"}`,
    circles: circles.join(),
  };
}

/** The own space of a user has them as its own person. */
const selfIn = (spaces: readonly SpaceRecord[]) => spaces.find(({ own }) => own)?.people.find((person) => person.own)?.user_id;

function peopleText(others: readonly SpacePerson[]): string {
  if (others.length === 0) return spaceWords.alone;
  const names = others.map(({ name }) => name.split(" ")[0] as string);
  const some = names.length > MOST_NAMES ? [spaceWords.more(names.length)] : names;
  return new Intl.ListFormat(language).format([spaceWords.you, ...some]);
}
