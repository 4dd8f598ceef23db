// What a case gets: both services with two replicas each, and access to their internals if they are ours.
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
  /** Paths are below /rest/v2; a User-Agent is sent by default. */
  finance: ServiceClient;
  admin: { authorization: string };
  people: People;
  /** Only for our own processes. A case that needs it is skipped elsewhere. */
  readonly inside: Inside;
  readonly isForeign: boolean;
  /** For cases that depend on our own settings. */
  requireOwnSettings(): void;
  secrets: Secrets;
  random: Random;
  options: RunOptions;
  /** An email address that is unused in this run. */
  address(word?: string): string;
  /** An unused phone number without the plus sign. */
  phone(callingCode?: string): string;
}

export interface RunOptions {
  seed: number;
  requests: number;
  /** Uses the catalogue's counts; by default fewer. */
  full: boolean;
}

export interface Inside {
  db: Database;
  sinks: Sinks;
  replicas: { auth: Replica[]; finance: Replica[] };
  jwtSecret: string;
  /** The path of finance's certificate. */
  certificate: string;
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
  // At a foreign server, users of an earlier run may exist.
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
