import { randomInt } from 'node:crypto';

const { SANDBOX_URL = '' } = process.env;

interface Chat {
  started: boolean;
  messages: { from: 'person' | 'bot'; text: string }[];
}

async function ask<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${SANDBOX_URL}/_sandbox/telegram${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
  return (await answer.json()) as T;
}

export interface Person {
  person: number;
  firstName: string;
  username: string;
}

/** Creates a Telegram user whose id needs more than 32 bits. */
export async function newPerson(firstName: string): Promise<Person> {
  const person = 6_000_000_000 + randomInt(900_000_000);
  const user = { person, firstName, username: `e2e_${person}` };
  await ask('/people', user);
  return user;
}

/** Sends a message from a user to the bot, such as the `/start …` from Telegram's Start button. */
const sendMessage = ({ person }: Person, text: string) => ask<Chat>('/say', { person, text });

export const setBlocked = ({ person }: Person, blocked: boolean) =>
  ask<Chat>('/block', { person, blocked });

/** Presses Start in the window opened by a link. */
export const pressStart = (person: Person, url: string) =>
  sendMessage(person, `/start ${new URL(url).searchParams.get('start')}`);
