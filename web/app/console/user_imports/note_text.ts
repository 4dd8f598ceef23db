// Notes of an import in the reader's language. One that is not known stays in auth's words.
import { language } from "../../language.ts";

export function noteText(note: string): string {
  if (!language.startsWith("pt")) return note;
  const reason = REASONS_IN_PORTUGUESE.find(([pattern]) => pattern.test(note));
  return reason ? note.replace(reason[0], reason[1]) : note;
}

/** Why, in auth's words, and in Portuguese. */
const REASONS_IN_PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/^somebody here has its address$/, "alguém aqui já tem o endereço"],
  [/^it is not a JSON object$/, "não é um objeto JSON"],
  [/^it is not what such a file holds$/, "não é o que um arquivo destes contém"],
  [/^it holds characters that PostgreSQL cannot$/, "contém caracteres que o PostgreSQL não guarda"],
  [/^its mail address cannot be used$/, "o e-mail não serve"],
  [/^its phone number cannot be used$/, "o telefone não serve"],
  [/^it has no address and no identity, so nobody could sign in$/, "não tem endereço nem identidade, e ninguém poderia entrar"],
  [/^the database refuses it$/, "o banco de dados recusa"],
  [/^taken without its password, whose hash is of an unknown kind$/, "sem a senha: o hash é de um tipo desconhecido"],
  [/^taken without its password, whose hash would take .*$/, "sem a senha: o hash demoraria demais para conferir"],
  [/^taken without its password, because the hash parameters were not given$/, "sem a senha: faltam os parâmetros do hash"],
  [/^taken without its identity of (.+), which somebody here has$/, "sem a identidade de $1, que é de alguém aqui"],
  [/^taken without its identity of (.+?)(?:, which names nobody)?$/, "sem a identidade de $1"],
  [/^taken without a factor that cannot be read$/, "sem um segundo fator ilegível"],
  [/^taken without a factor whose name is there twice$/, "sem um segundo fator de nome repetido"],
  [/^taken without a passkey that cannot be read$/, "sem uma chave de acesso ilegível"],
  [/^taken without a passkey that somebody here has$/, "sem uma chave de acesso que é de alguém aqui"],
  [/^taken without a credential of the type (.+)$/, "sem uma credencial do tipo $1"],
  [/^taken as banned, because (?:its )?(\S+) is .*$/, "entra bloqueado: $1 não está claro"],
  [/^taken as unconfirmed, because its (\S+) is .*$/, "entra sem confirmação: $1 não está claro"],
];
