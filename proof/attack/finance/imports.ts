// FC: amounts in files are read exactly as written, or the user is asked.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { changesNothing, make } from "./records.ts";

interface ImportedLine {
  verdict: string;
  sure: boolean;
  amount_cents: number | null;
}

const THREE_DECIMALS = ["-10,999", "-10.999", "10,999", "R$ 1,250"];

const ofxOf = (amount: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>${amount}<MEMO>x</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;

export const importedCents: AttackCase[] = [
  attack("FC-12", "ambiguous thousands separators need the user's decision", async (pair) => {
    const member = await pair.people.member();
    const { id: account_id } = await make(member, "/accounts", { name: "bank" });
    for (const amount of THREE_DECIMALS) {
      const content = `Quando|Quem|Quanto\n05/01/2026|Feira|${amount}\n`;
      const preview = (await member.post("/imports", { content, account_id })).body as { id: number; undecided: number };
      const [line] = (await member.get(`/imports/${preview.id}/lines`)).body as ImportedLine[];
      assert.deepEqual([preview.undecided, line?.verdict, line?.sure], [1, "new", false], amount);
      assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 422, amount);
    }
    const zero = await member.post("/imports", { content: "Quando|Quem|Quanto\n05/01/2026|Feira|0.005\n", account_id });
    assert.equal(zero.status, 422, "half a cent is no amount");
  }),

  attack("FC-13", "an OFX amount has at most two decimals, and a file without a valid line is rejected", async (pair) => {
    const member = await pair.people.member();
    const { id: account_id } = await make(member, "/accounts", { name: "bank" });
    await changesNothing(pair, [member], async () => {
      for (const amount of ["0.005", "-10,999", "-10.999", "x", ""]) {
        const reply = await member.post("/imports", { content: ofxOf(amount), account_id });
        assert.deepEqual([reply.status, Object.keys((reply.body as { errors: object }).errors)], [422, ["file"]], amount);
      }
    });
  }),
];
