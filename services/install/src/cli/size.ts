/** Parses sizes like `512M` or `4G`. @throws Error that names the option */
export function readSize(option: string, text: string): number {
  const [, number, unit] = /^(\d+)([MG])$/.exec(text) ?? [];
  if (!number) throw new Error(`--${option} ${text}: like 512M or 4G`);
  return Number(number) * (unit === 'G' ? 2 ** 30 : 2 ** 20);
}
