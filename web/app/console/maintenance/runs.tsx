// Runs that were noted: backups with their verifications, and housekeeping.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { count, secondsText, sizeText } from "../data/number_text.ts";
import { keptName, type Run } from "./maintenance_record.ts";
import { maintenanceWords } from "./words.ts";

export function Backups({ runs }: { runs: readonly Run[] }) {
  const words = maintenanceWords.backups;
  const backups = runs.filter(({ kind }) => kind !== "housekeeping").sort(newestFirst);
  const isVerified = backups.some(({ kind, error }) => kind === "verify" && error === null);
  return (
    <Section title={words.title} hint={words.hint}>
      <Lines items={backups} empty={words.none}>
        {(run) => <RunLine key={run.kind + run.started_at} run={run} name={nameOf(run)} hints={[sizeOf(run), verifiedOf(run)]} />}
      </Lines>
      {backups.length > 0 && !isVerified && <p class="hint">{words.unverified}</p>}
    </Section>
  );
}

const newestFirst = (one: Run, other: Run) => Date.parse(other.started_at) - Date.parse(one.started_at);

function nameOf({ kind, scheduled }: Run): string {
  const words = maintenanceWords.backups;
  if (kind === "verify") return words.verify;
  return scheduled ? words.scheduled : words.backup;
}

const sizeOf = ({ bytes }: Run) => bytes !== undefined && sizeText(bytes);

const verifiedOf = ({ created_at: of }: Run) => of !== undefined && maintenanceWords.backups.of(dayAndTime(of));

export function Housekeeping({ runs }: { runs: readonly Run[] }) {
  const words = maintenanceWords.housekeeping;
  return (
    <Section title={words.title} hint={words.hint}>
      <Lines items={runs.filter(({ kind }) => kind === "housekeeping")} empty={words.none}>
        {(run) => <RunLine key={run.started_at} run={run} name={dayAndTime(run.started_at)} hints={[removedText(run)]} />}
      </Lines>
    </Section>
  );
}

function removedText({ removed = {}, error }: Run): string {
  const parts = Object.entries(removed).map(([name, rows]) => `${keptName(name)}: ${count(rows)}`);
  return parts.join(", ") || (error === null ? maintenanceWords.housekeeping.nothing : "");
}

interface RunLineProps {
  run: Run;
  name: string;
  hints: unknown[];
}

function RunLine({ run, name, hints }: RunLineProps) {
  const { kind, started_at: at, seconds, error } = run;
  return (
    <Line
      title={
        <>
          {name}
          {error !== null && <span class="status overdue">{maintenanceWords.failed}</span>}
        </>
      }
      hints={[kind !== "housekeeping" && dayAndTime(at), secondsText(seconds), ...hints, error]}
    />
  );
}
