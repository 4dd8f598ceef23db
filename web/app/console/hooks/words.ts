// Texts of hooks.
import { texts } from "../../language.ts";

export const hooksWords = texts({
  title: { pt: "Hooks", en: "Hooks" },
  hint: {
    pt: "Seu próprio código em pontos do fluxo. Um hook que não responde vale como recusa.",
    en: "Your own code at points of the flows. A hook that does not answer counts as a refusal.",
  },
  none: { pt: "Este servidor não tem hooks.", en: "This server has no hooks." },
  names: {
    before_user_created: { pt: "Antes de criar a conta", en: "Before user created" },
    after_user_created: { pt: "Depois de criar a conta", en: "After user created" },
    custom_access_token: { pt: "Dados do token", en: "Custom access token" },
    password_verification_attempt: { pt: "Tentativa de senha", en: "Password verification attempt" },
    mfa_verification_attempt: { pt: "Tentativa de segundo fator", en: "MFA verification attempt" },
    send_email: { pt: "Envio de e-mail", en: "Send email" },
    send_sms: { pt: "Envio de SMS", en: "Send SMS" },
  },
  does: {
    before_user_created: { pt: "Pode recusar quem se cadastra.", en: "May refuse who signs up." },
    after_user_created: { pt: "Fica sabendo de cada conta nova.", en: "Is told of each new user." },
    custom_access_token: { pt: "Pode mudar o que os tokens dizem.", en: "May change what tokens say." },
    password_verification_attempt: {
      pt: "Vê cada senha certa ou errada, e pode recusar.",
      en: "Sees each attempt, and may refuse it.",
    },
    mfa_verification_attempt: { pt: "Vê cada código certo ou errado, e pode recusar.", en: "Sees each code, and may refuse it." },
    send_email: { pt: "Envia e-mails no lugar do servidor de e-mail.", en: "Sends mails in place of the mail server." },
    send_sms: { pt: "Envia SMS no lugar da operadora.", en: "Sends text messages in place of the gateway." },
  },
  on: { pt: "ligado", en: "on" },
  off: { pt: "desligado", en: "off" },
  kinds: { http: { pt: "por HTTP", en: "over HTTP" }, postgres: { pt: "função do banco de dados", en: "database function" } },
  secrets: {
    pt: (count: number) => (count === 1 ? "1 segredo assina" : `${count} segredos assinam`),
    en: (count: number) => (count === 1 ? "1 secret signs" : `${count} secrets sign`),
  },
  summary: {
    pt: (count: number, share: string) => `${share} de ${count} chamadas com resposta`,
    en: (count: number, share: string) => `${share} of ${count} calls answered`,
  },
  latency: {
    pt: (median: string, slowest: string) => `em geral ${median}, a mais lenta ${slowest}`,
    en: (median: string, slowest: string) => `usually ${median}, slowest ${slowest}`,
  },
  neverCalled: { pt: "ainda não foi chamado", en: "not called yet" },
  lastCalls: { pt: "Últimas chamadas", en: "Last calls" },
  when: { pt: "Quando", en: "When" },
  outcome: { pt: "Resultado", en: "Outcome" },
  time: { pt: "Tempo", en: "Time" },
  outcomes: {
    answered: { pt: "respondeu", en: "answered" },
    refused: { pt: "recusou", en: "refused" },
    failed: { pt: "falhou", en: "failed" },
  },
  try: { pt: "Testar", en: "Test" },
});

export const tryWords = texts({
  title: { pt: "Testar este hook", en: "Test this hook" },
  hint: {
    pt: "O hook recebe um exemplo sobre ninguém: o id é só zeros, e metadata tem test: true. Nada muda aqui; uma função do banco é desfeita.",
    en: "The hook gets a sample about nobody: the id is all zeros, and metadata has test: true. Nothing changes here; a database function is rolled back.",
  },
  act: { pt: "Chamar", en: "Call" },
  result: { pt: "O que o hook disse", en: "What the hook said" },
  outcomes: {
    answered: { pt: "respondeu", en: "answered" },
    refused: { pt: "recusou", en: "refused" },
    failed: { pt: "falhou", en: "failed" },
  },
  answer: { pt: "Resposta", en: "Answer" },
  sent: { pt: "O que recebeu", en: "What it was sent" },
});
