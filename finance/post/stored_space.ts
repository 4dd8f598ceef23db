// The row of a space, as every write reads it.
import type { Members } from "../roles/role.ts";
import type { spaces } from "../tables/spaces.ts";
import type { Stored } from "../tables/table.ts";

export interface StoredSpace extends Stored<typeof spaces> {
  space_id: number;
  time_zone: string;
  turnover_cents: number;
  version: number;
  /** The roles of those whose own space it is not. */
  members: Members;
  /** Whether a post has to wake somebody. */
  has_webhooks: boolean;
  /** Up to which version sums of its own months are right, and up to which month they are built. */
  space_months_version: number | null;
  space_months_through: string | null;
}
