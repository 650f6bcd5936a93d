import { BuildRefused } from './build-refused.js';

const MAX_INF_BYTES = 2 ** 20;
const MAX_LINES = 20_000;

interface InfLine {
  key: string;
  values: string[];
}

/**
 * Parsed INF file with replaced strings. Names are case-insensitive, as in Windows.
 *
 * https://learn.microsoft.com/windows-hardware/drivers/install/general-syntax-rules-for-inf-files
 */
export class Inf {
  private readonly sections = new Map<string, InfLine[]>();
  private readonly strings = new Map<string, string>();

  /** @param name file name for messages @throws BuildRefused */
  constructor(
    readonly name: string,
    bytes: Buffer,
  ) {
    if (bytes.length > MAX_INF_BYTES) throw new BuildRefused(`${name} is too large for an INF.`);
    const lines = decode(bytes).split(/\r\n|\r|\n/);
    if (lines.length > MAX_LINES) throw new BuildRefused(`${name} has too many lines for an INF.`);
    this.readSections(lines);
    for (const { key, values } of this.section('Strings')) {
      this.strings.set(key.toLowerCase(), values[0] ?? '');
    }
    for (const [section, content] of this.sections) {
      if (section !== 'strings') this.sections.set(section, content.map(this.filled));
    }
  }

  hasSection(name: string): boolean {
    return this.sections.has(name.toLowerCase());
  }

  section(name: string): InfLine[] {
    return this.sections.get(name.toLowerCase()) ?? [];
  }

  values(section: string, key: string): string[] {
    const wanted = key.toLowerCase();
    return this.section(section).find((line) => line.key.toLowerCase() === wanted)?.values ?? [];
  }

  /** @throws BuildRefused if it is missing */
  value(section: string, key: string): string {
    const value = this.values(section, key)[0];
    if (value) return value;
    throw new BuildRefused(`${this.name} has no ${key} in [${section}], so it is no driver's INF.`);
  }

  private readSections(lines: string[]): void {
    let current: InfLine[] | null = null;
    for (let index = 0; index < lines.length; index++) {
      let line = withoutComment(lines[index]!).trim();
      while (line.endsWith('\\') && index + 1 < lines.length) {
        line = line.slice(0, -1) + withoutComment(lines[++index]!).trim();
      }
      const section = /^\[(.*)\]$/.exec(line)?.[1]?.trim().toLowerCase();
      if (section !== undefined) {
        current = this.sections.get(section) ?? [];
        this.sections.set(section, current);
      } else if (line && current) {
        const [key, rest] = splitKey(line);
        current.push({ key, values: splitValues(rest) });
      }
    }
  }

  private readonly filled = ({ key, values }: InfLine): InfLine => ({
    key: this.fill(key),
    values: values.map((value) => this.fill(value)),
  });

  private fill(text: string): string {
    return text.replace(/%([^%]*)%/g, (match, name: string) =>
      name === '' ? '%' : (this.strings.get(name.toLowerCase()) ?? match),
    );
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}

/** `;` outside quotes starts a comment. */
function withoutComment(line: string): string {
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ';' && !quoted) return line.slice(0, at);
  }
  return line;
}

function splitKey(line: string): [key: string, rest: string] {
  const at = indexOutsideQuotes(line, '=');
  return at < 0 ? ['', line] : [unquote(line.slice(0, at)), line.slice(at + 1)];
}

function splitValues(text: string): string[] {
  const values: string[] = [];
  for (let rest = text; ;) {
    const at = indexOutsideQuotes(rest, ',');
    values.push(unquote(at < 0 ? rest : rest.slice(0, at)));
    if (at < 0) return values;
    rest = rest.slice(at + 1);
  }
}

function indexOutsideQuotes(text: string, wanted: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === wanted && !quoted) return at;
  }
  return -1;
}

const unquote = (text: string): string => {
  const trimmed = text.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
};
