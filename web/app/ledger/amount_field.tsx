// A field for an amount of money.
import { useRef } from "preact/hooks";
import { language } from "../language.ts";
import { plainAmount } from "../rules/money.ts";
import { typeAmount } from "../rules/typed_amount.ts";
import { TextField, type ValueProps } from "../ui/form.tsx";

/** On touch screens, digits fill the cents from the right. */
export function useTypedAmount(): (before: string, typed: string) => string {
  const inFull = useRef(false);
  return (before, typed) => {
    if (!matchMedia("(pointer: coarse)").matches) return typed;
    const now = typeAmount({ text: before, inFull: inFull.current && before !== "" }, typed, language);
    inFull.current = now.inFull;
    return now.text;
  };
}

/** `isMain`: the first field of its form, drawn large. */
export function AmountField({ isMain = false, ...props }: ValueProps<string> & { isMain?: boolean }) {
  return (
    <TextField
      {...props}
      {...(isMain && { class: "amount" })}
      reads={useTypedAmount()}
      inputMode="decimal"
      autoComplete="off"
      placeholder={plainAmount(0, language)}
    />
  );
}
