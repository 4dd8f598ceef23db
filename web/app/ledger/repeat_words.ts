// Texts of repeats.
import { texts } from "../language.ts";

export const repeatWords = texts({ badParts: { pt: "De 2 a 480 parcelas.", en: "From 2 to 480 installments." } });
