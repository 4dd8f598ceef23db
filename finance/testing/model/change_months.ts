// Test support: what the model expects of a change of the day on which months begin.
import { monthHolding } from "./months.ts";
import type { Operations } from "./operations.ts";
import { type Planner, refusalOf } from "./plan.ts";

export const changeMonths: Planner<Operations["change months"]> = (model, { start, weekend }) => {
  const after = { startDay: start ?? model.months.startDay, weekend: weekend ?? model.months.weekend };
  return {
    method: "PUT",
    path: "/spaces/months",
    body: { ...(start !== undefined && { start_day: start }), ...(weekend && { weekend }) },
    refusal: refusalOf({ start_day: start === 0 }),
    changesNothing: after.startDay === model.months.startDay && after.weekend === model.months.weekend,
    commit: () => {
      model.months = after;
    },
    expected: () => {
      const { name, start: first, end } = monthHolding(after, model.today);
      return {
        start_day: after.startDay,
        weekend: after.weekend,
        date: model.today,
        month: name,
        start_date: first,
        end_date: end,
      };
    },
  };
};
