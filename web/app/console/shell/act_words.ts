// Texts of the dialog before an act upon somebody.
import { texts } from "../../language.ts";

export const actWords = texts({
  reason: { pt: "Motivo", en: "Reason" },
  optionalReason: { pt: "Motivo (opcional)", en: "Reason (optional)" },
  reasonHint: { pt: "Fica no registro dos administradores.", en: "It is kept in the log of administrators." },
  reasonMissing: { pt: "Diga o motivo.", en: "Say why." },
});
