// What a case is given: both services, each with two replicas, whoever runs them, and what can be seen of them from inside.
import type { Database } from "../../kernel/sql/database.ts";
import { openHttpClient } from "../harness/http_client.ts";
import { type Random, seeded } from "../harness/random.ts";
import { notRun } from "./not_run.ts";
import { openPeople, type People } from "./people.ts";
import type { Replica } from "./replica.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import { openServiceClient, type ServiceClient } from "./service_client.ts";
import type { Sinks } from "./sinks.ts";

export interface Pair extends AsyncDisposable {
  auth: ServiceClient;
  /** Paths are below /rest/v2; a User-Agent is sent unless the case gives another. */
  finance: ServiceClient;
  /** The headers of an operator. */
  admin: { authorization: string };
  people: People;
  /** What only our own processes show. A case that asks somebody else's for it is not run. */
  readonly inside: Inside;
  readonly isForeign: boolean;
  /** For cases that know how our own services are set up: their URLs, lists and providers. */
  requireOwnSettings(): void;
  secrets: Secrets;
  random: Random;
  options: RunOptions;
  /** An email address that nobody has had in this run. */
  address(word?: string): string;
  /** The same for phone numbers, without the plus sign. */
  phone(callingCode?: string): string;
}

export interface RunOptions {
  seed: number;
  /** For the fuzzer. */
  requests: number;
  /** The counts of the catalogue, where the usual run takes fewer. */
  full: boolean;
}

export interface Inside {
  db: Database;
  sinks: Sinks;
  replicas: { auth: Replica[]; finance: Replica[] };
  jwtSecret: string;
  /** The path of finance's certificate. */
  certificate: string;
  /** All that the processes printed. */
  logs(): string;
}

export interface PairParts {
  urls: { auth: () => readonly string[]; finance: () => readonly string[] };
  ca: string | undefined;
  adminToken: string;
  inside: Inside | undefined;
  options: RunOptions;
  close(): Promise<void>;
}

export function makePair({ urls, ca, adminToken, inside, options, close }: PairParts): Pair {
  const secrets = openSecrets();
  const http = openHttpClient({ ...(ca && { ca }), resendsStale: true });
  const auth = openServiceClient({ http, urls: urls.auth, headers: {}, secrets });
  const userAgent = { "user-agent": "Attack (attack@example.com)" };
  const finance = openServiceClient({ http, urls: urls.finance, headers: userAgent, secrets });
  const admin = { authorization: `Bearer ${adminToken}` };
  secrets.keep("server secret", adminToken);
  // At somebody else's, the people of an earlier run may still be there.
  const run = inside ? "" : `${Date.now().toString(36)}.`;
  let people = 0;
  const address = (word = "person") => `${word}.${run}${++people}@people.example.com`;
  return {
    auth,
    finance,
    admin,
    secrets,
    options,
    isForeign: inside === undefined,
    requireOwnSettings: () => {
      if (!inside) notRun("it needs the settings of our own services");
    },
    get inside() {
      return inside ?? notRun("it needs the sinks, the database or the logs of the services");
    },
    random: seeded(options.seed),
    address,
    phone: (callingCode = "1") => `${callingCode}555${String(++people).padStart(8, "0")}`,
    people: openPeople({ auth, finance, admin, secrets, address }),
    [Symbol.asyncDispose]: async () => {
      http.close();
      await close();
    },
  };
}
