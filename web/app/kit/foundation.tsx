// Sheets of the kit: colours, sizes of text, and signs.
import { BankMark } from "../ledger/bank_mark.tsx";
import { CategoryMark } from "../ledger/category_mark.tsx";
import { ICONS, type IconName } from "../rules/icons.ts";
import { Icon } from "../ui/icon.tsx";
import { CATEGORIES } from "./sample_replies.ts";

const SURFACES = ["ground", "sheet", "raised", "well", "hover", "tint", "tint-strong", "line", "line-strong", "edge"];
const INKS = ["ink", "ink-2", "ink-3", "accent", "accent-ink", "accent-2", "accent-3", "in", "bad", "ask"];
const CHART = Array.from({ length: 11 }, (_, index) => `chart-${index + 1}`);

export function Colours() {
  return (
    <div class="swatches">
      {[...SURFACES, ...INKS, ...CHART].map((name) => (
        <p key={name}>
          <span style={{ background: `var(--${name})` }} />
          {name}
        </p>
      ))}
    </div>
  );
}

const SIZES = [
  ["--text-5", 600, "R$ 5.380,50"],
  ["--text-4", 600, "Lançamentos"],
  ["--text-3", 500, "Onde foi parar"],
  ["--text-2", 400, "Supermercado Pão de Açúcar"],
  ["--text-1", 400, "segunda, 16 de novembro"],
] as const;

export function Type() {
  return SIZES.map(([token, weight, text]) => (
    <p key={token} style={{ fontSize: `var(${token})`, fontWeight: weight }}>
      {text}
    </p>
  ));
}

const BANKS = ["Nubank", "Itaú", "Banco do Brasil", "Caixa", "Bradesco", "Santander", "Inter", "C6 Bank", "Carteira"];

export function Signs() {
  return (
    <>
      <p class="kit-line">
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
      <p class="kit-line">
        {CATEGORIES.map((category) => (
          <CategoryMark key={category.id} category={category} />
        ))}
      </p>
      <p class="kit-line">
        {BANKS.map((name) => (
          <BankMark key={name} name={name} />
        ))}
      </p>
    </>
  );
}
