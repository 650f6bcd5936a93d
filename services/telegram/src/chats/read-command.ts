import { MENU_COMMANDS, type CommandName } from './command-menu.js';

export interface ReadCommand {
  name: CommandName;
  /** Text after the command, trimmed. */
  argument: string;
}

const NAMES = new Set<string>(['start', ...MENU_COMMANDS]);
/** Matches `/name` or `/name@bot`, optionally followed by whitespace and an argument. */
const COMMAND = /^\/([a-z_]{1,32})(?:@\w+)?(?:\s+([\s\S]*))?$/i;

/** @returns null if the text is not a command */
export function readCommand(text: string): ReadCommand | null {
  const match = COMMAND.exec(text.trim());
  const name = match?.[1]?.toLowerCase() ?? '';
  return NAMES.has(name)
    ? { name: name as CommandName, argument: (match?.[2] ?? '').trim() }
    : null;
}
