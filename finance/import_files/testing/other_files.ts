// Files that are no tables, invented.

const utf8 = (text: string) => new TextEncoder().encode(text);

export const OTHER_FILES = {
  ofx: utf8(`OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>55555-5<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260801100000[-03:EST]<DTEND>20260831100000[-03:EST]
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260805100000[-03:EST]<TRNAMT>-1.234,56<FITID>20260805001<MEMO>PIX TRANSF BEATRIZ05/08
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260806<TRNAMT>10,00<FITID>2<NAME>A & B<MEMO>Salário</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1.000,00<DTASOF>20260901</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`),
  ofx_card:
    utf8(`<?xml version="1.0"?><OFX><SONRS><FI><ORG>NU PAGAMENTOS S.A.</ORG><FID>260</FID></FI></SONRS><CCSTMTRS><CURDEF>BRL</CURDEF>
<CCACCTFROM><ACCTID>card</ACCTID></CCACCTFROM><BANKTRANLIST><DTSTART>20260801</DTSTART><DTEND>20260831</DTEND>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260814000000[-3:BRT]</DTPOSTED><TRNAMT>-89.90</TRNAMT><FITID>7c0e</FITID><MEMO>Livraria Aurora - Parcela 2/3</MEMO></STMTTRN>
</BANKTRANLIST></CCSTMTRS></OFX>`),
  qif: utf8(`!Account
NChecking
TBank
^
!Type:Bank
D8/1'26
T1,000.00
POpening Balance
L[Checking]
^
D8/25'26
T-1,234.56
N101
PMarket
Mweekly
SFood
Efruit
$-1,000.00
SHome
$-234.56
^
D8/ 5/26
T-50.00
PTo savings
L[Savings]
^
!Account
NVisa
TCCard
^
!Type:CCard
D8/6'26
U-10.00
PBook shop
LBooks
^
`),
  camt: utf8(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><Stmt>
<FrToDt><FrDtTm>2026-08-01T00:00:00</FrDtTm><ToDtTm>2026-08-31T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>BR1800000000141455123924100C2</IBAN></Id><Ccy>BRL</Ccy>
<Svcr><FinInstnId><BICFI>EXAMBRXX</BICFI></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="BRL">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-07-31</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="BRL">50.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-08-31</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>ITAV</Cd></CdOrPrtry></Tp><Amt Ccy="BRL">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-08-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="BRL">42.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-08-05</Dt></BookgDt><ValDt><Dt>2026-08-06</Dt></ValDt><AcctSvcrRef>ref-1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Pty><Nm>Beatriz Lima</Nm></Pty></Cdtr></RltdPties>
<RmtInf><Ustrd>aluguel</Ustrd><Ustrd>&amp; luz</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="BRL">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><DtTm>2026-08-06T10:00:00</DtTm></BookgDt><AcctSvcrRef>ref-2</AcctSvcrRef>
<NtryDtls>
<TxDtls><Refs><AcctSvcrRef>ref-2a</AcctSvcrRef><EndToEndId>e2e-1</EndToEndId></Refs><Amt Ccy="BRL">10.00</Amt>
<RltdPties><Dbtr><Nm>Ana</Nm></Dbtr></RltdPties></TxDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="BRL">20.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Bia</Nm></Dbtr></RltdPties></TxDtls>
</NtryDtls></Ntry>
<Ntry><Amt Ccy="BRL">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-08-07</Dt></BookgDt><AcctSvcrRef>ref-3</AcctSvcrRef>
<AddtlNtryInf>estorno</AddtlNtryInf></Ntry>

<Ntry><Amt Ccy="BRL">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-08-08</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="USD">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-08-08</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`),
} as const;
