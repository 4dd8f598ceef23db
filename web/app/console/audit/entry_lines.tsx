// Entries of the audit log: what happened to whom, by whom and from where.
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { actionText } from "./action_text.ts";
import type { AuditQuery } from "./audit_query.ts";
import { LineMenu } from "./line_menu.tsx";
import { auditWords } from "./words.ts";

export interface AuditEntry {
  id: string;
  payload: {
    action: string;
    actor_id?: string;
    actor_username?: string;
    actor_name?: string;
    request_id?: string;
    traits?: Record<string, unknown>;
  };
  created_at: string;
  ip_address: string;
}

interface EntryLinesProps {
  entries: readonly AuditEntry[];
  empty: string;
  /** What the list shows, where it can be narrowed. */
  query?: AuditQuery;
  /** The user whose page it is on. */
  ownId?: string;
}

const NOBODY = /^[0-]+$/;

export function EntryLines({ entries, empty, query, ownId }: EntryLinesProps) {
  return (
    <Lines items={entries} empty={empty}>
      {(entry) => <EntryLine key={entry.id} entry={entry} {...(query && { query })} {...(ownId && { ownId })} />}
    </Lines>
  );
}

function EntryLine({ entry, query, ownId }: { entry: AuditEntry; query?: AuditQuery; ownId?: string }) {
  const { payload, created_at: at, ip_address: ip } = entry;
  const { action, actor_id: actor = "", actor_username: name, actor_name: fullName, request_id: request, traits = {} } = payload;
  const { user_id: userId, user_email: email, user_phone: phone, ...others } = traits;
  const whom = typeof userId === "string" && userId !== actor && userId !== ownId ? userId : undefined;
  const isUser = actor !== "" && !NOBODY.test(actor);
  const by = name || fullName || (isUser ? `${actor.slice(0, 8)}…` : "");
  const more = Object.entries(others);
  return (
    <Line
      title={
        <>
          {actionText(action)}
          {whom && (
            <>
              {" "}
              <a href={`/admin/users/${whom}`}>{String(email || phone || `${whom.slice(0, 8)}…`)}</a>
            </>
          )}
        </>
      }
      hints={[
        dayAndTime(at),
        (!isUser || actor === ownId) && actor !== ownId && by,
        ip,
        ownId && request && auditWords.request(request),
      ]}
    >
      {isUser && actor !== ownId && (
        <span class="hint by">
          {auditWords.by} <a href={`/admin/users/${actor}`}>{by}</a>
        </span>
      )}
      {query && <LineMenu query={query} at={at} ip={ip} request={request} user={whom ?? (isUser ? actor : undefined)} />}
      {more.length > 0 && (
        <details class="changed">
          <summary>{auditWords.details}</summary>
          <dl class="traits">
            {more.map(([key, value]) => (
              <div key={key}>
                <dt>
                  <code>{key}</code>
                </dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Line>
  );
}
