// Texts of exports of users.
import { texts } from "../../language.ts";

export const exportsWords = texts({
  title: { pt: "Exportar usuários", en: "Export users" },
  hint: {
    pt: "Quem exporta fica no registro dos administradores, com o motivo.",
    en: "The log of administrators keeps who exports, and why.",
  },
  list: {
    act: { pt: "Exportar lista", en: "Export list" },
    text: {
      pt: "Todos os usuários, sem senhas. Para só alguns, use a lista de usuários.",
      en: "All users, without passwords. For some of them, use the list of users.",
    },
    done: { pt: "Lista salva", en: "List saved" },
  },
  accounts: {
    act: { pt: "Exportar contas inteiras", en: "Export whole accounts" },
    text: {
      pt: "Com os hashes das senhas, os segredos dos aplicativos autenticadores e as chaves de acesso, para importar em outro Cofre. Quem tiver o arquivo pode tentar adivinhar senhas: guarde-o cifrado e apague-o depois. Os outros donos recebem um e-mail.",
      en: "With password hashes, secrets of authenticator apps, and passkeys, to import them in another Cofre. Whoever has the file can try to guess passwords: keep it encrypted, and delete it afterwards. The other owners get a mail.",
    },
    done: { pt: "Contas salvas", en: "Accounts saved" },
  },
  format: { pt: "Formato", en: "Format" },
  formats: {
    csv: { pt: "CSV, para planilhas", en: "CSV, for spreadsheets" },
    jsonl: { pt: "JSON, um usuário por linha", en: "JSON, a user a line" },
  },
  columns: { pt: "Colunas", en: "Columns" },
  columnsMissing: { pt: "Escolha uma coluna.", en: "Choose a column." },
  names: {
    id: { pt: "Id", en: "Id" },
    email: { pt: "E-mail", en: "Email" },
    phone: { pt: "Telefone", en: "Phone" },
    name: { pt: "Nome", en: "Name" },
    created_at: { pt: "Criado em", en: "Created" },
    updated_at: { pt: "Mudado em", en: "Changed" },
    last_sign_in_at: { pt: "Último acesso", en: "Last sign-in" },
    invited_at: { pt: "Convidado em", en: "Invited" },
    email_confirmed_at: { pt: "E-mail confirmado em", en: "Email confirmed" },
    phone_confirmed_at: { pt: "Telefone confirmado em", en: "Phone confirmed" },
    banned_until: { pt: "Bloqueado até", en: "Banned until" },
    is_anonymous: { pt: "Anônimo", en: "Anonymous" },
    providers: { pt: "Formas de entrar", en: "Providers" },
    factors: { pt: "Segundos fatores", en: "Second factors" },
    role: { pt: "Papel no banco de dados", en: "Database role" },
    app_metadata: { pt: "Metadados do aplicativo", en: "App metadata" },
    user_metadata: { pt: "Metadados do usuário", en: "User metadata" },
  },
});
