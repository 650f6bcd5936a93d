/** Formats rows in columns as wide as needed, two spaces apart. Numbers are not realigned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats one `name value` pair per line and omits empty values. */
export function fields(
  values: readonly (readonly [string, string | number | null | undefined])[],
): string {
  const nonEmpty = values.filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const width = Math.max(0, ...nonEmpty.map(([name]) => name.length));
  return nonEmpty.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** Formats as `2026-11-25 12:30 +07:00` in the machine's time zone. */
export function time(instant: string | number): string {
  const at = new Date(instant);
  const padTwo = (n: number) => String(n).padStart(2, '0');
  const offset = -at.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = `${offset < 0 ? '-' : '+'}${padTwo(hours)}:${padTwo(minutes)}`;
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())} ${padTwo(at.getHours())}:${padTwo(at.getMinutes())} ${zone}`;
}

/** Formats as `1 h 05 min`, `12 min`, `40 s`. */
export function span(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

export const rupiah = (amount: number): string => `Rp ${amount.toLocaleString('id-ID')}`;
