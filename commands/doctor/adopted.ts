// cofre doctor --adopted: compares an adopted schema with ours, mends what differs, and says what a way back would cost.
import { openAdoptionDatabase, schemasOf } from "../../auth/adoption/adopt.ts";
import { compareSchemas, type Differences, isInStep } from "../../auth/adoption/mend.ts";
import { countOneWayHashes } from "../../auth/adoption/queries_copy.ts";
import { readAuthConfig } from "../../auth/config.ts";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { readEnvironment } from "../../kernel/config/config.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { waitForServer } from "../../kernel/sql/server.ts";
import { requireNoFaults } from "../problems.ts";

const LONGEST_WAIT_SECONDS = 5;

export async function doctorAdopted(): Promise<void> {
  const { config, faults } = readAuthConfig(readEnvironment());
  requireNoFaults({ faults });
  const schemas = schemasOf(config);
  if (!schemas) throw new OperatorError("No schema is adopted: AUTHSVC_ADOPT is not set.");
  await waitForServer(config.databaseUrl, LONGEST_WAIT_SECONDS, (problem) =>
    console.error(`Waiting for the database: ${problem}`),
  );
  const differences = await compareSchemas({ config, serverKeys: deriveServerKeys(config) }, schemas.theirs, true);
  console.log(summary(differences));
  if (differences.refused > 0)
    console.log(
      `warn  ${differences.refused} of these users could not be mended, because the other schema refuses them (an address that is taken, a trigger): ${differences.refusedIds.join(", ")}.`,
    );
  await using opened = openAdoptionDatabase(config);
  const oneWay = await countOneWayHashes(opened.db);
  if (oneWay > 0)
    console.log(
      `warn  ${oneWay} passwords are hashed in a way that Supabase Auth cannot verify: after a way back their users recover the password.`,
    );
  if (!config.adoptTotpSecrets)
    console.log(
      "warn  secrets of authenticator apps are not in the adopted schema: after a way back those users cannot use them.",
    );
}

function summary(differences: Differences): string {
  const { compared, onlyHere, onlyThere, differ, identities, factors, sessions, ids } = differences;
  if (isInStep(differences)) return `ok    ${compared} users compared, nothing differs.`;
  const parts = [
    [onlyHere, "users were only in our schema"],
    [onlyThere, "users were only in the adopted one"],
    [differ, "users differed"],
    [identities, "identities differed"],
    [factors, "factors differed"],
    [sessions, "sessions differed"],
  ] as const;
  const differing = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `warn  ${compared} users compared: ${differing.join(", ")}. Mended${ids.length > 0 ? `; among them ${ids.join(", ")}` : ""}.`;
}
