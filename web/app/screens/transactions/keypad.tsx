// The keys of an amount. They add, so that a bill of several things needs no calculator.
import { language } from "../../language.ts";
import type { KeypadKey } from "../../rules/keypad.ts";
import { Icon } from "../../ui/icon.tsx";
import { sheetEntryWords } from "./entry_sheet_words.ts";

/** Row by row. */
const KEYS: readonly KeypadKey[] = ["1", "2", "3", "back", "4", "5", "6", "+", "7", "8", "9", "-", ",", "0", "00", "="];

const NAMES: Partial<Record<KeypadKey, string>> = {
  back: sheetEntryWords.back,
  "+": sheetEntryWords.plus,
  "-": sheetEntryWords.minus,
  "=": sheetEntryWords.equals,
  ",": sheetEntryWords.comma,
};

export function Keypad({ onPress }: { onPress: (key: KeypadKey) => void }) {
  return (
    <fieldset class="keypad">
      <legend class="unseen">{sheetEntryWords.keypad}</legend>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          class={/^[\d,]/.test(key) ? undefined : "quiet"}
          aria-label={NAMES[key]}
          onClick={() => onPress(key)}
        >
          <Face pad={key} />
        </button>
      ))}
    </fieldset>
  );
}

function Face({ pad }: { pad: KeypadKey }) {
  if (pad === "back") return <Icon name="backspace" />;
  if (pad === ",") return <>{language === "en" ? "." : ","}</>;
  return <>{pad === "-" ? "−" : pad}</>;
}
