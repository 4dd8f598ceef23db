// What the list of users costs with many users, relative to few: each filter, search and order, and some at once.
import { percentile } from "../harness/statistics.ts";
import { fillUserList, type ListedPerson } from "./fill_user_list.ts";
import { openLine } from "./http_line.ts";
import { type Target, writeRequest } from "./http_text.ts";
import { quietRounds } from "./quiet_rounds.ts";
import type { Stage } from "./stage.ts";

export interface ListTime {
  list: string;
  /** The 95th percentile with few users, and with many. */
  p95Ms: readonly [number, number];
  p50Ms: readonly [number, number];
  users: readonly [number, number];
  /** The ratio of the 95th percentiles. */
  times: number;
  goal: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
}

export interface ListPlan {
  stage: Stage;
  /** How many users each of the two has. */
  users: readonly [number, number];
  rounds: number;
  say(line: string): void;
  done(time: ListTime): void;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

type Query = Record<string, string>;
type QueryOf = (person: ListedPerson) => Query;

const STATES = ["confirmed", "unconfirmed", "banned", "anonymous", "sso", "deleted"];

/** One filter, or a search for one user. */
const SINGLE: [list: string, query: Query | QueryOf][] = [
  ["first page", {}],
  ["first page with its total", { total: "true" }],
  ...STATES.map((state): [string, Query] => [`state=${state}`, { state }]),
  ...["google", "github"].map((provider): [string, Query] => [`provider=${provider}`, { provider }]),
  ...["true", "false"].map((factor): [string, Query] => [`factor=${factor}`, { factor }]),
  ["created in a quarter", { created_from: daysAgo(500), created_to: daysAgo(410) }],
  ["signed in within 90 days", { last_sign_in_from: daysAgo(90) }],
  ["not signed in for 90 days", { last_sign_in_to: daysAgo(90) }],
  ["not signed in for a year", { last_sign_in_to: daysAgo(365) }],
  ["never signed in", { never_signed_in: "true" }],
  ["server_role=any", { server_role: "any" }],
  ["by last sign-in", { sort: "last_sign_in_at desc" }],
  ["by email", { sort: "email asc" }],
  ["search by id", ({ id }) => ({ search: id })],
  ["search by address", ({ email }) => ({ search: email })],
  ["search by phone", ({ phone }) => ({ search: `+${phone}` })],
  ["search by name", ({ name }) => ({ search: name })],
];

/** Paths of metadata, and combinations. */
const SEVERAL: [list: string, query: Query][] = [
  ["metadata, 10 %", { metadata: "user.plan:pro" }],
  ["metadata, 90 %", { metadata: "user.plan:free" }],
  ["metadata, deeper", { metadata: "user.seat.floor:3" }],
  ["metadata of the app", { metadata: "app.team:3" }],
  ["first name", { search: "ana" }],
  ["state and provider", { state: "unconfirmed", provider: "google" }],
  ["provider and metadata", { provider: "google", metadata: "user.plan:pro" }],
  ["factor and last sign-in", { factor: "true", last_sign_in_from: daysAgo(90) }],
  ["state and last sign-in", { state: "confirmed", last_sign_in_from: daysAgo(90) }],
  ["provider by email", { provider: "google", sort: "email asc" }],
  ["metadata by last sign-in", { metadata: "user.plan:pro", sort: "last_sign_in_at desc" }],
  ["first name, state and metadata", { search: "ana", state: "confirmed", metadata: "user.plan:pro" }],
];

const GOALS = { single: 1.3, several: 3 };
/** As the console lists. */
const PAGE = "50";
const AT_ONCE = 10;

export async function measureUserLists({ stage, users, rounds, say, done }: ListPlan): Promise<void> {
  const sizes: { target: Target; people: ListedPerson[] }[] = [];
  for (const count of users) {
    const schema = `lists_${count}`;
    const { target } = await stage.startAuth(schema);
    const start = performance.now();
    sizes.push({ target, people: await fillUserList(stage, schema, count) });
    say(`${count.toLocaleString("en")} users of all kinds created in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  }
  const lines = sizes.map(({ target }) => openLine(target));
  const ask = async (size: number, query: Query) => {
    const { target } = sizes[size] as { target: Target };
    const path = `/admin/users?${new URLSearchParams({ limit: PAGE, ...query })}`;
    const request = writeRequest(target, { method: "GET", path, authorization: `Bearer ${stage.adminToken}` });
    const start = performance.now();
    await new Promise<void>((resolve, reject) =>
      lines[size]?.ask(request, (status, body, failure) =>
        status === 200
          ? resolve()
          : reject(failure ?? new Error(`${path} was answered with ${status}: ${body.subarray(0, 200)}`)),
      ),
    );
    return performance.now() - start;
  };
  const measure = async (list: string, query: Query | QueryOf, goal: number) => {
    let turn = 0;
    const measureRound = async () => {
      const times: [number[], number[]] = [[], []];
      for (let each = 0; each < AT_ONCE; each++, turn++) {
        for (const size of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          const { people } = sizes[size] as { people: ListedPerson[] };
          const person = people[turn % people.length] as ListedPerson;
          times[size]?.push(await ask(size, typeof query === "function" ? query(person) : query));
        }
      }
      return times;
    };
    // Warm-up.
    await measureRound();
    const { kept, taken } = await quietRounds(rounds, measureRound);
    const at = (share: number) =>
      [0, 1].map((size) =>
        percentile(
          kept.flatMap((round) => round[size] ?? []),
          share,
        ),
      );
    const [p50Ms, p95Ms] = [at(0.5), at(0.95)] as [[number, number], [number, number]];
    done({ list, p50Ms, p95Ms, users, times: p95Ms[1] / p95Ms[0], goal, taken });
  };
  say(`Measuring ${SINGLE.length + SEVERAL.length} lists of users ...`);
  for (const [list, query] of SINGLE) await measure(list, query, GOALS.single);
  for (const [list, query] of SEVERAL) await measure(list, query, GOALS.several);
  for (const line of lines) line.close();
}
