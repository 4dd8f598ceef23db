// Amounts inside sentences, where they cannot be an element of their own.
import type { Store } from "../data/store.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";

export const amountText = (store: Store, cents: number) => (store.amountsHidden.value ? "•••••" : formatCents(cents, language));
