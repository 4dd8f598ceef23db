// Texts of parts that quick entry uses too.
import { texts } from "../language.ts";

export const uiWords = texts({
  undo: { pt: "Desfazer", en: "Undo" },
  close: { pt: "Fechar", en: "Close" },
  edit: { pt: "Editar", en: "Edit" },
  cancel: { pt: "Cancelar", en: "Cancel" },
  loading: { pt: "Carregando", en: "Loading" },
  hidden: { pt: "valor escondido", en: "hidden amount" },
  problems: {
    title: { pt: "Não foi possível carregar", en: "This could not be loaded" },
    stale: {
      pt: (time: string) => `Não foi possível atualizar. Dados de ${time}.`,
      en: (time: string) => `It could not be updated. Data from ${time}.`,
    },
    unreachable: { pt: "O servidor não respondeu.", en: "The server did not answer." },
    offline: { pt: "Você está sem conexão.", en: "You are offline." },
    server: { pt: "O servidor teve um problema.", en: "The server had a problem." },
    tooMany: { pt: "Muitas tentativas. Espere um instante.", en: "Too many requests. Please wait a moment." },
    other: { pt: "O pedido foi recusado.", en: "The request was refused." },
    retry: { pt: "Tentar de novo", en: "Try again" },
    retryIn: { pt: (seconds: number) => `Tentar de novo em ${seconds} s`, en: (seconds: number) => `Try again in ${seconds} s` },
    id: { pt: "Número do pedido", en: "Request ID" },
    kept: { pt: "O que você digitou continua aqui.", en: "What you typed is still here." },
    help: { pt: "O que fazer", en: "What to do" },
    notFound: { pt: "Esta página não existe.", en: "This page does not exist." },
  },
});

export const dayFieldWords = texts({
  hint: { pt: "hoje, ontem, 15, 15/3, +2", en: "today, yesterday, 15, 3/15, +2" },
  digits: { pt: "15, 1503 ou 15032026", en: "15, 0315 or 03152026" },
  pick: { pt: "Abrir calendário", en: "Open calendar" },
});

export const formWords = texts({
  save: { pt: "Salvar", en: "Save" },
  missing: { pt: "Preencha este campo.", en: "Fill this in." },
  badDay: { pt: "Digite um dia, como 15/3.", en: "Type a day, such as 3/15." },
});
