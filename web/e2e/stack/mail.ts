import { expect } from '@playwright/test';

const { MAIL_URL = '' } = process.env;

interface Mail {
  to: { address: string }[];
  text: string;
}

export const CODE = /code is ([A-Z0-9]{6})/;
export const LINK = /(https?:\/\/\S+\?token=\S+)/;

/**
 * Waits for a mail to this address that matches `pattern` and returns the first capture group from the newest one.
 */
export async function readFromMail(address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${MAIL_URL}/email`)).json()) as Mail[];
      found = mails
        .filter(({ to }) => to.some((recipient) => recipient.address === address))
        .map(({ text }) => pattern.exec(text)?.[1])
        .findLast(Boolean);
      return found;
    })
    .toBeTruthy();
  return found!;
}
