import assert from "node:assert/strict";
import { test } from "node:test";
import { allLines, brief, latin, onlyLine, read, reasons } from "./testing.ts";

const HEADER = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n";

const bank = (transactions: string, more = "") =>
  `${HEADER}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<BRANCHID>1234<ACCTID>55555-5<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260801100000[-03:EST]<DTEND>20260831100000[-03:EST]
${transactions}
</BANKTRANLIST>${more}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const card = (transactions: string, org = "NU PAGAMENTOS S.A.") =>
  `<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>${org}</ORG><FID>260</FID></FI></SONRS></SIGNONMSGSRSV1><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
<CURDEF>BRL</CURDEF><CCACCTFROM><ACCTID>card-1</ACCTID></CCACCTFROM><BANKTRANLIST><DTSTART>20260801</DTSTART><DTEND>20260831</DTEND>
${transactions}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;

const row = (leaves: string) => `<STMTTRN>${leaves}</STMTTRN>`;
const plain = (amount: string, more = "") => row(`<TRNTYPE>DEBIT<DTPOSTED>20260805<TRNAMT>${amount}<FITID>1<MEMO>X${more}`);

test("OFX 1: an unclosed leaf ends where the next tag or the line's end is; comma amounts have thousands", () => {
  const file = read(
    bank(
      "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260805100000[-03:EST]<TRNAMT>-1.234,56<FITID>20260805001<MEMO>PIX TRANSF BEATRIZ05/08",
    ),
  );
  assert.equal(file.format, "ofx");
  const line = onlyLine(file);
  assert.deepEqual(
    [line.day, line.amountCents, line.description, line.fitid, line.kind, line.line],
    ["2026-08-05", -123456, "PIX TRANSF BEATRIZ05/08", "20260805001", "pix", 9],
  );
  const [statement] = file.statements;
  assert.deepEqual(statement?.account, { bank: "0341", branch: "1234", number: "55555-5", name: null });
  assert.deepEqual(statement?.period, { start: "2026-08-01", end: "2026-08-31" });
  assert.equal(statement?.place, "account");
});

test("OFX: closed and unclosed leaves in one file, a missing </STMTTRN>, a value on many lines and a <STMTTRN> that closes the one before", () => {
  const file = read(
    bank(
      `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20260805\n<TRNAMT>-10.00\n<FITID>a\n<MEMO>Uma</MEMO>\n
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260806</DTPOSTED><TRNAMT>20.5</TRNAMT><FITID></FITID><MEMO>Duas</MEMO></STMTTRN></STMTTRN>
<STMTTRN><DTPOSTED>20260807<TRNAMT>-3<FITID>
<MEMO>Três`,
      "<LEDGERBAL><BALAMT>1.000,00<DTASOF>20260901</LEDGERBAL>",
    ),
  );
  assert.deepEqual(brief(file), [
    ["2026-08-05", -1000, "Uma"],
    ["2026-08-06", 2050, "Duas"],
    ["2026-08-07", -300, "Três"],
  ]);
  assert.deepEqual(
    allLines(file).map(({ fitid }) => fitid),
    ["a", null, null],
  );
  assert.deepEqual(file.statements[0]?.balances, [
    { line: 19, day: "2026-09-01", when: "after", cents: 100000, text: "LEDGERBAL" },
  ]);
});

test("OFX 2: a card of Nubank; parts are read and the FITID is the purchase's", () => {
  const file = read(
    `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>${card(
      row(
        "<TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260814000000[-3:BRT]</DTPOSTED><TRNAMT>-89.90</TRNAMT><FITID>7c0e</FITID><MEMO>Livraria Aurora - Parcela 2/3</MEMO>",
      ),
    )}`,
  );
  const line = onlyLine(file);
  assert.deepEqual(line.part, { k: 2, n: 3, raw: "- PARCELA 2/3" });
  assert.equal(line.description, "Livraria Aurora - Parcela 2/3");
  const [statement] = file.statements;
  assert.deepEqual([statement?.place, statement?.fitidNamesPurchase, statement?.account.number], ["card", true, "card-1"]);
  assert.equal(read(card(plain("-1.00"), "OUTRO").replace("260", "999")).statements[0]?.fitidNamesPurchase, false);
});

test("OFX: windows-1252 bytes below a header that says what it likes", () => {
  const text = bank(row("<TRNTYPE>DEBIT<DTPOSTED>20260805<TRNAMT>-1.00<FITID>1<MEMO>Pão & Cia"));
  assert.equal(onlyLine(read(latin(text))).description, "Pão & Cia");
  assert.equal(onlyLine(read(text)).description, "Pão & Cia");
});

test("OFX: the header on one line, without line breaks, and no <OFX> at all", () => {
  const body = row("<TRNTYPE>DEBIT<DTPOSTED>20260805<TRNAMT>-1.00<FITID>1<MEMO>A");
  assert.equal(
    onlyLine(read(`OFXHEADER:100DATA:OFXSGMLVERSION:102CHARSET:8859-1<OFX><STMTRS>${body}</STMTRS></OFX>`)).description,
    "A",
  );
  assert.equal(onlyLine(read(body)).description, "A");
});

test("OFX: entities stand for their character once, anything else stays", () => {
  const memo = (text: string) => onlyLine(read(bank(row(`<DTPOSTED>20260805<TRNAMT>-1.00<MEMO>${text}`)))).description;
  assert.equal(memo("A &amp; B &lt;C&gt; &quot;D&quot; &#65; &#x42; &nbsp;E"), 'A & B <C> "D" A B  E');
  assert.equal(memo("&amp;lt; & &unknown; &#0;"), "&lt; & &unknown; &#0;");
  assert.equal(memo("3 < 4 > 2"), "3 < 4 > 2");
});

test("OFX: a DTD or entities are refused", () => {
  const file = read(`<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "aaaa">]>${card(plain("-1.00", "&a;"))}`);
  assert.deepEqual([file.refusal, file.statements], ["declares_entities", []]);
});

test("OFX: the zone is not applied", () => {
  for (const written of [
    "20260805000000[-3:BRT]",
    "20260805235959[0:GMT]",
    "20260805",
    "20260805100000[-03:EST]",
    "20260805233000.000[-3:GMT]",
  ])
    assert.equal(onlyLine(read(bank(row(`<DTPOSTED>${written}<TRNAMT>-1.00<MEMO>A`)))).day, "2026-08-05", written);
});

test("OFX: an impossible day, an amount that is none and one with three decimals are listed lines", () => {
  const file = read(
    bank(
      [
        row("<DTPOSTED>20260231<TRNAMT>-1.00<MEMO>A"),
        row("<DTPOSTED>20260805<TRNAMT>abc<MEMO>B"),
        row("<DTPOSTED>20260805<MEMO>C"),
        row("<DTPOSTED>20260805<TRNAMT>-1.234<MEMO>D"),
        row("<DTPOSTED>20260805<TRNAMT>-12345678901234.00<MEMO>E"),
        row("<DTPOSTED>20260805<TRNAMT>-1.00<MEMO>F"),
      ].join("\n"),
    ),
  );
  assert.deepEqual(reasons(file), [
    [9, "day_invalid"],
    [10, "amount_invalid"],
    [11, "amount_missing"],
    [12, "amount_too_precise"],
    [13, "amount_too_large"],
  ]);
  assert.match(file.problems[0]?.raw ?? "", /20260231/);
  assert.deepEqual(brief(file), [["2026-08-05", -100, "F"]]);
});

test("OFX of Banco do Brasil: balances among the rows are checkpoints, also on the zero date", () => {
  const file = read(
    bank(
      [
        row("<TRNTYPE>OTHER<DTPOSTED>00000000<TRNAMT>500.00<FITID><MEMO>Saldo Anterior"),
        row("<TRNTYPE>OTHER<DTPOSTED>20260805<TRNAMT>-20.00<FITID>1<MEMO>Compra com Cartão - 04/08 18:22 PADARIA"),
        row("<TRNTYPE>OTHER<DTPOSTED>20260805<TRNAMT>480.00<FITID><MEMO>S A L D O"),
      ].join("\n"),
    ),
  );
  assert.deepEqual(
    file.statements[0]?.balances.map(({ day, when, cents }) => [day, when, cents]),
    [
      [null, "before", 50000],
      ["2026-08-05", "after", 48000],
    ],
  );
  assert.equal(onlyLine(file).kind, "debit_card");
  assert.deepEqual(file.problems, []);
});

test("OFX with no minus in it: the type tells, or a person is asked", () => {
  const file = read(
    bank(
      ["DEBIT", "FEE", "SRVCHG", "DIRECTDEBIT", "CHECK", "POS", "CREDIT", "XFER", "PAYMENT", "ATM", "OTHER"]
        .map((type) => row(`<TRNTYPE>${type}<DTPOSTED>20260805<TRNAMT>5,00<MEMO>${type}`))
        .join("\n"),
    ),
  );
  const negative = allLines(file).filter(({ amountCents }) => amountCents < 0);
  assert.deepEqual(
    negative.map(({ description }) => description),
    ["DEBIT", "FEE", "SRVCHG", "DIRECTDEBIT", "CHECK", "POS"],
  );
  const unsure = allLines(file).filter(({ isSenseUnsure }) => isSenseUnsure);
  assert.deepEqual(
    unsure.map(({ description }) => description),
    ["XFER", "PAYMENT", "ATM", "OTHER"],
  );
  const signed = read(bank(plain("-1.00") + row("<TRNTYPE>DEBIT<DTPOSTED>20260805<TRNAMT>5.00<MEMO>estorno")));
  assert.deepEqual(
    allLines(signed).map(({ amountCents, isSenseUnsure }) => [amountCents, isSenseUnsure]),
    [
      [-100, false],
      [500, false],
    ],
  );
});

test("OFX: MEMO and NAME are joined unless one holds the other; then CHECKNUM; never the FITID", () => {
  const text = (leaves: string) => onlyLine(read(bank(row(`<DTPOSTED>20260805<TRNAMT>-1.00<FITID>f${leaves}`)))).description;
  assert.equal(text("<NAME>LOJA<MEMO>COMPRA"), "LOJA - COMPRA");
  assert.equal(text("<NAME>LOJA<MEMO>LOJA CENTRO"), "LOJA CENTRO");
  assert.equal(text("<NAME>LOJA CENTRO<MEMO>LOJA"), "LOJA CENTRO");
  assert.equal(text("<NAME><MEMO>LOJA"), "LOJA");
  assert.equal(text("<CHECKNUM>000123"), "000123");
  assert.equal(text(""), "");
});

test("OFX of Santander: zeros are no FITID, BRC is BRL, one moment is no period", () => {
  const file = read(
    bank(row("<TRNTYPE>OTHER<DTPOSTED>20260805000000[-3:GMT]<TRNAMT>-12,34<FITID>000000<MEMO>PIX"))
      .replace("<CURDEF>BRL", "<CURDEF>BRC")
      .replace("<DTSTART>20260801", "<DTSTART>20260831"),
  );
  assert.equal(onlyLine(file).fitid, null);
  assert.deepEqual([file.statements[0]?.currency, file.statements[0]?.period], ["BRL", null]);
});

test("OFX: the account somebody paid to is not the statement's, closed or not", () => {
  for (const closing of ["</BANKACCTTO>", ""]) {
    const file = read(bank(row(`<DTPOSTED>20260805<TRNAMT>-1.00<BANKACCTTO><BANKID>999<ACCTID>other${closing}<MEMO>A`)));
    assert.equal(file.statements[0]?.account.number, "55555-5");
    assert.equal(onlyLine(file).description, "A");
  }
});

test("OFX: several statements are several lists", () => {
  const one = bank(plain("-1.00"));
  const two = one.replace("55555-5", "66666-6").replace("-1.00", "-2.00").slice(HEADER.length);
  assert.deepEqual(
    read(one + two).statements.map(({ account, lines }) => [account.number, lines[0]?.amountCents]),
    [
      ["55555-5", -100],
      ["66666-6", -200],
    ],
  );
});

test("OFX: what comes after the statement's end or after today is planned", () => {
  const days = ["20260831", "20260901", "20260916"].map((day) => row(`<DTPOSTED>${day}<TRNAMT>-1.00<MEMO>A`)).join("");
  const planned = (text: string) => allLines(read(text)).map(({ isPlanned }) => isPlanned);
  assert.deepEqual(planned(bank(days)), [false, true, true]);
  assert.deepEqual(planned(bank(days).replace("<DTEND>20260831", "<DTEND>20261231")), [false, false, true]);
});

test("OFX: a currency of origin is kept with its rate", () => {
  const line = onlyLine(
    read(bank(row("<DTPOSTED>20260805<TRNAMT>-55.00<ORIGCURRENCY><CURRATE>5.5<CURSYM>USD</ORIGCURRENCY><MEMO>STORE"))),
  );
  assert.deepEqual([line.foreign, line.kind], [{ currency: "USD", cents: null, rate: "5.5" }, "abroad"]);
});

test("OFC, the ancestor: 0 and 1 are the sense, CHKNUM the document", () => {
  const file = read(
    "<OFC><DTD>2<CPAGE>1252<ACCTSTMT><ACCTFROM><BANKID>001<ACCTID>77-7<ACCTTYPE>0</ACCTFROM><STMTRS><DTSTART>20260801<DTEND>20260831<LEDGER>99.00" +
      "<STMTTRN><TRNTYPE>1<DTPOSTED>20260805<TRNAMT>10.00<FITID>1<CHKNUM>42<MEMO>CHEQUE</STMTTRN>" +
      "<STMTTRN><TRNTYPE>0<DTPOSTED>20260806<TRNAMT>20.00<FITID>2<CHKNUM>43<MEMO>DEPOSITO</STMTTRN></STMTRS></ACCTSTMT></OFC>",
  );
  assert.deepEqual(brief(file), [
    ["2026-08-05", -1000, "CHEQUE"],
    ["2026-08-06", 2000, "DEPOSITO"],
  ]);
  assert.deepEqual([file.statements.length, file.statements[0]?.account.number, allLines(file)[0]?.document], [1, "77-7", "42"]);
  assert.deepEqual(
    file.statements[0]?.balances.map(({ day, cents }) => [day, cents]),
    [["2026-08-31", 9900]],
  );
});

test("OFX of Banco do Brasil's cards repeats the day of the purchase on every part", () => {
  const file = read(card(plain("-1.00")).replace("<FID>260", "<FID>1"));
  assert.equal(file.statements[0]?.repeatsPurchaseDay, true);
});

test("OFX: more than 50,000 transactions are refused", () => {
  assert.equal(read(`<OFX><STMTRS>${"<STMTTRN>".repeat(50_001)}`).refusal, "too_many_lines");
  assert.equal(read(`<OFX>${"<STMTRS><STMTTRN><DTPOSTED>20260805<TRNAMT>1".repeat(201)}`).refusal, "too_many_statements");
});

test("OFX of a card: the name of the file says the invoice, as that of a CSV does; an account has none", () => {
  const fileName = "Nubank_2026-12-07.ofx";
  assert.deepEqual(read(card(plain("-1.00")), { fileName }).statements[0]?.invoice, { month: "2026-12", due: "2026-12-07" });
  assert.equal(read(card(plain("-1.00"))).statements[0]?.invoice, null);
  assert.equal(read(bank(plain("-1.00")), { fileName }).statements[0]?.invoice, null);
});
