// Amounts inside sentences, where they cannot be an element of their own.

import { amountsHidden } from "../data/state.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";

export const amountText = (cents: number) => (amountsHidden.value ? "•••••" : formatCents(cents, language));
