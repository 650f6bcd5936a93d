const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Jakarta',
});

/** An instant as mails show it (SPEC §9). */
export const mailTime = (at: Date): string => `${TIME.format(at)} (Asia/Jakarta)`;
