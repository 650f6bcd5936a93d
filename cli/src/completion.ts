import { Argument, type Command } from 'commander';
import type { Io } from './io.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

interface CommandCompletion {
  /** Words before the command: empty, or `admin`. */
  parentName: string;
  name: string;
  description: string;
  /** Example: `--json`, `-f`. */
  flags: { flag: string; description: string }[];
}

/** Adds `casement completion SHELL`, which prints a script for the shell's startup file. */
export function addCompletionCommand(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExample: casement completion bash > ~/.local/share/bash-completion/completions/casement',
    )
    .action((shell: (typeof SHELLS)[number]) => {
      const commands = [...listCommands(program, '')];
      io.write({ bash, zsh, fish }[shell](commands));
    });
}

function* listCommands(parent: Command, parentName: string): Generator<CommandCompletion> {
  const global = ['--json', '--url', '--help'].map((flag) => ({ flag, description: '' }));
  for (const command of parent.commands) {
    const flags = command.options.flatMap(({ short, long, description }) =>
      [short, long].filter((flag) => flag !== undefined).map((flag) => ({ flag, description })),
    );
    const name = command.name();
    yield { parentName, name, description: command.description(), flags: [...flags, ...global] };
    yield* listCommands(command, name);
  }
}

/** Returns the shell's case branches, one per command line. */
function cases(commands: readonly CommandCompletion[]): string {
  const top = commands.filter(({ parentName }) => parentName === '').map(({ name }) => name);
  const lines = commands.map(({ parentName, name, flags }) => {
    const subcommands = commands
      .filter((command) => command.parentName === name && parentName === '')
      .map((command) => command.name);
    const words = [...subcommands, ...flags.map(({ flag }) => flag)];
    return `    '${[parentName, name].filter(Boolean).join(' ')}') words='${words.join(' ')}' ;;`;
  });
  return [`    '') words='${top.join(' ')}' ;;`, ...lines].join('\n');
}

const nested = (commands: readonly CommandCompletion[]): string =>
  [...new Set(commands.map(({ parentName }) => parentName).filter(Boolean))].join('|');

const bash = (commands: readonly CommandCompletion[]): string => `# bash completion of casement
_casement() {
  local line=\${COMP_WORDS[1]} words=
  [ "$COMP_CWORD" -le 1 ] && line=
  case $line in
    ${nested(commands)}) [ "$COMP_CWORD" -gt 2 ] && line="$line \${COMP_WORDS[2]}" ;;
  esac
  case $line in
${cases(commands)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _casement casement
`;

const zsh = (commands: readonly CommandCompletion[]): string => `#compdef casement
_casement() {
  local line=\${words[2]} given=(\${words[@]}) words=
  (( CURRENT <= 2 )) && line=
  case $line in
    ${nested(commands)}) (( CURRENT > 3 )) && line="$line \${given[3]}" ;;
  esac
  case $line in
${cases(commands)}
  esac
  compadd -- \${=words} || _files
}
compdef _casement casement
`;

const fish = (commands: readonly CommandCompletion[]): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ parentName, name, description, flags }) => {
    const condition = parentName
      ? `__fish_seen_subcommand_from ${parentName}`
      : '__fish_use_subcommand';
    return [
      `complete -c casement -f -n ${quoted(condition)} -a ${name} -d ${quoted(description)}`,
      ...flags.map(({ flag, description: text }) => {
        const option = flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
        return `complete -c casement -n ${quoted(`__fish_seen_subcommand_from ${name}`)} ${option} -d ${quoted(text)}`;
      }),
    ];
  });
  return `# fish completion of casement\n${lines.join('\n')}\n`;
};
