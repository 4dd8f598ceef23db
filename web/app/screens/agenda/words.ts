// What the agenda says.
import { choose } from "../../words/words.ts";

const portuguese = {
  title: "Agenda",
  calendar: "Calendário do mês",
  weekdays: ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"],
  day: (day: string, count: number, balance: string) =>
    [day, count === 0 ? "nada" : count === 1 ? "1 item" : `${count} itens`, balance].filter(Boolean).join(", "),
  more: (count: number) => `+${count}`,
  coming: "A pagar e a receber",
  allDays: "Ver o mês inteiro",
  nothing: "Nada a pagar nem a receber neste mês.",
  nothingOn: "Nada neste dia.",
  subscribe: "No seu calendário",
  subscribeHint:
    "Um endereço que o Google Agenda, o Outlook ou o celular assinam. Quem tem o endereço vê a agenda, e nada mais; aparece uma vez só.",
  make: "Criar endereço",
  made: "Copie agora: o endereço não aparece de novo.",
  address: "Endereço do calendário",
  copy: "Copiar",
  copied: "Endereço copiado.",
  tokenName: "Agenda",
  existing: "Endereços em uso",
  since: (day: string) => `criado em ${day}`,
  used: (day: string) => `lido em ${day}`,
  close: "Encerrar",
  closeAsk: "Encerrar este endereço?",
  closeText: "Os calendários que o assinam deixam de ser atualizados. Não pode ser desfeito.",
  closed: "Endereço encerrado.",
};

const english: typeof portuguese = {
  title: "Agenda",
  calendar: "Calendar of the month",
  weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  day: (day: string, count: number, balance: string) =>
    [day, count === 0 ? "nothing" : count === 1 ? "1 item" : `${count} items`, balance].filter(Boolean).join(", "),
  more: (count: number) => `+${count}`,
  coming: "To pay and to receive",
  allDays: "See the whole month",
  nothing: "Nothing to pay or to receive in this month.",
  nothingOn: "Nothing on this day.",
  subscribe: "In your calendar",
  subscribeHint:
    "An address that Google Calendar, Outlook or your phone subscribe to. Whoever has it sees the agenda and nothing else; it is shown once.",
  make: "Make an address",
  made: "Copy it now: the address is not shown again.",
  address: "Address of the calendar",
  copy: "Copy",
  copied: "Address copied.",
  tokenName: "Agenda",
  existing: "Addresses in use",
  since: (day: string) => `made on ${day}`,
  used: (day: string) => `read on ${day}`,
  close: "Close it",
  closeAsk: "Close this address?",
  closeText: "Calendars that subscribe to it are no longer updated. This cannot be undone.",
  closed: "Address closed.",
};

export const agenda = choose(portuguese, english);
