// cofre doctor --audit: recomputes the chain of what administrators did. It changes nothing.
import { verifyChain } from "../../auth/audit/verify_chain.ts";
import { withAuthDatabase } from "../auth_database.ts";

export async function doctorAudit(): Promise<void> {
  const { acts, forgotten, end, problems } = await withAuthDatabase("doctor", (db) => verifyChain(db));
  for (const problem of problems) console.log(`FAIL  ${problem}`);
  const counted = `${acts} ${acts === 1 ? "act" : "acts"} of administrators checked`;
  if (problems.length > 0) {
    console.log(`\n${counted}: the log was tampered with, or the database is damaged. Compare it with a backup.`);
    process.exitCode = 1;
    return;
  }
  const without = forgotten > 0 ? `; of ${forgotten} the text was forgotten` : "";
  console.log(`${counted}, and the chain is whole${without}.`);
  if (acts > 0) console.log(`It ends at ${acts} with ${end}. Note this elsewhere: a later chain has it at the same place.`);
}
