// The choice of a category's icon: a grid of radio buttons, the first of which leaves it to the name.
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { visibleColour } from "../../rules/colour.ts";
import { Icon } from "../../ui/icon.tsx";
import { categoryWords } from "./words.ts";

type Choice = keyof typeof categoryWords.icons;
const CHOICES = Object.keys(categoryWords.icons) as Choice[];

/** The value for which finance chooses the icon by the name of the category. */
export const ICON_BY_NAME = "";

export const iconLabel = (icon: string): string =>
  icon === ICON_BY_NAME ? categoryWords.iconByName : (categoryWords.icons[icon as Choice] ?? icon);

interface IconFieldProps {
  value: Signal<string>;
  /** Of the category, as # and six digits. */
  color: string;
  problem: string | undefined;
}

export function IconField({ value, color, problem }: IconFieldProps) {
  const id = useId();
  return (
    <fieldset class="field icon-field" style={{ "--colour": visibleColour(color.slice(1)) }}>
      <legend>{categoryWords.icon}</legend>
      <div class="icon-grid">
        {[ICON_BY_NAME, ...CHOICES].map((each) => (
          <label key={each} title={iconLabel(each)}>
            <input
              type="radio"
              name="icon"
              aria-label={iconLabel(each)}
              {...(problem && { "aria-describedby": id })}
              checked={value.value === each}
              onChange={() => (value.value = each)}
            />
            <span class="choice">
              <Icon name={each === ICON_BY_NAME ? "sparkles" : (each as Choice)} />
            </span>
          </label>
        ))}
      </div>
      {/* Screen readers say it with the radio button. */}
      <p class="hint" aria-hidden="true">
        {iconLabel(value.value)}
      </p>
      {problem && (
        <p class="problem" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
