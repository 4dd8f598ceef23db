// Amounts inside sentences of a list, without the currency that its total names.
import type { Store } from "../data/store.ts";
import { language } from "../language.ts";
import { plainAmount } from "../rules/money.ts";

export const bareText = (store: Store, cents: number) => (store.amountsHidden.value ? "•••••" : plainAmount(cents, language));
