// The icon of a category for which nobody has chosen one, guessed from its name in either language.
import type { CategoryIcon } from "../tables/categories.ts";

/** Of names without accents, in lower case. The first that fits wins, so special words stand before general ones. */
const GUESSES: readonly [words: RegExp, icon: CategoryIcon][] = [
  [/supermercado|mercado|feira|hortifruti|grocer|supermarket/, "cart"],
  [/cafe|padaria|coffee|bakery/, "coffee"],
  [/\bbar\b|cerveja|bebida|drink/, "drink"],
  [/restaurante|aliment|comida|lanche|delivery|ifood|food|restaurant|eating/, "food"],
  [/combustivel|gasolina|\bpostos?\b|fuel|\bgas\b/, "fuel"],
  [/bicicleta|bike/, "bike"],
  [/onibus|metro|\btrem\b|transporte publico|\bbus\b|\btrains?\b|transit/, "bus"],
  [/viagem|viagens|ferias|passage|hotel|travel|trip|vacation|flight/, "plane"],
  [/transporte|carro|uber|taxi|estaciona|veiculo|automove|\bcar\b|transport|parking/, "car"],
  [/farmacia|remedio|medicament|pharmacy|medicine/, "pill"],
  [/academia|esporte|\bgym\b|sport|fitness/, "gym"],
  [/saude|medic|dentista|plano de saude|hospital|terapia|health|doctor|dental/, "health"],
  [/\bpets?\b|petshop|animal|animais|veterin/, "pet"],
  [/filho|crianca|\bbebes?\b|escola infantil|child|kid|baby/, "child"],
  [/educa|escola|faculdade|\bcurso|school|college|tuition|course/, "school"],
  [/livro|leitura|papelaria|\bbook/, "book"],
  [/cinema|filme|movie/, "film"],
  [/musica|music/, "music"],
  [/jogo|game/, "game"],
  [/\bpresente|doac|gift|donat/, "gift"],
  [/roupa|vestuario|cloth/, "clothes"],
  [/beleza|cabelo|cuidados|estetica|beauty|hair/, "beauty"],
  [/compra|shopping/, "bag"],
  [/lazer|hobb|ingresso|evento|leisure|entertain|\bfun\b|ticket/, "ticket"],
  [/energia|\bluz\b|eletric|electric|power/, "energy"],
  [/\bagua\b|saneamento|water/, "water"],
  [/internet|wi-?fi/, "wifi"],
  [/telefone|celular|phone|mobile/, "phone"],
  [/assinatura|streaming|\btv\b|televisao|subscription/, "screen"],
  [/eletronico|computador|tecnologia|electronic|computer|software/, "laptop"],
  [/\bmove(l|is)\b|decora|furniture|decor/, "sofa"],
  [/manutenc|reforma|conserto|repair|maintenance/, "repair"],
  [/casa|moradia|aluguel|condominio|habitac|\bhome\b|housing|\brent|mortgage/, "home"],
  [/imposto|taxa|tribut|tarifa|juros|\btax|\bfees?\b|interest/, "percent"],
  [/seguro|insurance/, "shield"],
  [/igreja|dizimo|oferta|church/, "faith"],
  [/jardim|\bplantas?\b|garden|\bplants?\b/, "plant"],
  [/invest|poupanca|reserva|aplicac|saving/, "savings"],
  [/salario|pagamento|trabalho|renda|wage|salary|work|paycheck|income/, "work"],
  [/transfer/, "transfer"],
  [/divida|emprestimo|financia|debt|loan/, "receipt"],
  [/bonus|premio|reembolso|rendimento|venda|refund|\bsales?\b/, "money"],
  [/servico|service|bill/, "receipt"],
];

export function iconOfCategory(name: string): CategoryIcon {
  const text = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return GUESSES.find(([words]) => words.test(text))?.[1] ?? "tag";
}
