// What a reader of a page has before its first sample: users, accounts, files. Shell text that runs once, in the page's own state.

/** Ana, and her `$TOKEN` of finance, which may do all that she may. */
const ANA = `
newUser() { curl $AUTH/admin/users -H "Authorization: Bearer $ADMIN" -d "{\\"email\\": \\"$1\\", \\"password\\": \\"correct horse\\", \\"email_confirm\\": true}" > user.json; }
finance() { curl -u "ana@example.com:correct horse" https://localhost:8082/rest/v2"$@"; }
newUser ana@example.com
ANA=$(jq -r .id < user.json)
TOKEN=$(finance /api_tokens -d '{"name": "samples", "scope": "write"}' | jq -r .token)
`;

const ACCOUNT = `ACCOUNT=$(finance /accounts -d '{"name": "Nubank", "type": "checking"}' | jq -r .id)
`;

/** Of one account, in the form of Nubank. */
const statement = (id: string) =>
  `printf 'Data,Valor,Identificador,Descrição\\n03/11/2026,-45.90,${id}-1,Padaria\\n04/11/2026,-120.00,${id}-2,Mercado\\n'`;

export const PREPARED: Readonly<Record<string, string>> = {
  "guides/households": `${ANA}newUser bia@example.com`,
  "guides/client_limits": `${ANA}ID=$(finance /transactions -d '{"description": "Lunch", "amount_cents": -4200}' | jq -r .id)`,
  "guides/import_files": `${ANA}${ACCOUNT}
CARD=$(finance /credit_cards -d '{"name": "Nubank", "closing_day": 5, "due_day": 12}' | jq -r .id)
${statement("one")} > extrato.csv
${statement("two")} > hoje.csv
printf 'date,title,amount\\n2026-11-02,Mercado,20.00\\n' > fatura.csv
printf 'quando;x;texto;quanto\\n05/11/2026;1;Padaria;-12,50\\n06/11/2026;2;Mercado;-20,00\\n' > tabela.csv`,
  "guides/webhooks": ANA,
  "guides/goals": `${ANA}${ACCOUNT}`,
  "move/organizze": `${ANA}finance /transactions -d '{"description": "Padaria", "amount_cents": -450}' > row.json
newUser bia@example.com
HERE=$(curl -u "bia@example.com:correct horse" https://localhost:8082/rest/v2/api_tokens -d '{"name": "move", "scope": "write"}' | jq -r .token)`,
  "move/firebase": `
cat > users.json <<'END'
{"users": [{"localId": "u1", "email": "firebase@example.com", "emailVerified": true, "createdAt": "1700000000000", "salt": "42xEC+ixf3L2lw==",
  "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  "providerUserInfo": [{"providerId": "google.com", "rawId": "77"}]}]}
END
firebase() { :; }`,
  "move/auth0": `
printf '%s\\n' '{"user_id": "auth0|1", "email": "auth0@example.com", "email_verified": true, "identities": [{"provider": "auth0", "user_id": "1"}]}' > users.json
printf '%s\\n' '{"email": "auth0@example.com", "passwordHash": "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2"}' > passwords.json`,
  "move/keycloak": `
printf '%s\\n' '{"realm": "shop", "users": [{"id": "00000000-0000-4000-8000-00000000c10a", "username": "kc", "email": "keycloak@example.com", "emailVerified": true, "enabled": true}]}' > realm.json`,
  "run/administration": ANA,
  "reference/events": ANA,
};
