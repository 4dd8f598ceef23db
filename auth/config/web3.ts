// Sign-in with the wallets of blockchains.
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, integer } from "../../kernel/config/formats.ts";

export const web3 = configTable({
  web3EthereumEnabled: enables("ETHEREUM", "Ethereum (EIP-4361)"),
  web3EthereumValiditySeconds: validity("ETHEREUM"),
  web3SolanaEnabled: enables("SOLANA", "Solana"),
  web3SolanaValiditySeconds: validity("SOLANA"),
  rateLimitWeb3: {
    env: "RATE_LIMIT_WEB3",
    format: integer(0, 1_000_000_000),
    initial: 30,
    doc: "Sign-ins by wallets in 5 minutes, for one client. 0 switches the limit off.",
  },
});

function enables(chain: string, name: string) {
  const doc = `Offers sign-in with the wallets of ${name}: \`POST /token?grant_type=web3\`.`;
  return { env: `EXTERNAL_WEB3_${chain}_ENABLED`, format: bool, initial: false, doc } as const;
}

function validity(chain: string) {
  return {
    env: `EXTERNAL_WEB3_${chain}_MAXIMUM_VALIDITY_DURATION`,
    format: durationFrom(1),
    initial: 600,
    doc: "How far the time at which a wallet's message was issued may be from ours, before and after.",
  } as const;
}
