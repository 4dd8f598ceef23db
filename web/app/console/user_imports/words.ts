// Texts of imports of users: the list, a new one, one of them, and what becomes of each line.
import { texts } from "../../language.ts";

export const importsWords = texts({
  title: { pt: "Importar usuários", en: "Import users" },
  hint: {
    pt: "De um arquivo de outro servidor. Primeiro se vê o que aconteceria; quem já está aqui não muda.",
    en: "From a file of another server. First you see what would happen; whoever is here already does not change.",
  },
  none: { pt: "Nenhuma importação em 90 dias.", en: "No imports in 90 days." },
  begin: { pt: "Importar", en: "Import" },
  source: { pt: "O arquivo é de", en: "The file is from" },
  sources: {
    cofre: { pt: "Cofre, ou escrito à mão", en: "Cofre, or written by hand" },
    auth0: { pt: "Auth0", en: "Auth0" },
    firebase: { pt: "Firebase", en: "Firebase" },
    keycloak: { pt: "Keycloak", en: "Keycloak" },
  },
  sourceHints: {
    cofre: {
      pt: 'Um objeto JSON por linha. Basta {"email": "…"}; “Exportar contas inteiras” escreve um assim.',
      en: 'A JSON object a line. {"email": "…"} is enough; “Export whole accounts” writes such a file.',
    },
    auth0: { pt: "A exportação de usuários: um objeto JSON por linha.", en: "The export of users: a JSON object a line." },
    firebase: { pt: "O arquivo de firebase auth:export users.json.", en: "The file of firebase auth:export users.json." },
    keycloak: { pt: "O arquivo de kc.sh export --users realm_file.", en: "The file of kc.sh export --users realm_file." },
  },
  file: { pt: "Arquivo", en: "File" },
  fileMissing: { pt: "Escolha o arquivo.", en: "Choose the file." },
  fileUnreadable: { pt: "Este não é um arquivo desse servidor.", en: "This is no file of that server." },
  passwords: { pt: "Arquivo de senhas (opcional)", en: "File of passwords (optional)" },
  passwordsHint: {
    pt: "O suporte da Auth0 o manda a pedido. Sem ele, cada pessoa pede uma senha nova.",
    en: "Auth0's support sends it on request. Without it, everybody asks for a new password.",
  },
  signerKey: { pt: "base64_signer_key", en: "base64_signer_key" },
  signerKeyHint: {
    pt: "No console do Firebase: Authentication, Users, Password hash parameters. Vazio: ninguém traz a senha.",
    en: "In Firebase's console: Authentication, Users, Password hash parameters. Empty: no password is imported.",
  },
  saltSeparator: { pt: "base64_salt_separator", en: "base64_salt_separator" },
  rounds: { pt: "rounds", en: "rounds" },
  memCost: { pt: "mem_cost", en: "mem_cost" },
  costWrong: { pt: "Use um número inteiro.", en: "Use a whole number." },
  check: { pt: "Ver o que aconteceria", en: "See what would happen" },
  sent: { pt: (lines: string) => `Usuários enviados: ${lines}`, en: (lines: string) => `Users sent: ${lines}` },
  states: {
    receiving: { pt: "À espera do arquivo", en: "Waiting for the file" },
    checking: { pt: "Em análise", en: "Being checked" },
    checked: { pt: "À espera de você", en: "Waiting for you" },
    importing: { pt: "Em andamento", en: "Running" },
    done: { pt: "Concluída", en: "Done" },
    cancelled: { pt: "Cancelada", en: "Cancelled" },
    stopped: { pt: "Parada", en: "Stopped" },
  },
  users: { pt: (count: string) => `${count} usuários`, en: (count: string) => `${count} users` },
});

export const importWords = texts({
  back: { pt: "Manutenção", en: "Maintenance" },
  title: { pt: "Importação de usuários", en: "Import of users" },
  source: { pt: "De", en: "From" },
  state: { pt: "Estado", en: "State" },
  by: { pt: "Por", en: "By" },
  reason: { pt: "Motivo", en: "Reason" },
  created: { pt: "Enviada", en: "Sent" },
  ended: { pt: "Fim", en: "Ended" },
  lines: { pt: "No arquivo", en: "In the file" },
  errors: {
    right_missing: {
      pt: "Parou porque quem a iniciou não pode mais fazer isto.",
      en: "It stopped because whoever started it may not do this any more.",
    },
    unexpected_failure: {
      pt: "Parou por um erro do servidor; o log dele diz qual.",
      en: "It stopped because of an error of the server, whose log says which.",
    },
    forgotten: { pt: "Ninguém a iniciou em um dia.", en: "Nobody started it within a day." },
  },
  dryRun: { pt: "Nada mudou ainda. É isto que aconteceria:", en: "Nothing has changed yet. This is what would happen:" },
  would: {
    imported: { pt: "Seriam importados", en: "Would be imported" },
    existing: { pt: "Já estão aqui", en: "Already here" },
    refused: { pt: "Recusados", en: "Refused" },
    incomplete: { pt: "Sem a senha ou um fator", en: "Without their password or a factor" },
  },
  did: {
    imported: { pt: "Importados", en: "Imported" },
    existing: { pt: "Já estavam aqui", en: "Were here already" },
    refused: { pt: "Recusados", en: "Refused" },
    incomplete: { pt: "Sem a senha ou um fator", en: "Without their password or a factor" },
  },
  start: {
    title: { pt: "Importar estes usuários?", en: "Import these users?" },
    text: {
      pt: "Eles entram com as senhas que tinham. Não se desfaz de uma vez: depois é preciso excluir cada um.",
      en: "They sign in with the passwords that they had. It cannot be undone as a whole: you would have to delete them.",
    },
    act: { pt: "Importar", en: "Import" },
    done: { pt: "Importação iniciada", en: "Import started" },
  },
  cancel: {
    title: { pt: "Cancelar esta importação?", en: "Cancel this import?" },
    text: { pt: "O arquivo é esquecido. Quem já foi importado fica.", en: "The file is forgotten. Whoever was imported stays." },
    act: { pt: "Cancelar importação", en: "Cancel import" },
    done: { pt: "Importação cancelada", en: "Import cancelled" },
  },
});

export const linesWords = texts({
  title: { pt: "Linha por linha", en: "Line by line" },
  outcome: { pt: "Resultado", en: "Outcome" },
  user: { pt: "Usuário", en: "User" },
  notes: { pt: "Observações", en: "Notes" },
  all: { pt: "Todos", en: "All" },
  none: { pt: "Ninguém aqui.", en: "Nobody here." },
  file: { pt: "Baixar CSV", en: "Download CSV" },
  would: {
    imported: { pt: "Seria importado", en: "Would be imported" },
    existing: { pt: "Já está aqui", en: "Already here" },
    refused: { pt: "Recusado", en: "Refused" },
  },
  did: {
    imported: { pt: "Importado", en: "Imported" },
    existing: { pt: "Já estava aqui", en: "Was here already" },
    refused: { pt: "Recusado", en: "Refused" },
  },
  unnamed: { pt: "sem nome", en: "without a name" },
  number: { pt: (line: string) => `linha ${line}`, en: (line: string) => `line ${line}` },
});
