import { logger } from '@casement/common/logging/logger.js';
import { pause } from '@casement/common/messaging/abortable.js';
import type { BotApi } from '../bot-api/bot-api.js';
import { BotApiError, sentenceOf } from '../bot-api/bot-api.errors.js';
import type { BotIdentity } from '../bot-api/bot-identity.js';
import type { Update } from '../bot-api/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import type { BotEntity } from '../bots/bot.entity.js';
import type { BotsRepository } from '../bots/bots.repository.js';
import { commandMenu } from '../commands/command-menu.js';
import { LANGUAGE_CODES, USUAL_LANGUAGE } from '../messages/languages.js';
import type { HeldLease } from '../leases/leased-work.js';
import { backOff } from './back-off.js';
import type { UpdatesService } from './updates.service.js';

const log = logger('poller');
/** How soon a replica notices that its bot was started or stopped elsewhere. */
const LOOK_MS = 1_000;
/** An update that fails this often is left behind: it must not hold up all later ones for ever. */
const MOST_TRIES = 5;
/**
 * Telegram numbers a bot's updates anew when a week has brought none; an offset from before would then hide them.
 */
const OFFSET_GOOD_MS = 6 * 24 * 3_600_000;

export interface PollerParts {
  name: BotName;
  api: BotApi;
  bots: BotsRepository;
  identity: BotIdentity;
  updates: UpdatesService;
  pollSeconds: number;
  retryMs: number;
}

/** Receives one bot's updates for as long as the lease lasts. */
export class Poller {
  private failures = 0;
  private failing: { updateId: number; tries: number } | undefined;

  constructor(private readonly parts: PollerParts) {}

  async work(held: HeldLease): Promise<void> {
    const { name, bots } = this.parts;
    let prepared = false;
    while (!held.signal.aborted) {
      const bot = await bots.get(name);
      if (!bot.running) {
        prepared = false;
        await pause(LOOK_MS, held.signal);
        continue;
      }
      try {
        if (!prepared) await this.prepare(held);
        prepared = true;
        await this.poll(held, bot);
        this.failures = 0;
      } catch (error) {
        if (held.signal.aborted) return;
        if (!(error instanceof BotApiError)) throw error;
        // A webhook that somebody has set meanwhile is one of its reasons, and is taken away.
        if (error.problem === 'conflict') prepared = false;
        await this.failed(error, held.signal);
      }
    }
  }

  private async prepare(held: HeldLease): Promise<void> {
    const { name, api, bots, identity, updates } = this.parts;
    const info = await identity.ask(name);
    if (!info) throw new BotApiError('unauthorized', '401');
    await updates.identify(held, name, info.id);
    await api.deleteWebhook();
    await api.setMyCommands(commandMenu(USUAL_LANGUAGE));
    // Telegram shows each person the menu in their Telegram's own language, where there is one.
    for (const language of LANGUAGE_CODES) {
      await api.setMyCommands(commandMenu(language), language);
    }
    await bots.recovered(name);
  }

  private async poll(held: HeldLease, bot: BotEntity): Promise<void> {
    const { name, api, bots, pollSeconds } = this.parts;
    const stopped = this.watch(held.signal);
    let updates: Update[];
    try {
      updates = await api.getUpdates(offsetOf(bot), pollSeconds, stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      throw error;
    } finally {
      stopped.end();
    }
    await bots.recovered(name);
    for (const update of updates) {
      if (held.signal.aborted || !(await this.take(held, update))) return;
    }
  }

  /** @returns false when the bot was stopped meanwhile */
  private async take(held: HeldLease, update: Update): Promise<boolean> {
    const { name, updates } = this.parts;
    try {
      return await updates.work(held, name, update);
    } catch (error) {
      const tries = this.failing?.updateId === update.update_id ? this.failing.tries + 1 : 1;
      this.failing = { updateId: update.update_id, tries };
      if (tries < MOST_TRIES) throw error;
      log.error({ err: error, bot: name, updateId: update.update_id }, 'update left behind');
      return updates.skip(held, name, update);
    }
  }

  /** Aborts a long poll soon after the bot was stopped. */
  private watch(outer: AbortSignal): { signal: AbortSignal; end: () => void } {
    const stopped = new AbortController();
    const look = async () => {
      if (!(await this.parts.bots.get(this.parts.name)).running) stopped.abort();
    };
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return {
      signal: AbortSignal.any([outer, stopped.signal]),
      end: () => clearInterval(timer),
    };
  }

  private async failed(error: BotApiError, signal: AbortSignal): Promise<void> {
    const { name, bots, retryMs } = this.parts;
    this.failures += 1;
    log.warn({ bot: name, problem: error.problem, reason: error.message }, 'updates not received');
    await bots.countError(name);
    await bots.setProblem(name, sentenceFor(error), error.problem === 'unauthorized');
    const wait = Math.max(backOff(retryMs, this.failures), error.retryAfterSeconds * 1_000);
    await pause(wait, signal);
  }
}

const offsetOf = ({ updateOffset, lastUpdateAt }: BotEntity): number | null =>
  lastUpdateAt && Date.now() - lastUpdateAt.getTime() < OFFSET_GOOD_MS ? updateOffset : null;

function sentenceFor(error: BotApiError): string {
  if (error.problem !== 'conflict') return sentenceOf(error);
  return `Another program receives this bot's messages with the same token. (${error.message})`;
}
