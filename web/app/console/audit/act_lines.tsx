// Entries of the log of administrators: who did what to whom, why, and what was before and after.
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { shellWords } from "../shell/words.ts";
import { actionText } from "./action_text.ts";
import type { AuditQuery } from "./audit_query.ts";
import { LineMenu } from "./line_menu.tsx";
import { actsWords, auditWords } from "./words.ts";

export interface AdminAct {
  position: number;
  at?: string;
  administrator?: { kind: string; id: string | null; name: string; role: string | null };
  reason?: string | null;
  action?: string;
  user_id?: string | null;
  traits?: Record<string, unknown>;
  changes?: Record<string, { before: unknown; after: unknown }>;
  ip_address?: string;
  request_id?: string;
}

interface ActLinesProps {
  acts: readonly AdminAct[];
  empty?: string;
  /** What the list shows, where it can be narrowed. */
  query?: AuditQuery;
}

export function ActLines({ acts, empty = actsWords.none, query }: ActLinesProps) {
  return (
    <Lines items={acts} empty={empty}>
      {(act) => <ActLine key={act.position} act={act} {...(query && { query })} />}
    </Lines>
  );
}

function ActLine({ act, query }: { act: AdminAct; query?: AuditQuery }) {
  const { position, at, administrator, reason, action, user_id: userId, traits, changes = {} } = act;
  const { ip_address: ip, request_id: request } = act;
  if (action === undefined || at === undefined) return <Line title={`#${position}`} hints={[actsWords.forgotten]} />;
  const { user_email: email, user_phone: phone } = traits ?? {};
  const changed = Object.entries(changes);
  const isUser = administrator?.kind === "user" && administrator.id !== null;
  return (
    <Line
      title={
        <>
          {actionText(action)}
          {userId && (
            <>
              {" "}
              <a href={`/admin/users/${userId}`}>{String(email ?? phone ?? userId.slice(0, 8))}</a>
            </>
          )}
        </>
      }
      hints={[
        `#${position}`,
        dayAndTime(at),
        administrator && !isUser && whoText(administrator),
        ip,
        reason && actsWords.reason(reason),
      ]}
    >
      {isUser && (
        <span class="hint by">
          {auditWords.by} <a href={`/admin/users/${administrator.id}`}>{whoText(administrator)}</a>
        </span>
      )}
      {query && <LineMenu query={query} at={at} ip={ip} request={request} user={userId ?? undefined} />}
      {changed.length > 0 && (
        <details class="changed">
          <summary>{actsWords.changes}</summary>
          <ul class="difference">
            {changed.map(([name, { before, after }]) => (
              <li key={name}>
                <code>{name}</code> <del>{textOf(before)}</del> <ins>{textOf(after)}</ins>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Line>
  );
}

function whoText({ kind, name, role }: NonNullable<AdminAct["administrator"]>): string {
  if (name === "") return actsWords.kinds[kind as keyof typeof actsWords.kinds] ?? kind;
  const roleText = shellWords.roles[role as keyof typeof shellWords.roles];
  return actsWords.by(
    name || actsWords.kinds.token,
    roleText ?? actsWords.kinds[kind as keyof typeof actsWords.kinds] ?? role ?? kind,
  );
}

const textOf = (value: unknown): string =>
  value == null ? actsWords.nothing : typeof value === "string" ? value : JSON.stringify(value);
