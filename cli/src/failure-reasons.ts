import { addressText } from './installs.js';
import type { BatchRow } from './batches.js';

const INDENT = '  ';

/**
 * Lists the reasons why machines were not or will not be converted to Windows. Each reason appears once with its
 * remedy, followed by the machines concerned.
 *
 * @param columns width of the terminal
 */
export function listFailureReasons(rows: readonly BatchRow[], columns: number): string {
  const groups = new Map<string, BatchRow[]>();
  for (const row of rows) {
    const key = `${row.status} ${row.failure?.code} ${row.failure?.cure}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => groupText(group, columns)).join('\n\n');
}

function groupText(group: readonly BatchRow[], columns: number): string {
  const [first] = group;
  const status = first?.status.replace('_', ' ') ?? '';
  const messages = group.map(messageOf);
  const isSameMessage = new Set(messages).size === 1;
  const reason = [isSameMessage && messages[0], first?.failure?.cure].filter(Boolean).join(' ');
  const heading = `${group.length} ${status}${reason ? `: ${reason}` : ''}`;
  const names = group.map(({ row, ip, ssh_port }) => `${row} ${addressText(ip, ssh_port)}`);
  const details = isSameMessage
    ? wrapText(names.join(', '), columns, INDENT)
    : names.map((name, n) => wrapText(`${name}: ${messages[n]}`, columns, INDENT)).join('\n');
  return `${wrapText(heading, columns)}\n${details}`;
}

function messageOf({ field, failure }: BatchRow): string {
  if (!failure) return '';
  const text = field ? `${field}: ${failure.message}` : failure.message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Wraps between words; a word longer than the line stays intact. */
function wrapText(text: string, columns: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length < columns) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}
