import { BOT_NAMES, type BotName } from '../bots/bot-name.js';
import type { ChannelChoice } from '../settings/notice-events.js';

export interface BotState {
  /** True if the bot was started by an administrator, its token is accepted and it is reachable. */
  usable: boolean;
  /** End of a pause that Telegram requested. */
  pausedUntil: Date | null;
}

export interface Situation {
  /** Bot and chat of a reply; `null` for a notice. */
  forced: { bot: BotName; chatId: string } | null;
  link: { chatId: string; notificationsEnabled: boolean } | null;
  chosen: ChannelChoice;
  /** Bots that were started in the linked chat, and whether the user has blocked them. */
  chats: { bot: BotName; blocked: boolean }[];
  bots: Record<BotName, BotState>;
  /** Email was tried and cannot reach this user. */
  noEmail: boolean;
}

export type Plan =
  | { kind: 'telegram'; bot: BotName; chatId: string }
  | { kind: 'email' }
  /** A bot or email may become available later. */
  | { kind: 'wait'; until: Date | null; reason: string }
  /** Neither a bot nor email will become available. */
  | { kind: 'fail'; reason: string }
  /** The user does not want the notice. */
  | { kind: 'skip'; reason: string };

export const BLOCKED = 'The user blocked the bot or deleted the chat';
const NO_ADDRESS = 'The user has no verified email address';

/** A bot that is paused for longer than this is not waited for. */
const LONG_PAUSE_MS = 60_000;

/**
 * Chooses how to send a notice: by the primary bot, else by the backup bot if it was started in the chat, else by
 * email.
 */
export function plan(situation: Situation, now: Date): Plan {
  const { forced, link, chosen, noEmail } = situation;
  if (forced) return byBot(situation, [forced.bot], forced.chatId, now);
  if (link && !link.notificationsEnabled) return skip('Notifications are off');
  const email = chosen.email && !noEmail;
  if (!link || !chosen.telegram) {
    if (email) return { kind: 'email' };
    return skip(chosen.email ? NO_ADDRESS : 'No channel is selected for this notification');
  }
  const way = byBot(situation, BOT_NAMES, link.chatId, now);
  const shortPause = way.kind === 'wait' && way.until !== null;
  return way.kind === 'telegram' || shortPause || !email ? way : { kind: 'email' };
}

function byBot(
  { chats, bots }: Situation,
  names: readonly BotName[],
  chatId: string,
  now: Date,
): Plan {
  const open = names.filter((name) => chats.some(({ bot, blocked }) => bot === name && !blocked));
  if (open.length === 0) return { kind: 'fail', reason: BLOCKED };
  for (const bot of open) {
    const { usable, pausedUntil } = bots[bot];
    const pauseMs = (pausedUntil?.getTime() ?? 0) - now.getTime();
    if (!usable || pauseMs > LONG_PAUSE_MS) continue;
    if (pauseMs > 0) return { kind: 'wait', until: pausedUntil, reason: 'Telegram asked to wait' };
    return { kind: 'telegram', bot, chatId };
  }
  return { kind: 'wait', until: null, reason: 'No bot is running that could send this' };
}

const skip = (reason: string): Plan => ({ kind: 'skip', reason });
