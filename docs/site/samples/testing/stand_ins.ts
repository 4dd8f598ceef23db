// What pages speak to besides Cofre: companies' identity providers, a Supabase's database, an Organizze. Each by the address on the page.
import { SUPABASE_SCHEMA } from "../../../../auth/moving_in/testing.ts";
import { makeKeys, startIdp, variableOf } from "../../../../auth/sso/testing.ts";
import { connectClient } from "../../../../kernel/sql/client.ts";
import { testDatabase } from "../../../../kernel/testing/database.ts";

export interface StandIns extends AsyncDisposable {
  /** With which Cofre starts. */
  variables: Record<string, string>;
  /** Addresses of pages, and where these really are. */
  addresses: Record<string, string>;
}

const METADATA = [
  "https://example.okta.com/app/abc/sso/saml/metadata",
  "https://login.microsoftonline.com/tenant/federationmetadata/2007-06/federationmetadata.xml?appid=abc",
  "https://keycloak.example.com/realms/shop/protocol/saml/descriptor",
];

const SUPABASE = "postgres://postgres:password@db.example.supabase.co:5432/postgres";

/** Providers are asked nothing until somebody comes back from them. */
const PROVIDERS = ["GOOGLE", "GITHUB", "AZURE", "FACEBOOK", "DISCORD"];

export async function startStandIns(): Promise<StandIns> {
  await using opened = new AsyncDisposableStack();
  const keys = makeKeys();
  const addresses: Record<string, string> = {};
  for (const address of METADATA) {
    const idp = opened.use(await startIdp(async () => "", keys));
    addresses[address] = `${idp.url}/metadata`;
  }
  const source = opened.use(await testDatabase());
  addresses[SUPABASE] = source.url;
  await fillSupabase(source.url);
  const all = opened.move();
  return {
    addresses,
    variables: {
      AUTHSVC_SAML_ENABLED: "true",
      AUTHSVC_SAML_PRIVATE_KEY: variableOf(keys),
      AUTHSVC_SAML_METADATA_ALLOWED_HOSTS: "127.0.0.1",
      AUTHSVC_OAUTH_SERVER_ENABLED: "true",
      AUTHSVC_WEBHOOK_ALLOWED_HOSTS: "localhost,hooks.example.com",
      FINANCE_WEBHOOK_ALLOWED_HOSTS: "localhost,hooks.example.com",
      ...Object.fromEntries(
        PROVIDERS.flatMap((name) => [
          [`AUTHSVC_EXTERNAL_${name}_ENABLED`, "true"],
          [`AUTHSVC_EXTERNAL_${name}_CLIENT_ID`, "the client id"],
          [`AUTHSVC_EXTERNAL_${name}_SECRET`, "the client secret"],
        ]),
      ),
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
}

async function fillSupabase(url: string): Promise<void> {
  const { client, end } = await connectClient({ url, name: "samples", settings: {} });
  for (const statement of SUPABASE_SCHEMA)
    await client.query(statement.replaceAll("supa.", "auth.").replace("schema supa", "schema auth"));
  await client.query(`insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
                            raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-4000-8000-0000000050ba', 'authenticated', 'authenticated', 'supabase@example.com',
             '$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2', now(), now(), now(), '{}', '{}')`);
  await end();
}
