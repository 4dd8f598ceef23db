// A process that works on one bulk job, for tests that kill it. Arguments: the URL of the database, and the id of the job.
import { openDatabase } from "../../../kernel/sql/database.ts";
import { recordingLog } from "../../../kernel/testing/log.ts";
import { readAuthConfig } from "../../config.ts";
import { deriveServerKeys } from "../../keys/server_keys.ts";
import { redirectRules } from "../../redirects/allow_list.ts";
import { workOn } from "../work.ts";

const [url = "", id = ""] = process.argv.slice(2);
const { config } = readAuthConfig({
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  AUTHSVC_DB_DATABASE_URL: url,
});
const db = openDatabase({ url, schema: "auth", maxConnections: 0, name: "bulk job" });
const world = { db, config, serverKeys: deriveServerKeys(config), redirectTo: redirectRules(config) };
await workOn({ ...world, log: recordingLog(), now: () => new Date("2026-01-31T12:00:00Z") }, id);
await db.close();
