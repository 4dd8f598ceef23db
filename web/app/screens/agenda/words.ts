// Texts of the agenda.
import { texts } from "../../language.ts";

export const agendaWords = texts({
  title: { pt: "Agenda", en: "Agenda" },
  calendar: { pt: "Calendário do mês", en: "Calendar of the month" },
  day: {
    pt: (day: string, count: number, balance: string) =>
      [day, count === 0 ? "nada" : count === 1 ? "1 item" : `${count} itens`, balance].filter(Boolean).join(", "),
    en: (day: string, count: number, balance: string) =>
      [day, count === 0 ? "nothing" : count === 1 ? "1 item" : `${count} items`, balance].filter(Boolean).join(", "),
  },
  more: { pt: (count: number) => `+${count}`, en: (count: number) => `+${count}` },
  coming: { pt: "A pagar e a receber", en: "To pay and to receive" },
  allDays: { pt: "Ver o mês inteiro", en: "See the whole month" },
  nothing: { pt: "Nada a pagar nem a receber neste mês.", en: "Nothing to pay or receive this month." },
  nothingOn: { pt: "Nada neste dia.", en: "Nothing on this day." },
  subscribe: { pt: "No seu calendário", en: "In your calendar" },
  subscribeHint: {
    pt: "Um endereço que o Google Agenda, o Outlook ou o celular assinam. Quem tem o endereço vê a agenda, e nada mais; aparece uma vez só.",
    en: "An address that Google Calendar, Outlook or your phone subscribe to. Whoever has it sees the agenda and nothing else; it is shown once.",
  },
  make: { pt: "Criar endereço", en: "Create an address" },
  made: { pt: "Copie agora: o endereço não aparece de novo.", en: "Copy it now: the address is not shown again." },
  address: { pt: "Endereço do calendário", en: "Calendar address" },
  copy: { pt: "Copiar", en: "Copy" },
  copied: { pt: "Endereço copiado.", en: "Address copied." },
  tokenName: { pt: "Agenda", en: "Agenda" },
  existing: { pt: "Endereços em uso", en: "Addresses in use" },
  since: { pt: (day: string) => `criado em ${day}`, en: (day: string) => `created on ${day}` },
  used: { pt: (day: string) => `lido em ${day}`, en: (day: string) => `last read on ${day}` },
  close: { pt: "Encerrar", en: "Revoke" },
  closeAsk: { pt: "Encerrar este endereço?", en: "Revoke this address?" },
  closeText: {
    pt: "Os calendários que o assinam deixam de ser atualizados. Não pode ser desfeito.",
    en: "Calendars that subscribe to it are no longer updated. This cannot be undone.",
  },
  closed: { pt: "Endereço encerrado.", en: "Address revoked." },
});
