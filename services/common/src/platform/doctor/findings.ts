/** Result of one check. A `problem` stops something from working, a `warning` will. */
export interface Finding {
  name: string;
  level: 'ok' | 'warning' | 'problem';
  found: string;
  /** What an operator does about it. Not set if the level is `ok`. */
  remedy?: string;
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' };

export const ok = (name: string, found: string): Finding => ({ name, level: 'ok', found });
export const problem = (name: string, found: string, remedy: string): Finding => ({
  name,
  level: 'problem',
  found,
  remedy,
});
export const warning = (name: string, found: string, remedy: string): Finding => ({
  name,
  level: 'warning',
  found,
  remedy,
});

/** A check that fails itself is a finding, so that the others are still printed. */
export async function guarded(name: string, check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    return [problem(name, (error as Error).message, 'This check could not run.')];
  }
}

/** Prints the findings of a service and ends the process, with exit code 1 if there is a problem. */
export function report(service: string, findings: readonly Finding[]): void {
  const text = `${service}\n${findings.map(lineOf).join('')}`;
  const code = findings.some(({ level }) => level === 'problem') ? 1 : 0;
  // A server that accepts connections and never answers leaves a socket open, which would keep the process running.
  process.stdout.write(text, () => process.exit(code));
}

function lineOf({ name, level, found, remedy }: Finding): string {
  const line = `  ${MARKS[level]} ${name}: ${found}\n`;
  return remedy ? `${line}          ${remedy}\n` : line;
}
