// The month of a screen, with links to others.
import { language } from "../language.ts";
import { daysText } from "../months.ts";
import { monthName } from "../rules/day_names.ts";
import { addMonths } from "../rules/days.ts";
import { Icon } from "./icon.tsx";
import { monthWords } from "./month_words.ts";

export function MonthSwitcher({ month, today, href }: { month: string; today: string; href: (month: string) => string }) {
  const days = daysText(month);
  return (
    <div class="month-switcher">
      <a class="button quiet" href={href(addMonths(month, -1))} aria-label={monthWords.previous} data-key="[">
        <Icon name="left" />
      </a>
      <strong aria-live="polite">
        {monthName(month, language)}
        {days && <small class="hint">{days}</small>}
      </strong>
      <a class="button quiet" href={href(addMonths(month, 1))} aria-label={monthWords.next} data-key="]">
        <Icon name="right" />
      </a>
      {month !== today && (
        <a class="button small" href={href(today)} data-key="0">
          {monthWords.current}
        </a>
      )}
    </div>
  );
}
