// The servers whose files can be imported here, and how a line of each is read.
import { type Account, type ReadItem, readAccount, type Skipped } from "../moving_in/account.ts";
import { type Auth0User, readAuth0User } from "../moving_in/auth0.ts";
import { type CofreUser, readCofreUser } from "../moving_in/cofre.ts";
import { type FirebaseHashing, type FirebaseUser, readFirebaseUser } from "../moving_in/firebase.ts";
import { type KeycloakUser, readKeycloakUser } from "../moving_in/keycloak.ts";

export const SOURCES = ["cofre", "auth0", "firebase", "keycloak"] as const;
export type Source = (typeof SOURCES)[number];

/** Of Firebase: how it hashed passwords. */
export interface Parameters {
  hashing?: FirebaseHashing;
}

/** Auth0 gives hashes in a second file, whose hash of a user is added to their line. */
type Auth0Line = Auth0User & { passwordHash?: unknown };

function readerOf(source: Source, { hashing }: Parameters, now: Date): ReadItem {
  const readers: Record<Source, ReadItem> = {
    cofre: (user: CofreUser) => readCofreUser(user, now),
    auth0: (user: Auth0Line) => readAuth0User(user, () => hashOf(user), now),
    firebase: (user: FirebaseUser) => readFirebaseUser(user, hashing, now),
    keycloak: (user: KeycloakUser) => readKeycloakUser(user, now),
  };
  return readers[source];
}

const hashOf = ({ passwordHash }: Auth0Line) => (typeof passwordHash === "string" ? passwordHash : undefined);

export interface ReadLine {
  account?: Account;
  left: Skipped[];
  /** As the file names them. */
  name: string | null;
}

const LONGEST_NAME = 255;

export function lineReader(source: Source, parameters: Parameters, now: Date): (line: string) => ReadLine {
  const read = readerOf(source, parameters, now);
  return (line) => {
    const item = parse(line);
    if (!item) return { left: [{ id: "", why: "it is not a JSON object" }], name: null };
    return { ...readAccount(item as never, read), name: nameOf(item) };
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(item: Record<string, unknown>): string | null {
  const names = [item.email, item.phone, item.phone_number, item.phoneNumber, item.username, item.id, item.user_id, item.localId];
  const name = names.find((each) => typeof each === "string" && each !== "") as string | undefined;
  return name?.replaceAll("\0", "").slice(0, LONGEST_NAME).toWellFormed() ?? null;
}
