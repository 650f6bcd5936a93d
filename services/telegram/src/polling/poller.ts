import { backOff } from '@casement/common/data/jobs/back-off.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { pause } from '@casement/common/core/async/abortable.js';
import type { BotApi } from '../bot-api/bot-api.js';
import { BotApiError, reasonOf } from '../bot-api/bot-api.errors.js';
import type { BotIdentity } from '../bot-api/bot-identity.js';
import type { Update } from '../bot-api/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import type { BotEntity } from '../bots/bot.entity.js';
import type { BotsRepository } from '../bots/bots.repository.js';
import { commandMenu } from '../commands/command-menu.js';
import { LANGUAGE_CODES, DEFAULT_LANGUAGE } from '../messages/languages.js';
import type { ReplicaLease, UpdatesService } from './updates.service.js';

const log = logger('poller');
/** How soon a replica notices that its bot was started or stopped elsewhere. */
const CHECK_MS = 1_000;
/** An update that fails this often is skipped, so that it does not hold up the later ones. */
const MAX_TRIES = 5;
/**
 * After a week without updates Telegram restarts their numbering; an older offset would then hide them.
 */
const MAX_OFFSET_AGE_MS = 6 * 24 * 3_600_000;

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

  async run(lease: ReplicaLease): Promise<void> {
    const { name, bots } = this.parts;
    let prepared = false;
    while (!lease.signal.aborted) {
      const bot = await bots.get(name);
      if (!bot.running) {
        prepared = false;
        await pause(CHECK_MS, lease.signal);
        continue;
      }
      try {
        if (!prepared) await this.prepare(lease);
        prepared = true;
        await this.poll(lease, bot);
        this.failures = 0;
      } catch (error) {
        if (lease.signal.aborted) return;
        if (!(error instanceof BotApiError)) throw error;
        // One possible reason is a webhook that was set meanwhile: it is removed.
        if (error.problem === 'conflict') prepared = false;
        await this.failed(error, lease.signal);
      }
    }
  }

  private async prepare(lease: ReplicaLease): Promise<void> {
    const { name, api, bots, identity, updates } = this.parts;
    const info = await identity.ask(name);
    if (!info) throw new BotApiError('unauthorized', '401');
    await updates.identify(lease, name, info.id);
    await api.deleteWebhook();
    await api.setMyCommands(commandMenu(DEFAULT_LANGUAGE));
    // Telegram shows the menu in the language of the user's app, where there is one.
    for (const language of LANGUAGE_CODES) {
      await api.setMyCommands(commandMenu(language), language);
    }
    await bots.clearProblem(name);
  }

  private async poll(lease: ReplicaLease, bot: BotEntity): Promise<void> {
    const { name, api, bots, pollSeconds } = this.parts;
    const stopped = this.watchStop(lease.signal);
    let updates: Update[];
    try {
      updates = await api.getUpdates(offsetOf(bot), pollSeconds, stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      throw error;
    } finally {
      await stopped.end();
    }
    await bots.clearProblem(name);
    for (const update of updates) {
      if (lease.signal.aborted || !(await this.handle(lease, update))) return;
    }
  }

  /** @returns false when the bot was stopped meanwhile */
  private async handle(lease: ReplicaLease, update: Update): Promise<boolean> {
    const { name, updates } = this.parts;
    try {
      return await updates.handle(lease, name, update);
    } catch (error) {
      const tries = this.failing?.updateId === update.update_id ? this.failing.tries + 1 : 1;
      this.failing = { updateId: update.update_id, tries };
      if (tries < MAX_TRIES) throw error;
      log.error({ err: error, bot: name, updateId: update.update_id }, 'update skipped');
      return updates.skip(lease, name, update);
    }
  }

  /**
   * Aborts a long poll soon after the bot was stopped. No job: it belongs to one poll, under the poller's lease, and is over with
   * it. One check after the other, and `end` resolves when none is under way.
   */
  private watchStop(outer: AbortSignal): { signal: AbortSignal; end: () => Promise<void> } {
    const [stopped, ended] = [new AbortController(), new AbortController()];
    const watch = async () => {
      for (;;) {
        await pause(CHECK_MS, ended.signal);
        if (ended.signal.aborted) return;
        const bot = await this.parts.bots.get(this.parts.name).catch(() => null);
        if (bot?.running === false) stopped.abort();
      }
    };
    const watching = watch();
    return {
      signal: AbortSignal.any([outer, stopped.signal]),
      end: () => {
        ended.abort();
        return watching;
      },
    };
  }

  private async failed(error: BotApiError, signal: AbortSignal): Promise<void> {
    const { name, bots, retryMs } = this.parts;
    this.failures += 1;
    log.warn({ bot: name, problem: error.problem, reason: error.message }, 'updates not received');
    await bots.countError(name);
    await bots.setProblem(name, messageFor(error), error.problem === 'unauthorized');
    const wait = Math.max(
      backOff(this.failures, { baseMs: retryMs, maxMs: 30 * retryMs }),
      error.retryAfterSeconds * 1_000,
    );
    await pause(wait, signal);
  }
}

const offsetOf = ({ updateOffset, lastUpdateAt }: BotEntity): number | null =>
  lastUpdateAt && Date.now() - lastUpdateAt.getTime() < MAX_OFFSET_AGE_MS ? updateOffset : null;

function messageFor(error: BotApiError): string {
  if (error.problem !== 'conflict') return reasonOf(error);
  return `Another program receives this bot's messages with the same token. (${error.message})`;
}
