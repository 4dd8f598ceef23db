// docs/command_line.md and docs/cofre.1, made of the descriptions of the commands.
import { COMMANDS } from "./catalogue.ts";
import { describe } from "./command_line/describe.ts";
import { manPage } from "./command_line/man_page.ts";
import { commandReference, exitCodeTable } from "./command_line/reference.ts";

export async function manualFiles(): Promise<{ path: string; text: string }[]> {
  const described = await describe(COMMANDS);
  return [
    { path: "docs/command_line.md", text: guideOf(exitCodeTable(), commandReference(described)) },
    { path: "docs/cofre.1", text: `${manPage(described)}\n` },
  ];
}

function guideOf(exitCodes: string, reference: string): string {
  return `# The command line

<!-- Made from the descriptions of the commands by \`npm run generate\`. Edit those, not this file. -->

In a checkout, \`node bootstrap.mjs\` stands for \`cofre\`.

## On the server, or from elsewhere

\`users\`, \`admin\`, \`keys\` and \`audit\` work in two ways:

- **On the server**, without a token: they read the same variables and the same \`COFRE_HOME\` as the services, and work on the database
  by the rules of the API, whether auth runs or not. Whoever has that shell has the database anyway. The log of administrators names
  them as \`command_line\`, with their user and host. Mails wait in the outbox for a running auth.
- **From elsewhere**, with the address of auth and an [API key](auth_administration.md#api-keys) that has the rights:

\`\`\`sh
export COFRE_AUTH_URL=https://auth.example.com
export COFRE_API_KEY=cofre_key_...
cofre users list --state unconfirmed --created-to 2026-06-01 -o csv > unconfirmed.csv
cofre users ban ana@example.com --for 24h --reason "ticket 4711"
cofre users create bia@example.com --confirmed --if-missing -o json
\`\`\`

Secrets come from variables, files, standard input or a question at the terminal, never from the command line itself, which every user
of a machine can read. \`--reason\` goes to the log of administrators. \`-o json\` prints what the API answers. What cannot be undone is
asked about at a terminal; scripts say \`--yes\`.

Commands can be run again: \`--if-missing\` leaves an existing user alone, \`--if-exists\` takes a missing one for deleted, and to ban or
unban twice is to do it once.

## Exit codes

${exitCodes}

\`health\` exits with 1 for a wrong command line too, because Docker reserves 2.

## Completion and manual page

\`\`\`sh
cofre completion bash > /etc/bash_completion.d/cofre     # zsh and fish: see completion --help
cofre man | man -l -
\`\`\`

## Commands

${reference}
`;
}
