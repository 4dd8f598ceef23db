// cofre doctor: checks everything that a start needs, and says what is wrong and what to do. It changes nothing.
import { readEnvironment } from "../../kernel/config/config.ts";
import { readAllInOneConfig } from "../all_in_one_config.ts";
import { command, type OptionValues } from "../command_line/command.ts";
import { homeFolder, readSecrets } from "../home.ts";
import { UsageError } from "../problems.ts";
import { checkAuthLink } from "./auth_link.ts";
import { checkBackup } from "./backup.ts";
import { checkCluster } from "./cluster.ts";
import { checkConfiguration, checkNode, checkSecrets } from "./configuration.ts";
import { checkDatabase } from "./database.ts";
import type { Check, Facts, Finding } from "./finding.ts";
import { checkFindings } from "./findings.ts";
import { checkMail } from "./mail.ts";
import { checkOwner } from "./owner.ts";
import { checkPasskeys } from "./passkeys.ts";
import { checkPorts } from "./ports.ts";
import { checkCertificate } from "./tls.ts";

const CHECKS: Check[] = [
  checkNode,
  checkSecrets,
  checkConfiguration,
  checkDatabase,
  checkOwner,
  checkFindings,
  checkCluster,
  checkPorts,
  checkCertificate,
  checkMail,
  checkPasskeys,
  checkAuthLink,
  checkBackup,
];

/** What is looked at more closely, each by a program of its own. */
const PARTS: Readonly<Record<string, { doc: string; load(): Promise<() => Promise<void>> }>> = {
  ledger: {
    doc: "recompute the sums of every space and list each row that disagrees",
    load: async () => (await import("./ledger.ts")).doctorLedger,
  },
  audit: {
    doc: "recompute the chain of what administrators did, and say where it is broken",
    load: async () => (await import("./audit.ts")).doctorAudit,
  },
  adopted: {
    doc: "compare an adopted Supabase schema with ours, and mend what differs",
    load: async () => (await import("./adopted.ts")).doctorAdopted,
  },
};

export const doctor = command({
  usage: "doctor [--ledger | --audit | --adopted]",
  options: Object.fromEntries(Object.entries(PARTS).map(([name, { doc }]) => [name, { doc }])),
  run,
});

async function run(options: OptionValues): Promise<void> {
  const [part, ...others] = Object.keys(PARTS).filter((name) => options.has(name));
  if (others.length > 0) throw new UsageError("doctor takes one option at a time.");
  const program = part === undefined ? checkAll : await PARTS[part]?.load();
  await program?.();
}

async function checkAll(): Promise<void> {
  const facts = await gatherFacts();
  // All at once, because some wait for a timeout; printed in order.
  const results = CHECKS.map((check) => check(facts));
  const findings: Finding[] = [];
  for (const result of results) {
    for (const finding of await result) {
      findings.push(finding);
      // Messages of other programs may contain line breaks.
      console.log(`${finding.level.padEnd(4)}  ${finding.subject}: ${finding.text.replaceAll(/\s+/g, " ").trim()}`);
    }
  }
  console.log(`\n${summary(findings)}`);
  // A hanging connection must not delay the exit.
  process.exit(findings.some(({ level }) => level === "FAIL") ? 1 : 0);
}

async function gatherFacts(): Promise<Facts> {
  const environment = readEnvironment();
  const home = homeFolder(environment);
  // An unreadable file is reported by its own check.
  const secrets = await readSecrets(home).catch(() => undefined);
  return { environment, home, secrets, ...readAllInOneConfig(environment, secrets), now: new Date() };
}

function summary(findings: Finding[]): string {
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  const [failures, warnings] = [count("FAIL"), count("warn")];
  if (failures > 0) return `${failures} of ${findings.length} checks failed. Fix what is marked FAIL, then run this again.`;
  return warnings > 0 ? `Ready to start; warnings: ${warnings}.` : "All checks passed.";
}
