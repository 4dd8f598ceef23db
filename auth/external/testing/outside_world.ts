// Test support: a service for which all of its providers are stand-ins, and a browser's way through it, step by step.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { PROVIDERS, type Provider } from "../../config.ts";
import { startTestAuth, type TestAuth } from "../../testing.ts";
import { externalProviders } from "../providers.ts";
import type { Conduct, Person } from "./desk.ts";
import { type OidcPersonality, oidcPersonalities } from "./oidc_personalities.ts";
import { type OidcStandInProvider, startOidcStandIn } from "./oidc_stand_in.ts";
import { personalities } from "./personalities.ts";
import { startStandIn } from "./stand_in.ts";

export interface OutsideWorld extends AsyncDisposable {
  auth: TestAuth;
  /** Who signs in from now on, and how every provider treats them. */
  set(person: Partial<Person>, conduct?: Conduct): void;
  begin(provider: Provider, query?: Record<string, string>): Promise<Trip>;
  comeBack(trip: Trip): Promise<Ending>;
  /** All the way. */
  signIn(provider: Provider, query?: Record<string, string>): Promise<Ending>;
  /** Why providers turned requests away, redirects that were followed among them. */
  refusals(): string[];
  /** Fails where something that a provider gave out, or shares with us, is in the database or in the log. */
  assertNothingKept(): Promise<void>;
}

/** A browser that a provider sends back: with what it brings, and the cookie that it got when it went. */
export interface Trip {
  provider: Provider;
  back: URLSearchParams;
  cookie: string;
}

/** Where a browser ends. */
export interface Ending {
  status: number;
  /** Without query and fragment. */
  page: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
}

/** How a provider knows that an address is its owner's. */
export function verifiedBy(provider: Provider): "said" | "always" | "never" {
  if (provider === "twitter") return "always";
  const { noVerified }: Partial<OidcPersonality> = oidcPersonalities[provider as OidcStandInProvider] ?? {};
  if (noVerified) return "always";
  return Object.hasOwn(personalities, provider) ? personalities[provider as keyof typeof personalities].verified : "said";
}

export async function startOutsideWorld(variables: Record<string, string> = {}): Promise<OutsideWorld> {
  const standIn = await startStandIn();
  const oidc = await startOidcStandIn(() => auth.clock.now());
  const auth = await startTestAuth({ ...QUICK, ...standIn.variables, ...oidc.variables, ...variables });
  const isOidc = (provider: Provider) => `EXTERNAL_${provider.toUpperCase()}_URL` in oidc.variables;

  const world: OutsideWorld = {
    auth,
    set(person, conduct = {}) {
      for (const each of [standIn, oidc]) Object.assign(each, { person: { ...each.person, ...person }, conduct });
    },
    async begin(provider, query = {}) {
      const { status, headers } = await auth.get(`/authorize?${new URLSearchParams({ provider, ...query })}`);
      const { location = "", "set-cookie": [cookie = ""] = [] } = headers;
      assert.equal(status, 302, provider);
      const back = await (isOidc(provider) ? oidc : standIn).visit(location);
      return { provider, back: back.searchParams, cookie: cookie.split(";")[0] as string };
    },
    async comeBack({ provider, back, cookie }) {
      const posts = externalProviders[provider].callback === "POST";
      const { status, headers } = posts
        ? await auth.call("/callback", { method: "POST", headers: { ...FORM, cookie }, body: back.toString() })
        : await auth.get(`/callback?${back}`, { cookie });
      const url = new URL(headers.location ?? "about:blank");
      return { status, page: url.origin + url.pathname, query: fieldsOf(url.search), fragment: fieldsOf(url.hash) };
    },
    signIn: async (provider, query) => world.comeBack(await world.begin(provider, query)),
    refusals: () => [...standIn.refusals, ...oidc.refusals],
    async assertNothingKept() {
      const secrets = [...standIn.secrets, ...oidc.secrets];
      assert.ok(secrets.length > PROVIDERS.length, "nothing was given out");
      const stores = { database: await everythingIn(auth), log: JSON.stringify(auth.logged) };
      for (const [store, text] of Object.entries(stores)) {
        assert.ok(text.length > 100, `the ${store} cannot be seen`);
        for (const secret of secrets) {
          const rows = text.includes(secret) || text.includes(Buffer.from(secret).toString("hex"));
          assert.ok(!rows, `${secret} is in the ${store}`);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await auth[Symbol.asyncDispose]();
      await standIn[Symbol.asyncDispose]();
      await oidc[Symbol.asyncDispose]();
    },
  };
  return world;
}

/** People would take longer. */
const QUICK = { SMTP_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000", RATE_LIMIT_TOKEN_REFRESH: "0" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text.slice(1)));
}

/** Every row of every table as text, bytes in hexadecimal digits. */
async function everythingIn({ service }: TestAuth): Promise<string> {
  const { text } = await service.world.db.one<{ text: string }>(sql`
    select string_agg(query_to_xml(format('select t::text as row from %I.%I t', table_schema, table_name), false, true, '')::text, '') as text
      from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  return text;
}
