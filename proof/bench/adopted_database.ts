// The database of a Supabase to adopt. It is imported only where it is measured: it needs development packages.
import { asAuthAdmin, GRANT, onDatabase, SUPABASE } from "../../auth/adoption/testing.ts";

/** Returns its URL for the service. */
export async function makeAdoptedDatabase(serverUrl: string, name: string): Promise<string> {
  await onDatabase(serverUrl, (client) => client.query(`create database ${name}`));
  const { href } = Object.assign(new URL(serverUrl), { pathname: `/${name}` });
  await SUPABASE.prepare(href);
  await onDatabase(href, (client) => client.query(GRANT));
  return asAuthAdmin(href);
}
