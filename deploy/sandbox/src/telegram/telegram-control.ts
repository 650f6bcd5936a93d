import { json, type LocalRequest, type Reply } from '../local-http.js';
import { noTelegramFaults, type TelegramFaults } from './telegram-types.js';
import type { TelegramWorld } from './telegram-world.js';

const PREFIX = '/_sandbox/telegram/';

/**
 * Serves `/_sandbox/telegram/…` for tests: the user actions of the page, and the faults.
 *
 * @returns null for other paths
 */
export function answerTelegramControl(
  { method, path, body }: LocalRequest,
  world: TelegramWorld,
): Reply | null {
  if (!path.startsWith(PREFIX)) return null;
  try {
    const input = readObject(body);
    const bot = textOf(input['bot'], world.bots[0]?.username);
    const person = Number(input['person'] ?? world.people[0]?.id);
    switch (`${method} ${path.slice(PREFIX.length)}`) {
      case 'GET chats':
        return json(world.chats);
      case 'GET bots':
        return json(
          world.bots.map(({ username }) => ({
            username,
            faults: world.faults(username),
            commands: world.commandsOf(username),
          })),
        );
      case 'POST people':
        return json(
          world.addPerson({
            id: person,
            firstName: textOf(input['firstName'], 'Somebody'),
            ...(typeof input['username'] === 'string' && { username: input['username'] }),
          }),
        );
      case 'POST say':
        world.say(bot, person, textOf(input['text']));
        return json(world.chat(bot, person));
      case 'POST block':
        world.setBlocked(bot, person, input['blocked'] !== false);
        return json(world.chat(bot, person));
      case 'POST faults':
        delete input['bot'];
        changeTelegramFaults(world.faults(bot), input);
        return json(world.faults(bot));
      case 'POST reset':
        for (const { username } of world.bots) {
          Object.assign(world.faults(username), noTelegramFaults());
        }
        return json({});
    }
    return null;
  } catch (error) {
    return json({ message: (error as Error).message }, 400);
  }
}

/** Applies the known fields with valid types. @throws with a sentence for other fields */
export function changeTelegramFaults(
  faults: TelegramFaults,
  change: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(change)) {
    if (!(name in faults)) throw new Error(`There is no fault "${name}"`);
    const type = typeof faults[name as keyof TelegramFaults];
    if (typeof value !== type) throw new Error(`"${name}" must be a ${type}`);
  }
  Object.assign(faults, change);
}

function readObject(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  if (typeof value !== 'object' || value === null) throw new Error('The body must be an object');
  return value as Record<string, unknown>;
}

const textOf = (input: unknown, otherwise = ''): string =>
  typeof input === 'string' ? input : otherwise;
