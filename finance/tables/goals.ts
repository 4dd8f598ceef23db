import { MOST_CENTS } from "../money/cents.ts";
import { CATEGORY_ICONS } from "./categories.ts";
import { dateMoment, day, flag, id, integer, name, oneOf, orNull, withDescription } from "./kinds.ts";
import { table } from "./table.ts";

export const GOAL_STATES = ["active", "paused", "archived"] as const;

/** All of them are read at once. */
export const MOST_GOALS = 100;

const targetCents = withDescription(integer(1, MOST_CENTS), "How much shall be there");
const targetDate = withDescription(orNull(day), "The day on which it shall be there; null: no day");
const icon = withDescription(orNull(oneOf(...CATEGORY_ICONS)), "One of those of categories; null: none");
const refills = withDescription(flag, "true: what is spent is saved again, as in an emergency fund");
const state = withDescription(oneOf(...GOAL_STATES), "paused plans nothing; archived reserves nothing either");

export const goals = table({
  entity: "goal",
  ids: "goals",
  most: MOST_GOALS,
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true, settable: true },
    target_cents: { kind: targetCents, shown: true, settable: true },
    target_date: { kind: targetDate, shown: true, settable: true, absent: null },
    icon: { kind: icon, shown: true, settable: true, absent: null },
    refills: { kind: refills, shown: true, settable: true, absent: false },
    state: { kind: state, shown: true, settable: true, absent: "active" },
    /** The day from which the plan counts. */
    started_on: { kind: day, shown: true, immutable: true },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
