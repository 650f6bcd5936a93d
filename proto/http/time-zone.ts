/** Zone of the times shown to users who have not chosen another (SPEC §9). */
export const DEFAULT_TIME_ZONE = 'Asia/Jakarta';

/** Whether the text is the name of a time zone. Intl also accepts offsets such as +07:00, which have no name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w/+-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
