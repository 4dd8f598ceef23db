// /admin/maintenance: what the server does by itself, and what to do for it.
import { dayAndTime, Section } from "../../ui/sections.tsx";
import { count, sizeText } from "../data/number_text.ts";
import { useData } from "../data/use_data.ts";
import { UnusedAccounts } from "../retention/retention_section.tsx";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { Exports } from "../user_exports/exports_section.tsx";
import { Imports } from "../user_imports/imports_section.tsx";
import { Jobs } from "./jobs.tsx";
import { keptName, type MaintenanceReply } from "./maintenance_record.ts";
import { Backups, Housekeeping } from "./runs.tsx";
import { maintenanceWords } from "./words.ts";

const PATH = "/maintenance";

export function Maintenance() {
  const reply = useData<MaintenanceReply>(PATH);
  return (
    <Screen title={maintenanceWords.title} hint={maintenanceWords.hint}>
      <Loading from={reply} path={PATH}>
        {(data) => (
          <div class="user-sections">
            <Server version={data.version} database={data.database} />
            <Backups runs={data.runs} />
            <Imports />
            <Exports />
            <Jobs counts={data.jobs} />
            <Housekeeping runs={data.runs} />
            <UnusedAccounts />
            <Retention retention={data.retention} />
            <Commands />
          </div>
        )}
      </Loading>
    </Screen>
  );
}

function Server({ version, database }: Pick<MaintenanceReply, "version" | "database">) {
  const words = maintenanceWords.server;
  const { bytes, migrations, migrated_at: at } = database;
  const facts = [
    [words.version, version],
    [words.database, `PostgreSQL ${database.version}`],
    [words.size, sizeText(bytes)],
    [words.migrations, words.applied(count(migrations), dayAndTime(at))],
  ];
  return (
    <Section title={words.title}>
      <dl class="facts user-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Retention({ retention }: Pick<MaintenanceReply, "retention">) {
  const words = maintenanceWords.retention;
  return (
    <Section title={words.title} hint={words.hint}>
      <div class="table-frame">
        <table class="records">
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.days}</th>
            </tr>
          </thead>
          <tbody>
            {retention.map(({ name, days }) => (
              <tr key={name}>
                <th scope="row">{keptName(name)}</th>
                <td data-label={words.days}>{count(days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Commands() {
  const words = maintenanceWords.commands;
  return (
    <Section title={words.title}>
      <dl class="facts user-facts">
        {Object.entries(words.lines).map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>cofre {name}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
