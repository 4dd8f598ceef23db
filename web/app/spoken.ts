// Amounts within sentences, where they cannot be an element of their own.
import { formatCents } from "./rules/money.ts";
import { amountsHidden } from "./state.ts";
import { language } from "./words.ts";

export const spoken = (cents: number) => (amountsHidden.value ? "•••••" : formatCents(cents, language));
