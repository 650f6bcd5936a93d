import { html, type LocalRequest, type Reply } from '../local-http.js';
import { escape } from '../page.js';
import { chatPage } from './telegram-pages.js';
import { changeTelegramFaults } from './telegram-control.js';
import type { TelegramFaults } from './telegram-types.js';
import type { TelegramWorld } from './telegram-world.js';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const ROOM = '/telegram';

/** Page on which a user simulates a Telegram user. `/telegram/<bot>?start=<payload>` replaces t.me. */
export class TelegramSite {
  constructor(private readonly world: TelegramWorld) {}

  answer({ method, path, query, body }: LocalRequest): Reply | null {
    if (path !== ROOM && !path.startsWith(`${ROOM}/`)) return null;
    const [, , name = '', action] = path.split('/');
    const bot = this.world.bots.find(({ username }) => username === name) ?? this.world.bots[0];
    if (!bot) return null;
    if (method === 'GET') {
      if (name === '')
        return { status: 303, headers: { location: `${ROOM}/${bot.username}` }, body: '' };
      const person = this.personOf(query.get('person'));
      return html(chatPage(this.world, bot, person, query.get('start') ?? ''), POLICY);
    }
    const form = new URLSearchParams(body);
    const person = this.personOf(form.get('person'));
    try {
      this.act(action ?? '', bot.username, person.id, form);
    } catch (error) {
      return html(
        `<p>${escape((error as Error).message)}. <a href="${ROOM}">Back</a></p>`,
        POLICY,
        400,
      );
    }
    const back = `${ROOM}/${bot.username}?person=${person.id}`;
    return { status: 303, headers: { location: back }, body: '' };
  }

  private act(action: string, bot: string, person: number, form: URLSearchParams): void {
    switch (action) {
      case 'say':
        return this.world.say(bot, person, form.get('text') ?? '');
      case 'block':
        return this.world.setBlocked(bot, person, true);
      case 'unblock':
        return this.world.setBlocked(bot, person, false);
      case 'fault': {
        const faults = this.world.faults(bot);
        const name = form.get('name') ?? '';
        return changeTelegramFaults(faults, { [name]: !faults[name as keyof TelegramFaults] });
      }
      default:
        throw new Error('Unknown action');
    }
  }

  private personOf(id: string | null) {
    const people = this.world.people;
    const person = people.find((one) => String(one.id) === id) ?? people[0];
    if (!person) throw new Error('the sandbox has no person');
    return person;
  }
}
