// The filters of the audit screen, as chips. Each is part of the address, so that back takes it away.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { route } from "../../shell/router.ts";
import { Chip } from "../../ui/chip.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { dayAndTime } from "../../ui/sections.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { useConsole } from "../data/console.ts";
import { usersWords } from "../users/words.ts";
import { actionText } from "./action_text.ts";
import { type AuditQuery, auditAddress, type Filter } from "./audit_query.ts";
import { idOf, useNameOf } from "./person_of.ts";
import { actionWords, filterWords } from "./words.ts";

type FilterName = Exclude<Filter, "from" | "to"> | "time";

const HOURS = [1, 24, 168, 720] as const;

export function AuditFilters({ query }: { query: AuditQuery }) {
  const open = useSignal<FilterName | undefined>(undefined);
  const user = useNameOf(query.user_id);
  const actor = useNameOf(query.actor_id);
  const values = {
    user_id: user,
    actor_id: actor,
    action: query.action && actionText(query.action),
    ip_address: query.ip_address,
    request_id: query.request_id && `${query.request_id.slice(0, 8)}…`,
  };
  const chip = (name: Exclude<FilterName, "time">) => (
    <Chip
      label={filterWords.names[name]}
      value={values[name]}
      choices={() => (open.value = name)}
      clear={{ href: auditAddress(query, { [name]: "" }), label: usersWords.clear(filterWords.names[name]) }}
    />
  );
  return (
    <div class="filter-chips">
      {chip("action")}
      {chip("user_id")}
      {chip("actor_id")}
      <Chip
        label={filterWords.names.time}
        value={spanText(query)}
        choices={[
          ...HOURS.map((hours) => ({
            label: filterWords.last[hours],
            go: auditAddress(query, { from: hoursAgo(hours), to: "" }),
          })),
          { label: filterWords.span, go: () => (open.value = "time") },
        ]}
        clear={{ href: auditAddress(query, { from: "", to: "" }), label: usersWords.clear(filterWords.names.time) }}
      />
      {chip("ip_address")}
      {chip("request_id")}
      {open.value === "time" ? (
        <TimeDialog query={query} onClose={() => (open.value = undefined)} />
      ) : (
        open.value && <FilterDialog key={open.value} name={open.value} query={query} onClose={() => (open.value = undefined)} />
      )}
    </div>
  );
}

const hoursAgo = (hours: number) => new Date(currentTime().getTime() - hours * 3_600_000).toISOString();

function spanText({ from, to }: AuditQuery): string | undefined {
  const text = (moment: string) => dayAndTime(/T/.test(moment) ? moment : `${moment}T00:00:00`);
  if (from && to) return `${text(from)} – ${text(to)}`;
  if (from) return filterWords.since(text(from));
  return to && filterWords.before(text(to));
}

interface FilterDialogProps {
  name: Exclude<FilterName, "time">;
  query: AuditQuery;
  onClose: () => void;
}

function FilterDialog({ name, query, onClose }: FilterDialogProps) {
  const console = useConsole();
  const value = useSignal(query[name] ?? "");
  const sending = useSending();
  const label = filterWords.names[name];
  const save = async () => {
    const text = value.value.trim();
    const isPerson = name === "user_id" || name === "actor_id";
    const id = isPerson && text !== "" ? await idOf(console, text) : text;
    if (id === undefined) throw ownRefusal({ [name]: filterWords.nobody });
    onClose();
    route(auditAddress(query, { [name]: id }));
  };
  return (
    <FormDialog title={label} onClose={onClose} sending={sending} act={filterWords.apply} save={save}>
      {name === "action" ? (
        <SelectField
          label={label}
          value={value}
          options={[
            ["", filterWords.any],
            ...Object.keys(actionWords.names)
              .map((each) => [each, actionText(each)] as const)
              .sort(([, one], [, other]) => one.localeCompare(other)),
          ]}
        />
      ) : (
        <TextField
          label={label}
          hint={filterWords.hints[name]}
          value={value}
          problem={sending.at(name)}
          maxLength={254}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

/** Of the reader's time zone, without seconds, as fields of a browser have it. */
function fieldOf(moment: string | undefined): string {
  if (!moment) return "";
  const time = new Date(/T/.test(moment) ? moment : `${moment}T00:00:00`);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function TimeDialog({ query, onClose }: { query: AuditQuery; onClose: () => void }) {
  const from = useSignal(fieldOf(query.from));
  const to = useSignal(fieldOf(query.to));
  const sending = useSending();
  const save = async () => {
    const [start, end] = [from.value, to.value].map((text) => (text ? new Date(text).toISOString() : ""));
    if (start && end && start >= end) throw ownRefusal({ to: filterWords.orderBad });
    onClose();
    route(auditAddress(query, { from: start ?? "", to: end ?? "" }));
  };
  return (
    <FormDialog title={filterWords.names.time} onClose={onClose} sending={sending} act={filterWords.apply} save={save}>
      <TextField label={filterWords.from} type="datetime-local" value={from} />
      <TextField label={filterWords.to} type="datetime-local" value={to} problem={sending.at("to")} />
    </FormDialog>
  );
}
