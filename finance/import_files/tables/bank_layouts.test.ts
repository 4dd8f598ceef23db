import assert from "node:assert/strict";
import { test } from "node:test";
import { CSV_FILES } from "../testing/csv_files.ts";
import { allLines, brief, onlyLine, read, reasons } from "../testing.ts";

type Expected = [layout: string, place: string | null, lines: [string, number, string][], problems?: [number | null, string][]];

const EXPECTED: Record<keyof typeof CSV_FILES, Expected> = {
  nubank_account: [
    "nubank_account",
    "account",
    [
      [
        "2026-08-05",
        -4250,
        "Transferência enviada pelo Pix - BEATRIZ LIMA - •••.123.456-•• - BANCO EXEMPLO (0999) Agência: 1 Conta: 55-5",
      ],
      ["2026-08-06", 150000, "Transferência Recebida - EMPRESA, LTDA"],
    ],
  ],
  nubank_card: [
    "nubank_card",
    "card",
    [
      ["2026-08-05", -8990, "Livraria Aurora - Parcela 1/3"],
      ["2026-08-06", 120000, "Pagamento recebido"],
      ["2026-08-07", -350, "IOF de compra internacional"],
    ],
  ],
  nubank_card_old: ["nubank_card", "card", [["2026-08-05", -8990, "Livraria Aurora"]]],
  inter_account: [
    "inter_account",
    "account",
    [
      ["2026-08-05", -4250, "Pix enviado - Beatriz Lima"],
      ["2026-08-04", -100000, "Compra no débito"],
    ],
  ],
  inter_account_old: ["inter_account", "account", [["2026-08-05", -4250, "PIX ENVIADO"]]],
  inter_card: [
    "inter_card",
    "card",
    [
      ["2026-08-09", -113333, "LIVRARIA AURORA        CAMPINAS      BRA"],
      ["2026-08-10", 1234, "ESTORNO LOJA"],
    ],
  ],
  itau_account: ["itau_account", "account", [["2026-08-05", -4250, "PIX TRANSF BEATRIZ05/08"]]],
  itau_text: [
    "itau_text",
    "account",
    [
      ["2026-08-05", -4250, "PIX TRANSF BEATRIZ05/08"],
      ["2026-08-06", 3, "REND PAGO APLIC AUT MAIS"],
    ],
  ],
  itau_card: [
    "itau_card",
    "card",
    [
      ["2026-08-05", -11330, "LIVRARIA AURORA03/10"],
      ["2026-08-06", 120000, "PAGAMENTO COM SALDO"],
    ],
  ],
  bradesco_account: [
    "bradesco_account",
    "account",
    [
      ["2026-08-05", -4250, "TRANSFERENCIA PIX REM: BEATRIZ LIMA 05/08"],
      ["2026-08-06", 150000, "PAGAMENTO SALARIO"],
    ],
    [[9, "second_table"]],
  ],
  bradesco_card: [
    "bradesco_card",
    "card",
    [
      ["2026-08-05", -11333, "LIVRARIA AURORA 03/10"],
      ["2025-12-20", -5500, "STORE EXAMPLE"],
      ["2026-08-06", -1200, "PADARIA"],
    ],
  ],
  banco_do_brasil: ["banco_do_brasil", "account", [["2026-08-05", -4250, "Pix - Enviado - 05/08 11:47 Beatriz Lima"]]],
  banco_do_brasil_old: ["banco_do_brasil_old", "account", [["2026-08-05", -4250, "Compra com Cartão - 04/08 18:22 PADARIA"]]],
  caixa: [
    "caixa",
    "account",
    [
      ["2026-08-05", -4250, "ENVIO PIX"],
      ["2026-08-06", 10000, "CRED TED"],
    ],
  ],
  santander_account: [
    "santander_account",
    "account",
    [
      ["2026-08-06", 10000, "PIX RECEBIDO"],
      ["2026-08-05", -4250, "PIX ENVIADO"],
    ],
  ],
  c6_account: [
    "c6_account",
    "account",
    [
      ["2026-08-05", -4250, "Pix enviado para BEATRIZ - TRANSF ENVIADA PIX"],
      ["2026-08-06", 150000, "Salário - RECEBIMENTO SALARIO"],
    ],
  ],
  c6_card: [
    "c6_card",
    "card",
    [
      ["2026-06-05", -8990, "LIVRARIA AURORA"],
      ["2026-08-07", -5500, "STORE EXAMPLE"],
      ["2026-08-20", 120000, "Inclusao de Pagamento"],
    ],
  ],
  picpay: [
    "picpay",
    "account",
    [
      ["2026-08-05", -4250, "Pix enviado - BEATRIZ LIMA"],
      ["2026-08-06", 150000, "Pix recebido - EMPRESA"],
    ],
  ],
  picpay_business: ["picpay_business", "account", [["2026-08-05", 4250, "Venda - Link de pagamento"]]],
  mercado_pago: [
    "mercado_pago",
    "account",
    [
      ["2026-08-05", 104250, "Pix recebido Beatriz Lima"],
      ["2026-08-06", -4250, "Dinheiro reservado"],
    ],
  ],
  organizze: [
    "organizze",
    null,
    [
      ["2026-08-05", -19990, "Geladeira 2/12"],
      ["2026-08-20", 500000, "Salário"],
    ],
  ],
  mobills: [
    "mobills",
    null,
    [
      ["2026-08-05", -123456, "Mercado"],
      ["2026-08-06", 500000, "Salário"],
    ],
    [[4, "day_missing"]],
  ],
  ynab: [
    "ynab",
    null,
    [
      ["2026-08-25", -225010, "Market"],
      ["2026-08-05", -5000, "Transfer : Savings"],
      ["2026-08-05", 5000, "Transfer : Checking"],
    ],
  ],
  actual: [
    "actual",
    null,
    [
      ["2026-08-05", -3000, "Market"],
      ["2026-08-06", -5000, "Savings"],
      ["2026-08-06", 5000, "Checking"],
    ],
  ],
  firefly: [
    "firefly",
    null,
    [
      ["2026-08-05", -3000, "Fruit"],
      ["2026-08-06", -5000, "Save"],
      ["2026-08-07", 150000, "Salary"],
      ["2026-01-01", 9900, "Opening"],
      ["2026-08-06", 5000, "Save"],
    ],
    [[7, "unknown_type"]],
  ],
};

for (const [name, [layout, place, lines, problems = []]] of Object.entries(EXPECTED)) {
  test(`the CSV of ${name} is known by its header and read whole`, () => {
    const file = read(CSV_FILES[name as keyof typeof CSV_FILES]);
    assert.deepEqual([file.format, file.layout, file.refusal, file.needs], ["csv", layout, null, null]);
    assert.deepEqual(brief(file), lines);
    assert.deepEqual(reasons(file), problems);
    assert.ok(file.statements.every((statement) => statement.place === place));
  });
}

const balances = (name: keyof typeof CSV_FILES) =>
  read(CSV_FILES[name]).statements.flatMap((each) => each.balances.map(({ day, when, cents }) => [day, when, cents]));
const account = (name: keyof typeof CSV_FILES) => read(CSV_FILES[name]).statements[0]?.account;
const period = (name: keyof typeof CSV_FILES) => read(CSV_FILES[name]).statements[0]?.period;
const kinds = (name: keyof typeof CSV_FILES) => allLines(read(CSV_FILES[name])).map(({ kind }) => kind);
const AUGUST = { start: "2026-08-01", end: "2026-08-31" };

test("Nubank: the UUID is the FITID; kinds of a card's lines; the older file has categories", () => {
  assert.equal(allLines(read(CSV_FILES.nubank_account))[0]?.fitid, "5f2c1d9a-0b1e-4c11-9a77-0d0f6e1a2b3c");
  assert.deepEqual(kinds("nubank_card"), ["plain", "payment_received", "iof"]);
  assert.deepEqual(allLines(read(CSV_FILES.nubank_card))[0]?.part, { k: 1, n: 3, raw: "- PARCELA 1/3" });
  assert.equal(onlyLine(read(CSV_FILES.nubank_card_old)).category, "livros");
});

test("Inter: lines before the header give account and period; a missing Saldo is none", () => {
  assert.deepEqual([account("inter_account")?.number, account("inter_account")?.bank], ["12345678-9", "077"]);
  assert.deepEqual(period("inter_account"), AUGUST);
  assert.deepEqual(
    allLines(read(CSV_FILES.inter_account)).map(({ balanceCents }) => balanceCents),
    [195750, null],
  );
  const [purchase, refund] = allLines(read(CSV_FILES.inter_card));
  assert.deepEqual([purchase?.part?.k, purchase?.part?.n, refund?.part, refund?.kind], [3, 10, null, "refund"]);
});

test("Itaú: balances are checkpoints, from their own column; parts are glued to the shop's name", () => {
  assert.deepEqual(balances("itau_account"), [
    ["2026-07-31", "before", 100000],
    ["2026-08-05", "after", 95750],
  ]);
  assert.deepEqual([account("itau_account")?.branch, account("itau_account")?.number], ["1234", "55555-5"]);
  assert.deepEqual(allLines(read(CSV_FILES.itau_card))[0]?.part, { k: 3, n: 10, raw: "03/10" });
  assert.equal(read(CSV_FILES.itau_card).statements[0]?.repeatsPurchaseDay, true);
});

test("a header of Itaú's card over days that it does not write so is another bank's", () => {
  const file = read("data;lançamento;valor\n05/08/2026;PADARIA;-12,00\n");
  assert.equal(file.layout, null);
  assert.notEqual(file.needs, null);
});

test("Bradesco: account and period above, the balance of code 0, text that goes on, years of two digits", () => {
  assert.deepEqual([account("bradesco_account")?.branch, account("bradesco_account")?.number], ["1234", "12345-6"]);
  assert.deepEqual(period("bradesco_account"), AUGUST);
  assert.deepEqual(balances("bradesco_account"), [["2026-07-31", "after", 100000]]);
  assert.deepEqual(kinds("bradesco_account"), ["pix", "plain"]);
  const [first, abroad, other] = allLines(read(CSV_FILES.bradesco_card));
  assert.deepEqual([first?.card, other?.card], ["1234", "5678"]);
  assert.deepEqual([first?.part?.k, first?.part?.n, first?.foreign], [3, 10, null]);
  assert.deepEqual([abroad?.foreign, abroad?.kind], [{ currency: "USD", cents: -1000, rate: null }, "abroad"]);
});

test("Banco do Brasil: an empty Tipo is a balance, also on the zero date", () => {
  assert.deepEqual(balances("banco_do_brasil"), [
    ["2026-07-31", "before", 100000],
    [null, "after", 95750],
  ]);
  assert.deepEqual(balances("banco_do_brasil_old"), [
    ["2026-07-31", "before", 100000],
    ["2026-08-31", "after", 95750],
  ]);
});

test("Caixa: zeros are no document, a comma is read too", () => {
  assert.deepEqual(
    allLines(read(CSV_FILES.caixa)).map(({ document }) => document),
    ["051147", null],
  );
  assert.equal(account("caixa")?.number, "12345");
  const comma = Buffer.from(CSV_FILES.caixa)
    .toString("latin1")
    .replace("42.50", "1.042,50")
    .replaceAll(/(\d)\.(\d\d)"/g, '$1,$2"');
  assert.equal(allLines(read(comma))[0]?.amountCents, -104250);
});

test("Santander and C6: two columns, lines before", () => {
  assert.deepEqual(balances("santander_account"), [["2026-07-31", "before", 100000]]);
  assert.deepEqual(period("santander_account"), AUGUST);
  assert.deepEqual([account("c6_account")?.branch, account("c6_account")?.number, period("c6_account")], ["1", "123456", AUGUST]);
  const [first, second] = allLines(read(CSV_FILES.c6_card));
  assert.deepEqual([first?.part?.k, first?.part?.n, first?.card, first?.category], [2, 3, "1234", "Livraria"]);
  assert.deepEqual([second?.part, second?.foreign], [null, { currency: "USD", cents: -1000, rate: "5.50" }]);
  assert.deepEqual(kinds("c6_card"), ["plain", "abroad", "payment_received"]);
  const business = Buffer.from(CSV_FILES.c6_account).toString().replaceAll("(R$)", "");
  assert.equal(read(business).layout, "c6_account");
});

test("Mercado Pago: the table above has the balances; its pots are told", () => {
  assert.deepEqual(balances("mercado_pago"), [
    [null, "before", 95750],
    [null, "after", 195750],
  ]);
  assert.deepEqual(kinds("mercado_pago"), ["pix", "pot"]);
});

test("Organizze: parts in the text, what is not paid is planned, notes", () => {
  const [first, second] = allLines(read(CSV_FILES.organizze));
  assert.deepEqual(
    [first?.part?.k, first?.part?.n, first?.isPlanned, first?.notes, first?.category],
    [2, 12, false, "garantia de um ano", "Casa"],
  );
  assert.equal(second?.isPlanned, true);
});

test("a part that Excel took for a day is given back", () => {
  const file = read(
    "Data de Compra;Nome no Cartão;Final do Cartão;Categoria;Descrição;Parcela;Valor (em US$);Cotação (em R$);Valor (em R$)\n05/06/2026;B;1;L;A;02/abr;0;0;1.00\n",
  );
  assert.deepEqual(onlyLine(file).part, { k: 2, n: 4, raw: "02/ABR" });
});

test("the file's name is a hint for account, period and invoice, never for the format", () => {
  const named = (fileName: string, name: keyof typeof CSV_FILES) => read(CSV_FILES[name], { fileName }).statements[0];
  assert.deepEqual(named("NU_998877_01AGO2026_31AGO2026.csv", "nubank_account")?.period, AUGUST);
  assert.equal(named("NU_998877_01AGO2026_31AGO2026.csv", "nubank_account")?.account.number, "998877");
  assert.deepEqual(named("nubank-2026-08.csv", "nubank_card")?.invoice, { month: "2026-08", due: null });
  assert.deepEqual(named("Fatura_2026-08-20.csv", "c6_card")?.invoice, { month: "2026-08", due: "2026-08-20" });
  assert.deepEqual(named("fatura-inter-2026-13.csv", "inter_card")?.invoice, null);
  assert.equal(read(CSV_FILES.nubank_card, { fileName: "x.ofx" }).format, "csv");
});

test("the month of an invoice is in the name with the year first or last; a table of unknown place has it too, an account never", () => {
  const invoiceOf = (fileName: string, file: string | Uint8Array = CSV_FILES.nubank_card) =>
    read(file, { fileName }).statements[0]?.invoice;
  const december = { month: "2026-12", due: "2026-12-07" };
  for (const name of ["Nubank_2026-12-07.csv", "nubank_20261207.csv", "Fatura 07-12-2026.csv", "fatura_2026_12_07 (1).csv"])
    assert.deepEqual(invoiceOf(name), december, name);
  for (const name of ["fatura-12-2026.csv", "cartao 2026.12.csv", "FATURA202612.csv"])
    assert.deepEqual(invoiceOf(name), { month: "2026-12", due: null }, name);
  for (const name of ["2026-12-07.csv", "fatura-99-2026.csv", "fatura-2026129.csv", "nubank.csv"])
    assert.equal(invoiceOf(name), null, name);
  assert.deepEqual(
    invoiceOf("Fatura_2026-12-07.csv", "aaa;bbb;ccc\n2026-02-03;Mercado;-12,34\n2026-02-04;Feira;-5,00\n"),
    december,
  );
  assert.equal(invoiceOf("Nubank_2026-12-07.csv", CSV_FILES.nubank_account), null);
});

test("days without a year are of the newest that is not after the statement's end", () => {
  const named = read(CSV_FILES.bradesco_card, { fileName: "Fatura_2026-12-25.csv", today: "2027-01-10" });
  assert.deepEqual(
    brief(named).map(([day]) => day),
    ["2026-08-05", "2026-12-20", "2026-08-06"],
  );
});
