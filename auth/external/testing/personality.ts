// What sets one provider of OAuth 2.0 apart from another, for the stand-in that plays them all.
import type { Person } from "./desk.ts";

export interface ProfileCall {
  person: Person;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
  accessToken: string;
  client: { id: string; secret: string };
}

export interface Personality {
  authorize: string;
  token: string;
  /** Where it reads the client's secret. */
  client: "basic" | "body";
  /** What it is asked for when the caller wants nothing more. */
  scope: string | null;
  pkce?: true;
  /** What else it wants in the address of its page. */
  wants?: Readonly<Record<string, string>>;
  /** The same for a header of the token request. */
  wantsHeader?: readonly [name: string, value: string];
  /** How it knows that an address is its owner's. */
  verified: "said" | "always" | "never";
  tokens(issued: { access: string; refresh: string }, person: Person): unknown;
  /** By path. Undefined refuses. */
  profile: Readonly<Record<string, (call: ProfileCall) => unknown>>;
}

/** A token answer as the standard has it. */
export const standard = ({ access, refresh }: { access: string; refresh: string }) => ({
  access_token: access,
  refresh_token: refresh,
  token_type: "Bearer",
  expires_in: 3600,
  scope: "as asked",
});
export const [FIRST, LAST] = [0, 1];
/** Of the name. */
export const part = ({ name }: Person, which: number) => name.split(" ")[which];
