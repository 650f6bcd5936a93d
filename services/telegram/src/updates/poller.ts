import { backOff } from '@casement/common/data/jobs/back-off.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { pause } from '@casement/common/core/async/abortable.js';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@casement/proto/language.js';
import type { BotApi } from '../bots/bot-api.js';
import { BotApiError } from '../bots/bot-api.errors.js';
import type { BotIdentity } from '../bots/bot-identity.js';
import type { Update } from '../bots/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import type { BotsService, BotState } from '../bots/bots.service.js';
import { commandMenu } from '../chats/command-menu.js';
import type { ReplicaLease, UpdatesService } from './updates.service.js';

const log = logger('poller');
/** Interval of the checks whether the bot was started or stopped, possibly by another replica. */
const CHECK_MS = 1_000;
/** An update whose handling fails this often is skipped, so that it does not block later updates. */
const MAX_TRIES = 5;
/**
 * Age after which an offset is discarded: Telegram restarts its numbering after a week without updates, and an old
 * offset would hide the new updates.
 */
const MAX_OFFSET_AGE_MS = 6 * 24 * 3_600_000;

interface PollerOptions {
  name: BotName;
  api: BotApi;
  bots: BotsService;
  identity: BotIdentity;
  updates: UpdatesService;
  pollSeconds: number;
  retryMs: number;
}

/** Receives the updates of one bot while the lease is held. */
export class Poller {
  private failures = 0;
  private failing: { updateId: number; tries: number } | undefined;

  constructor(private readonly options: PollerOptions) {}

  async run(lease: ReplicaLease): Promise<void> {
    const { name, bots } = this.options;
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
        // A webhook may have been set in the meantime; preparing removes it.
        if (error.problem === 'conflict') prepared = false;
        await this.failed(error, lease.signal);
      }
    }
  }

  private async prepare(lease: ReplicaLease): Promise<void> {
    const { name, api, bots, identity, updates } = this.options;
    const info = await identity.ask(name);
    if (!info) throw new BotApiError('unauthorized', '401');
    await updates.identify(lease, name, info.id);
    await api.deleteWebhook();
    await api.setMyCommands(commandMenu(DEFAULT_LANGUAGE));
    // Telegram picks the menu by the language of the user's app.
    for (const language of LANGUAGES) {
      await api.setMyCommands(commandMenu(language), language);
    }
    await bots.succeeded(name);
  }

  private async poll(lease: ReplicaLease, bot: BotState): Promise<void> {
    const { name, api, bots, pollSeconds } = this.options;
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
    await bots.succeeded(name);
    for (const update of updates) {
      if (lease.signal.aborted || !(await this.handle(lease, update))) return;
    }
  }

  /**
   * Handles an update. After MAX_TRIES failures, skips it.
   *
   * @returns false if the bot was stopped in the meantime
   */
  private async handle(lease: ReplicaLease, update: Update): Promise<boolean> {
    const { name, updates } = this.options;
    try {
      const goesOn = await updates.handle(lease, name, update);
      await this.endPress(update);
      return goesOn;
    } catch (error) {
      const tries = this.failing?.updateId === update.update_id ? this.failing.tries + 1 : 1;
      this.failing = { updateId: update.update_id, tries };
      if (tries < MAX_TRIES) throw error;
      log.error({ err: error, bot: name, updateId: update.update_id }, 'update skipped');
      return updates.skip(lease, name, update);
    }
  }

  /** Failures only leave the button waiting, and a press older than a few minutes cannot be answered. */
  private async endPress({ callback_query: pressed }: Update): Promise<void> {
    if (!pressed) return;
    await this.options.api.answerCallbackQuery(pressed.id).catch((error: unknown) => {
      if (!(error instanceof BotApiError)) throw error;
      log.info({ bot: this.options.name, reason: error.message }, 'button press not answered');
    });
  }

  /**
   * Returns a signal that aborts a long poll soon after the bot is stopped. Not a job, because it lives only as long
   * as one poll. Checks run one after another, and `end` resolves once none is in flight.
   */
  private watchStop(outer: AbortSignal): { signal: AbortSignal; end: () => Promise<void> } {
    const [stopped, ended] = [new AbortController(), new AbortController()];
    const watch = async () => {
      for (;;) {
        await pause(CHECK_MS, ended.signal);
        if (ended.signal.aborted) return;
        const bot = await this.options.bots.get(this.options.name).catch(() => null);
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
    const { name, bots, retryMs } = this.options;
    this.failures += 1;
    log.warn(
      { bot: name, problem: error.problem, reason: error.message },
      'could not receive updates',
    );
    await bots.receivingFailed(name, error);
    const wait = Math.max(
      backOff(this.failures, { baseMs: retryMs, maxMs: 30 * retryMs }),
      error.retryAfterSeconds * 1_000,
    );
    await pause(wait, signal);
  }
}

const offsetOf = ({ updateOffset, lastUpdateAt }: BotState): number | null =>
  lastUpdateAt && Date.now() - lastUpdateAt.getTime() < MAX_OFFSET_AGE_MS ? updateOffset : null;
