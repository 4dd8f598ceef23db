// Texts of the screen of findings. What each of them says comes from auth, in the reader's language.
import { texts } from "../../language.ts";

export const findingsWords = texts({
  title: { pt: "Recomendações", en: "Findings" },
  hint: {
    pt: "O que convém mudar neste servidor. cofre doctor diz o mesmo.",
    en: "What should be changed about this server. cofre doctor says the same.",
  },
  severities: {
    error: { pt: "Urgente", en: "Urgent" },
    warning: { pt: "Convém mudar", en: "Should be changed" },
    info: { pt: "Bom saber", en: "Good to know" },
  },
  none: { pt: "Não há nada a mudar.", en: "There is nothing to change." },
  docs: { pt: "Documentação", en: "Documentation" },
  open: { pt: "Abrir", en: "Open" },
  dismissed: { pt: (count: number) => `Dispensadas (${count})`, en: (count: number) => `Dismissed (${count})` },
  dismiss: { pt: "Dispensar", en: "Dismiss" },
  dismissAsk: { pt: "Dispensar esta recomendação", en: "Dismiss this finding" },
  dismissHint: {
    pt: "Ela não aparece mais, a não ser que piore. Quem administra vê o motivo.",
    en: "It is not shown any more, unless it gets worse. Administrators see the reason.",
  },
  wasDismissed: { pt: "Recomendação dispensada", en: "Finding dismissed" },
  restore: { pt: "Trazer de volta", en: "Restore" },
  wasRestored: { pt: "Recomendação de volta", en: "Finding restored" },
  by: { pt: (name: string, at: string) => `${name}, ${at}`, en: (name: string, at: string) => `${name}, ${at}` },
});
