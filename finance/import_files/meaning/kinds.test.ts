import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceIsBefore, kindOf, type LineKind, transferKeyIn } from "./kinds.ts";

test("what lines of an account mean", () => {
  const cases: [string, number, LineKind][] = [
    ["SALDO ANTERIOR", 1, "balance"],
    ["Saldo do dia", 1, "balance"],
    ["S A L D O", 1, "balance"],
    ["SALDO TOTAL DISPONÍVEL DIA", 1, "balance"],
    ["COD. LANC. 0", 1, "balance"],
    ["PIX TRANSF BEATRIZ05/08", -1, "pix"],
    ["PIX QRS LOJA", -1, "pix"],
    ["Pix enviado - X", -1, "pix"],
    ["Transferência recebida pelo Pix - X - •••.123.456-•• - BANK (0999) Agência: 1 Conta: 2", 1, "pix"],
    ["PAG BOLETO X", -1, "boleto"],
    ["PAGTO TITULO", -1, "boleto"],
    ["Pagamento de boleto efetuado - X", -1, "boleto"],
    ["DEBITO VISA ELECTRON BRASIL 04/08 X", -1, "debit_card"],
    ["Compra no débito - X", -1, "debit_card"],
    ["Compra com Cartão - 04/08 18:22 X", -1, "debit_card"],
    ["Pagamento de fatura", -1, "invoice_payment"],
    ["PGTO FAT CARTAO", -1, "invoice_payment"],
    ["DEBITO AUT. FATURA", -1, "invoice_payment"],
    ["Pagamento da fatura", -1, "invoice_payment"],
    ["PAGTO FATURA", -1, "invoice_payment"],
    ["PAG FATURA CARTAO", -1, "invoice_payment"],
    ["PAG. FATURA", -1, "invoice_payment"],
    ["Pagamento efetuado - Fatura Nubank", -1, "invoice_payment"],
    ["PAGAMENTO CARTAO DE CREDITO", -1, "invoice_payment"],
    ["PAGTO CARTAO CREDITO", -1, "invoice_payment"],
    ["DEB AUTOM FATURA CARTAO VISA", -1, "invoice_payment"],
    ["DEBITO CARTAO DE CREDITO", -1, "invoice_payment"],
    ["Fatura do cartão", -1, "invoice_payment"],
    ["INT PAG FATURA", -1, "invoice_payment"],
    ["Pagamento de fatura", 1, "plain"],
    ["PAGAMENTO CARTAO DE DEBITO", -1, "plain"],
    ["PAG FATIMA MODAS", -1, "plain"],
    ["FATURA DE ENERGIA", -1, "plain"],
    ["GASTOS CARTAO DE CREDITO", -1, "invoice_payment"],
    ["REND PAGO APLIC AUT", 1, "interest"],
    ["BB RENDE FACIL", -1, "pot"],
    ["CONTAMAX", -1, "pot"],
    ["Aplicação RDB", -1, "pot"],
    ["Dinheiro reservado", -1, "pot"],
    ["Estorno de compra", 1, "refund"],
    ["PADARIA SALDO BOM", -1, "plain"],
    ["Salário", 1, "plain"],
  ];
  for (const [text, cents, kind] of cases) assert.equal(kindOf(text, cents, "account"), kind, text);
});

test("what lines of a card mean", () => {
  const cases: [string, number, LineKind][] = [
    ["Pagamento recebido", 1, "payment_received"],
    ["PAGAMENTO ON LINE", 1, "payment_received"],
    ["Inclusao de Pagamento", 1, "payment_received"],
    ["PAGAMENTO COM SALDO", 1, "payment_received"],
    ["PAGTO DEBITO AUTOMATICO", 1, "payment_received"],
    ["PAG FATURA CARTAO", 1, "payment_received"],
    ["Crédito pagamento", 1, "payment_received"],
    ["PAGTO ESCOLA", -1, "plain"],
    ["IOF de compra internacional", -1, "iof"],
    ["IOF INTERNACIONAL", -1, "iof"],
    ["STORE USD 12,34", -1, "abroad"],
    ["Estorno LIVRARIA", 1, "refund"],
    ["LIVRARIA", 1, "refund"],
    ["LIVRARIA", -1, "plain"],
  ];
  for (const [text, cents, kind] of cases) assert.equal(kindOf(text, cents, "card"), kind, text);
});

test("the balance before is told from the one after", () => {
  assert.equal(balanceIsBefore("Saldo Anterior"), true);
  assert.equal(balanceIsBefore("SALDO DIA"), false);
});

test("an end-to-end id is found whole, or not at all", () => {
  const id = "E00000000202608051410abcDEF12345";
  assert.equal(transferKeyIn("PIX", `Pix ${id}.`), id);
  assert.equal(transferKeyIn(`x${id}`, `${id}0`, null), null);
});
