// The table `changes`: what was written, by whom, before and after. Its fragments stand in the statement that writes.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { FinanceCaller } from "../endpoint.ts";

/** Who writes, when, and in which request. */
export interface Act {
  caller: FinanceCaller;
  requestId: string;
  now: Date;
}

export interface Change {
  action: "create" | "update" | "delete";
  entity: "account" | "api_token" | "budget" | "category" | "credit_card" | "transaction" | "transfer";
  /** Expressions over `from`. */
  entityId: Sql;
  before: Sql;
  after: Sql;
  from: Sql;
}

/** Appends a change for each row of `from`. */
export function changeInsert({ caller, requestId, now }: Act, { action, entity, entityId, before, after, from }: Change): Sql {
  return sql`
    insert into changes (space_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
    select ${caller.spaceId}::bigint, ${now}::timestamptz, ${caller.userId}::int, ${caller.tokenId ?? null}::int, ${requestId},
           ${action}, ${entity}, ${entityId}, ${before}, ${after}
      from ${from}`;
}
