// Texts of webhooks.
import { texts } from "../../language.ts";

export const webhooksWords = texts({
  title: { pt: "Webhooks", en: "Webhooks" },
  hint: {
    pt: "Endereços que ficam sabendo do que acontece com as contas: assinado, em ordem, tentado de novo.",
    en: "Addresses that are told what happens to users: signed, in order, tried again.",
  },
  none: { pt: "Nenhum webhook ainda.", en: "No webhook yet." },
  create: { pt: "Criar webhook", en: "Create webhook" },
  change: { pt: "Mudar", en: "Change" },
  deliveries: { pt: "Entregas", en: "Deliveries" },
  on: { pt: "ligado", en: "on" },
  off: { pt: "desligado", en: "off" },
  allEvents: { pt: "todos os eventos", en: "all events" },
  someEvents: {
    pt: (count: number) => (count === 1 ? "1 tipo de evento" : `${count} tipos de evento`),
    en: (count: number) => (count === 1 ? "1 type of event" : `${count} types of events`),
  },
  reasons: {
    failing: { pt: "desligou-se: não respondia", en: "switched itself off: it did not answer" },
    gone: { pt: "desligou-se: o endereço não existe mais", en: "switched itself off: the address is gone" },
    secret_unreadable: { pt: "desligou-se: o segredo se perdeu", en: "switched itself off: its secret is lost" },
  },
  failures: {
    pt: (count: number) => (count === 1 ? "1 tentativa em vão" : `${count} tentativas em vão`),
    en: (count: number) => (count === 1 ? "1 attempt in vain" : `${count} attempts in vain`),
  },
  next: { pt: (moment: string) => `próxima tentativa ${moment}`, en: (moment: string) => `next attempt ${moment}` },
  oldSecret: {
    pt: (moment: string) => `o segredo antigo assina até ${moment}`,
    en: (moment: string) => `the old secret signs until ${moment}`,
  },
  ping: {
    title: { pt: "Enviar um evento de teste?", en: "Send a test event?" },
    text: { pt: "As entregas mostram o resultado.", en: "The deliveries show the result." },
    act: { pt: "Testar", en: "Test" },
    done: { pt: "Evento de teste a caminho", en: "A test event is on its way" },
  },
  rotate: {
    title: { pt: "Gerar um novo segredo?", en: "Create a new secret?" },
    text: { pt: "Por um dia, o antigo assina também.", en: "For one day the old one signs too." },
    act: { pt: "Trocar segredo", en: "Rotate secret" },
  },
  delete: {
    title: { pt: "Excluir este webhook?", en: "Delete this webhook?" },
    text: { pt: "O que sabemos das entregas vai junto.", en: "What is known of its deliveries goes with it." },
    act: { pt: "Excluir", en: "Delete" },
    done: { pt: "Webhook excluído", en: "Webhook deleted" },
  },
  secret: { pt: "Segredo do webhook", en: "Webhook secret" },
  secretHint: {
    pt: "Copie agora: ele não aparece de novo. Com ele se confere a assinatura.",
    en: "Copy it now: it is not shown again. It verifies signatures.",
  },
});

export const webhookFormWords = texts({
  create: { pt: "Criar webhook", en: "Create webhook" },
  change: { pt: "Mudar webhook", en: "Change webhook" },
  url: { pt: "Endereço", en: "Address" },
  urlHint: { pt: "Com https://, na internet pública.", en: "With https://, on the public internet." },
  urlBad: { pt: "Isto não é um endereço.", en: "This is no address." },
  description: { pt: "Descrição", en: "Description" },
  allEvents: { pt: "Todos os eventos, também os que virão", en: "All events, also those to come" },
  events: { pt: "Eventos", en: "Events" },
  noEvents: { pt: "Escolha ao menos um evento.", en: "Choose at least one event." },
  enabled: { pt: "Ligado", en: "On" },
  skip: { pt: "Pular o que ficou para trás", en: "Skip what it missed" },
});

export const deliveryWords = texts({
  title: { pt: "Entregas", en: "Deliveries" },
  none: { pt: "Nenhuma entrega ainda.", en: "No delivery yet." },
  states: {
    waiting: { pt: "a caminho", en: "on its way" },
    delivered: { pt: "entregue", en: "delivered" },
    failed: { pt: "falhou", en: "failed" },
  },
  status: { pt: (status: number) => `resposta ${status}`, en: (status: number) => `answer ${status}` },
  errors: {
    timeout: { pt: "não respondeu a tempo", en: "no answer in time" },
    unreachable: { pt: "sem conexão", en: "unreachable" },
    refused: { pt: "endereço não permitido", en: "its address is not allowed" },
    unsendable: { pt: "não pode ser enviado", en: "cannot be sent" },
  },
  attempts: { pt: (count: number) => `${count} tentativas`, en: (count: number) => `${count} attempts` },
  manual: { pt: "a pedido", en: "by request" },
  resend: {
    title: { pt: "Enviar este evento de novo?", en: "Send this event again?" },
    text: { pt: "Vai com o mesmo id, fora da ordem.", en: "It goes with the same id, out of its order." },
    act: { pt: "Enviar de novo", en: "Send again" },
    done: { pt: "A caminho", en: "On its way" },
  },
});
