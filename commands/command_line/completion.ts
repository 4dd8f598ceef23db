// cofre completion bash|zsh|fish: prints what makes a shell complete commands, options and their values.
import { UsageError } from "../problems.ts";
import { type Command, command, type Option } from "./command.ts";
import { type CommandTree, type DescribedCommand, describe } from "./describe.ts";
import type { Entries } from "./entry.ts";

const SHELLS: Readonly<Record<string, (described: CommandTree) => string>> = { bash, zsh, fish };

const NOTES = `bash:  cofre completion bash > /etc/bash_completion.d/cofre
zsh:   cofre completion zsh > "\${fpath[1]}/_cofre"
fish:  cofre completion fish > ~/.config/fish/completions/cofre.fish`;

export function completionOf(entries: Entries): Command {
  return command({
    usage: `completion ${Object.keys(SHELLS).join("|")}`,
    options: {},
    argument: "SHELL",
    argumentWords: Object.keys(SHELLS),
    notes: NOTES,
    run: async (options) => {
      const shell = options.neededArgument();
      const script = await completionScript(shell, entries);
      if (!script) throw new UsageError(`There is completion for ${Object.keys(SHELLS).join(", ")}, but not for "${shell}".`);
      console.log(script);
    },
  });
}

/** Undefined for a shell that is unknown. */
export async function completionScript(shell: string, entries: Entries): Promise<string | undefined> {
  return Object.hasOwn(SHELLS, shell) ? SHELLS[shell]?.(await describe(entries)) : undefined;
}

const HELP: [string, Option] = ["help", { doc: "say what it takes" }];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const namesFile = (name = "") => /FILE|FOLDER/.test(name);
const isFile = ({ value }: Option) => namesFile(value);

/** What stands before a value: the option with two dashes, or its letter. */
const namesOf = ([name, { short }]: [string, Option]) => [`--${name}`, ...(short ? [`-${short}`] : [])];

/** Lines of a `case` over the path and the word before the cursor. */
function valueCases({ commands }: CommandTree, choose: (words: string) => string, files: string): string[] {
  return commands.flatMap(({ path, description }) =>
    Object.entries(description.options).flatMap((option) => {
      const [, { value, choices }] = option;
      if (!value) return [];
      const patterns = namesOf(option).map((each) => quoted(`${path} ${each}`));
      const action = choices ? choose(choices.join(" ")) : isFile(option[1]) ? files : choose("");
      return [`    ${patterns.join("|")}) ${action} ;;`];
    }),
  );
}

function pathPattern({ commands, groups }: CommandTree): string {
  return [...commands.map(({ path }) => path), ...groups.map(({ path }) => path)].filter(Boolean).map(quoted).join("|");
}

const wordsOf = ({ description: { options, argumentWords = [] } }: DescribedCommand) =>
  [...argumentWords, ...[...Object.entries(options), HELP].map(([name]) => `--${name}`)].join(" ");

/** Sets a variable where the argument of a command is a file. */
const filesOf = ({ description: { argument } }: DescribedCommand) => (namesFile(argument) ? " files=1" : "");

function bash(described: CommandTree): string {
  const { commands, groups } = described;
  return `# bash completion of cofre
_cofre() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} line= words= files= next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${line:+$line }\${COMP_WORDS[i]}"
    case "$next" in
      ${pathPattern(described)}) line=$next ;;
    esac
  done
  COMPREPLY=()
  case "$line $before" in
${valueCases(described, (words) => `COMPREPLY=($(compgen -W ${quoted(words)} -- "$current")); return`, `COMPREPLY=($(compgen -f -- "$current")); return`).join("\n")}
  esac
  case "$line" in
${groups.map(({ path, names }) => `    ${quoted(path)}) words=${quoted(names.map(({ name }) => name).join(" "))} ;;`).join("\n")}
${commands.map((each) => `    ${quoted(each.path)}) words=${quoted(wordsOf(each))}${filesOf(each)} ;;`).join("\n")}
  esac
  [[ $files && $current != -* ]] && COMPREPLY=($(compgen -f -- "$current")) && return
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cofre cofre`;
}

function zsh(described: CommandTree): string {
  const { commands, groups } = described;
  const pairsOf = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([word, doc]) => quoted(`${word.replaceAll(":", "\\:")}:${doc}`)).join(" ");
  const argumentsOf = ({ description: { argumentWords = [] } }: DescribedCommand) =>
    argumentWords.map((word) => `${quoted(word)} `).join("");
  const optionsOf = ({ description: { options } }: DescribedCommand) =>
    pairsOf([...Object.entries(options), HELP].map(([name, { doc }]) => [`--${name}`, doc]));
  return `#compdef cofre
_cofre() {
  local line= files= next i
  local -a choices
  for ((i = 2; i < CURRENT; i++)); do
    next="\${line:+$line }\${words[i]}"
    case "$next" in
      ${pathPattern(described)}) line=$next ;;
    esac
  done
  case "$line \${words[CURRENT-1]}" in
${valueCases(described, (words) => (words ? `compadd -- ${words}; return` : "return"), "_files; return").join("\n")}
  esac
  case "$line" in
${groups.map(({ path, names }) => `    ${quoted(path)}) choices=(${pairsOf(names.map(({ name, summary }) => [name, summary]))}) ;;`).join("\n")}
${commands.map((each) => `    ${quoted(each.path)}) choices=(${argumentsOf(each)}${optionsOf(each)})${filesOf(each)} ;;`).join("\n")}
  esac
  [[ -n $files && \${words[CURRENT]} != -* ]] && { _files; return }
  _describe 'cofre' choices
}
_cofre "$@"`;
}

function fish(described: CommandTree): string {
  const { commands, groups } = described;
  const at = (path: string) => `-n ${quoted(`test "$(__cofre_line)" = "${path}"`)}`;
  const names = groups.flatMap(({ path, names: own }) =>
    own.map(({ name, summary }) => `complete -c cofre ${at(path)} -a ${name} -d ${quoted(summary)}`),
  );
  const options = commands.flatMap(({ path, description }) =>
    [...Object.entries(description.options), HELP].map(([name, option]) => {
      const value = option.choices
        ? `-x -a ${quoted(option.choices.join(" "))}`
        : isFile(option)
          ? "-r -F"
          : option.value
            ? "-x"
            : "";
      return `complete -c cofre ${at(path)} -l ${name} ${option.short ? `-s ${option.short} ` : ""}${value} -d ${quoted(option.doc)}`;
    }),
  );
  const values = commands.flatMap(({ path, description: { argument, argumentWords } }) => [
    ...(argumentWords ? [`complete -c cofre ${at(path)} -a ${quoted(argumentWords.join(" "))}`] : []),
    ...(namesFile(argument) ? [`complete -c cofre ${at(path)} -F`] : []),
  ]);
  return `# fish completion of cofre
function __cofre_line
  set -l line
  for word in (commandline -opc)[2..-1]
    switch "$line $word"
      case ${[...commands, ...groups]
        .filter(({ path }) => path !== "")
        .map(({ path }) => quoted(path.includes(" ") ? path : ` ${path}`))
        .join(" ")}
        set line (string trim -- "$line $word")
    end
  end
  echo -n $line
end
complete -c cofre -f
${[...names, ...values, ...options].join("\n")}`;
}
