// A file of each layout, invented, with the quirks of the bank that writes it. Tests read them as they are, the fuzz test spoils them.
import { latin } from "../testing.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const BOM = "\ufeff";

export const CSV_FILES = {
  nubank_account: utf8(`Data,Valor,Identificador,Descrição
05/08/2026,-42.50,5f2c1d9a-0b1e-4c11-9a77-0d0f6e1a2b3c,Transferência enviada pelo Pix - BEATRIZ LIMA - •••.123.456-•• - BANCO EXEMPLO (0999) Agência: 1 Conta: 55-5
06/08/2026,1500.00,6f2c1d9a-0b1e-4c11-9a77-0d0f6e1a2b3c,"Transferência Recebida - EMPRESA, LTDA"
`),
  nubank_card: utf8(`date,title,amount
2026-08-05,Livraria Aurora - Parcela 1/3,89.90
2026-08-06,Pagamento recebido,-1200.00
2026-08-07,IOF de compra internacional,3.5
`),
  nubank_card_old: utf8("date,category,title,amount\r\n2026-08-05,livros,Livraria Aurora,89.9\r\n"),
  inter_account: latin(` Extrato Conta Corrente
Conta ;12345678-9
Período ;01/08/2026 a 31/08/2026
Saldo ;1.957,50

Data Lançamento;Histórico;Descrição;Valor;Saldo
05/08/2026;Pix enviado;Beatriz Lima;-42,50;1.957,50
04/08/2026;Compra no débito;;-1.000,00
`),
  inter_account_old: utf8(`${BOM}Data Lançamento;Descrição;Valor;Saldo\n05/08/2026;PIX ENVIADO;-42,50;0,00\n`),
  inter_card: utf8(`${BOM}"Data","Lançamento","Categoria","Tipo","Valor"
"09/08/2026","LIVRARIA AURORA        CAMPINAS      BRA","COMPRAS","Parcela 3/10","R$ 1.133,33"
"10/08/2026","ESTORNO LOJA","COMPRAS","Compra à vista","-R$\u00a012,34"
`),
  itau_account: latin(`Logotipo Itaú
Atualização:;01/09/2026
Nome:;BEATRIZ LIMA
Agência:;1234
Conta:;55555-5

Lançamentos

data;lançamento;ag./origem;valor (R$);saldos (R$)
lançamentos
31/07/2026;SALDO ANTERIOR;;;1.000,00
05/08/2026;PIX TRANSF BEATRIZ05/08;;-42,50;
05/08/2026;SALDO TOTAL DISPONÍVEL DIA;;;957,50

Limite;;;500,00
`),
  itau_text: latin("05/08/2026;PIX TRANSF BEATRIZ05/08;-42,50\r\n06/08/2026;REND PAGO APLIC AUT MAIS;0,03\r\n"),
  itau_card: utf8(
    `${BOM}data,lançamento,valor\n2026-08-05,LIVRARIA AURORA03/10,113.3\n2026-08-06,PAGAMENTO COM SALDO,-1200.00\n`,
  ),
  bradesco_account: latin(`Extrato de: Ag: 1234 | Conta: 12345-6 | Entre 01/08/2026 e 31/08/2026;\r
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);\r
31/07/26;COD. LANC. 0;;;;1.000,00;\r
05/08/26;TRANSFERENCIA PIX;1234567;;-42,50;957,50;\r
;;REM: BEATRIZ LIMA 05/08;;;;\r
06/08/26;PAGAMENTO SALARIO;7654321;"1.500,00";;"2.457,50";\r
Total;;;1.500,00;-42,50;2.457,50;\r
Os dados acima têm como base 31/08/2026 às 10h;\r
Últimos Lançamentos;\r
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);\r
06/08/26;PAGAMENTO SALARIO;7654321;"1.500,00";;"2.457,50";\r
`),
  bradesco_card: latin(`Data: 31/08/2026 10:00
Situação da Fatura: FECHADA
BEATRIZ LIMA ;;;XXXX 1234
Data;Histórico;Valor(US$);Valor(R$)
05/08;LIVRARIA AURORA 03/10;0,00;113,33
20/12;STORE EXAMPLE;10,00;55,00
BEATRIZ LIMA ADICIONAL ;;;XXXX 5678
Data;Histórico;Valor(US$);Valor(R$)
06/08;PADARIA;0,00;12,00
`),
  banco_do_brasil: latin(`"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"
"31/07/2026","Saldo Anterior","","","1.000,00",""
"05/08/2026","Pix - Enviado","05/08 11:47 Beatriz Lima","80501","-42,50","Saída"
"00/00/0000","Saldo do dia","","","957,50",""
`),
  banco_do_brasil_old: latin(`"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",
"31/07/2026","","Saldo Anterior","","0","1000.00",
"05/08/2026","0000-1","Compra com Cartão - 04/08 18:22 PADARIA","","123","-42.50",
"31/08/2026","","S A L D O","","0","957.50",
`),
  caixa: latin(`"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"
"12345";"20260805";"051147";"ENVIO PIX";"42.50";"D"
"12345";"20260806";"000000";"CRED TED";"100.00";"C"
"12345";"20260806";"000000";"SALDO DIA";"957.50";"C"
`),
  santander_account: utf8(`EXTRATO DE CONTA CORRENTE
Nome;BEATRIZ LIMA
Agência;1234;Conta;01055555-5
Período;01/08/2026 a 31/08/2026
Data;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)
06/08/2026;PIX RECEBIDO;000000;Efetivado;100,00;;1.057,50
05/08/2026;PIX ENVIADO;000001;Efetivado;;-42,50;957,50
31/07/2026;SALDO ANTERIOR;;;;;1.000,00
`),
  c6_account: utf8(`${BOM}EXTRATO DE CONTA CORRENTE C6 BANK

Agência: 1 / Conta: 123456
Extrato gerado em 01/09/2026 - as transações abaixo se referem ao período de 01/08/2026 a 31/08/2026

Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)
05/08/2026,05/08/2026,Pix enviado para BEATRIZ,TRANSF ENVIADA PIX,0.00,42.50,957.50
06/08/2026,07/08/2026,Salário,RECEBIMENTO SALARIO,1500.00,0.00,2457.50
`),
  c6_card:
    utf8(`Data de Compra;Nome no Cartão;Final do Cartão;Categoria;Descrição;Parcela;Valor (em US$);Cotação (em R$);Valor (em R$)
05/06/2026;BEATRIZ LIMA;1234;Livraria;LIVRARIA AURORA;2/3;0;0;89.90
07/08/2026;BEATRIZ LIMA;5678;Software;STORE EXAMPLE;Única;10.00;5.50;55.00
20/08/2026;BEATRIZ LIMA;1234;-;Inclusao de Pagamento;Única;0;0;-1200.00
`),
  picpay: utf8(`${BOM}data,hora,tipo,origem / destino,valor,forma de pagamento
2026-08-05,14:10:02,Pix enviado,BEATRIZ LIMA,"\u2212R$ 42,50",Com saldo
2026-08-06,09:00:00,Pix recebido,EMPRESA,"R$ 1.500,00",Com saldo
`),
  picpay_business: utf8('Data;Movimento;Descrição;Tipo;Valor\n05/08/2026;Venda;Link de pagamento;Crédito;"R$ 42,50"\n'),
  mercado_pago: utf8(`INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE
957,50;1.042,50;-42,50;1.957,50

RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE
05-08-2026;Pix recebido Beatriz Lima;200000000001;1.042,50;2.000,00
06-08-2026;Dinheiro reservado;200000000002;-42,50;1.957,50
`),
  organizze: utf8(`Data;Descrição;Categoria;Valor;Situação;Informações adicionais
05.08.2026;Geladeira 2/12;Casa;-199,90;Pago;garantia de um ano
20.08.2026;Salário;Receitas;5000,00;Não pago;
`),
  mobills: utf8(`"Data";"Descrição";"Valor";"Conta";"Situação";"Categoria";"Subcategoria";"Tags"
"05/08/2026";"Mercado";"R$ -1.234,56";"Banco A";"Pago";"Casa";"Feira";"mes, casa"
"06/08/2026";"Salário";"R$ 5.000,00";"Banco B";"Pendente";"Renda";"";""
"";"";"R$ 3.765,44";"";"";"";"";""
`),
  ynab: utf8(`${BOM}"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","08/25/2026","Market","Needs: Food","Needs","Food","Split (1/2) fruit",$1000.00,$0.00,"Cleared"
"Checking","","08/25/2026","Market","Needs: Home","Needs","Home","Split (2/2) soap","$1,250.10",$0.00,"Cleared"
"Checking","","08/05/2026","Transfer : Savings","","","","",$50.00,$0.00,"Uncleared"
"Savings","","08/05/2026","Transfer : Checking","","","","",$0.00,$50.00,"Uncleared"
`),
  actual: utf8(`Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
Checking,2026-08-05,Market,(SPLIT INTO 2) weekly,,,0,-30.00,Cleared
Checking,2026-08-05,Market,(SPLIT 1 OF 2) fruit,Needs,Food,-20.00,0,Cleared
Checking,2026-08-05,Market,(SPLIT 2 OF 2),Needs,Home,-10.00,0,Cleared
Checking,2026-08-06,Savings,,,,-50.00,0,Cleared
Savings,2026-08-06,Checking,,,,50.00,0,Cleared
`),
  firefly:
    utf8(`user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes,external_id
1,10,100,x,x,Market,Withdrawal,BRL,-20.000000000000,,,Fruit,2026-08-05T00:00:00-03:00,Checking,,Asset account,Market,,Expense account,,Food,,,"week,food",,
1,10,101,x,x,Market,Withdrawal,BRL,-10.000000000000,,,Soap,2026-08-05T00:00:00-03:00,Checking,,Asset account,Market,,Expense account,,Home,,,,,
1,11,102,x,x,,Transfer,BRL,50.000000000000,,,Save,2026-08-06T00:00:00-03:00,Checking,,Asset account,Savings,,Asset account,,,,,,,ext-1
1,12,103,x,x,,Deposit,BRL,1500.00,,,Salary,2026-08-07T00:00:00-03:00,Firm,,Revenue account,Checking,,Asset account,,,,,,,
1,13,104,x,x,,Opening balance,BRL,99.00,,,Opening,2026-01-01T00:00:00-03:00,Initial,,Initial balance account,Checking,,Asset account,,,,,,,
1,14,105,x,x,,Reconciliation,BRL,1.00,,,Fix,2026-08-08T00:00:00-03:00,Checking,,Asset account,R,,Reconciliation account,,,,,,,
`),
} as const satisfies Record<string, Uint8Array>;
