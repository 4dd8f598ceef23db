import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { likeness, merchant } from "./merchant.ts";

test("who is on the other side", () => {
  const cases: [string, string][] = [
    ["PIX TRANSF BEATRIZ05/08", "BEATRIZ"],
    ["PIX QRS LOJA DO ZÉ", "LOJA DO ZE"],
    ["Pix enviado - Beatriz Lima", "BEATRIZ LIMA"],
    ["Pix - Enviado - 05/08 11:47 Beatriz Lima", "BEATRIZ LIMA"],
    [
      "Transferência enviada pelo Pix - BEATRIZ LIMA - •••.123.456-•• - BANCO EXEMPLO (0999) Agência: 1 Conta: 55-5",
      "BEATRIZ LIMA",
    ],
    ["PAG BOLETO ENERGIA SUL", "ENERGIA SUL"],
    ["Pagamento de boleto efetuado - ENERGIA SUL", "ENERGIA SUL"],
    ["DEBITO VISA ELECTRON BRASIL 04/08 PADARIA", "PADARIA"],
    ["Compra no débito - Padaria", "PADARIA"],
    ["Compra com Cartão - 04/08 18:22 PADARIA", "PADARIA"],
    ["LIVRARIA AURORA        CAMPINAS      BRA", "LIVRARIA AURORA"],
    ["LIVRARIA AURORA CAMPINAS BRA", "LIVRARIA AURORA CAMPINAS"],
    ["MP *LOJA", "LOJA"],
    ["PAG*LojaX", "LOJAX"],
    ["DL*Viagem", "VIAGEM"],
    ["Livraria Aurora - Parcela 2/3", "LIVRARIA AURORA"],
    ["MERCADO 000123456", "MERCADO"],
    ["PIXEL STUDIO", "PIXEL STUDIO"],
    ["Estorno de Livraria", "LIVRARIA"],
    ["12.345.678/0001-90 EMPRESA", "EMPRESA"],
  ];
  for (const [text, name] of cases) assert.equal(merchant(text), name, text);
});

test("likeness is shared words over all, without the words that say nothing", () => {
  assert.equal(likeness("PIX TRANSF BEATRIZ LIMA05/08", "Pix enviado - Beatriz Lima"), 1);
  assert.equal(likeness("LIVRARIA AURORA LTDA", "Livraria Aurora"), 1);
  assert.equal(likeness("Livraria Aurora", "Livraria Central"), 1 / 3);
  assert.equal(likeness("PAGAMENTO CARTAO", "COMPRA CARTAO"), 0);
});

test("likeness has no sides and lies between 0 and 1", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
      const alike = likeness(one, other);
      assert.equal(alike, likeness(other, one));
      assert.ok(alike >= 0 && alike <= 1);
    }),
  );
});
