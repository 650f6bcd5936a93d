import { Injectable } from '@nestjs/common';
import type { InstallPhase } from '@casement/proto/http/install/install.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { TelegramConfig } from '../config.js';
import { AccountFigures } from '../users/account-figures.js';
import { installUrl } from '../notices/notice-link.js';
import { placeOf, toHtml } from '../notices/notice-texts.js';
import { progressText, type Stage } from '../notices/progress-text.js';
import { BotSender } from './bot-sender.js';
import {
  ProgressMessagesRepository,
  type ProgressMessage,
} from './progress-messages.repository.js';

const log = logger('live-progress');
const EDITS_PER_RUN = 5;

interface Edit {
  message: ProgressMessage;
  html: string;
}

interface Shown {
  noticeId: string;
  html: string;
}

/**
 * Updates the message of a running install with its phase and the write percentage. Phases that were missed are not
 * shown afterwards; the end always is. Runs between notices in one replica.
 */
@Injectable()
export class LiveProgress {
  private nextReadAt = 0;
  private edits: Edit[] = [];
  /**
   * Last text of each install's message that this process wrote. Outdated if a notice has changed the message since.
   */
  private shown = new Map<string, Shown>();

  constructor(
    private readonly config: TelegramConfig,
    private readonly messages: ProgressMessagesRepository,
    private readonly figures: AccountFigures,
    private readonly sender: BotSender,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    if (this.edits.length === 0 && Date.now() >= this.nextReadAt) {
      this.nextReadAt = Date.now() + this.config.TELEGRAM_PROGRESS_MS;
      this.edits = await this.changed();
    }
    for (const edit of this.edits.splice(0, EDITS_PER_RUN)) {
      if (signal.aborted) return;
      await this.write(edit, signal);
    }
  }

  /**
   * Returns the messages whose text has changed, at most one per chat, because this runs as often as a chat may be
   * written to.
   */
  private async changed(): Promise<Edit[]> {
    const messages = await this.messages.open();
    const stages = await this.stages(messages);
    this.shown = new Map(
      [...this.shown].filter(([id]) => messages.some((m) => m.installId === id)),
    );
    const edits = messages.flatMap((message) => {
      const stage = stages.get(message.installId);
      if (!stage) return [];
      const url = installUrl(this.config.PUBLIC_URL, message.installId);
      const { language, linux } = message;
      const html = toHtml(progressText(placeOf(message), stage, language, url, { linux }));
      const shown = this.shown.get(message.installId);
      const isCurrent = shown?.html === html && shown.noticeId === message.noticeId;
      return isCurrent ? [] : [{ message, html }];
    });
    // Ended installs come first, then the message written longest ago, which is the map's order.
    const order = [...this.shown.keys()];
    const rank = ({ message }: Edit) => (message.end ? -2 : order.indexOf(message.installId));
    edits.sort((a, b) => rank(a) - rank(b));
    const chats = new Set<string>();
    return edits.filter(({ message: { chatId } }) => !chats.has(chatId) && chats.add(chatId));
  }

  private async stages(messages: ProgressMessage[]): Promise<Map<string, Stage>> {
    const ended = messages.filter(({ end }) => end !== null);
    const stages = new Map<string, Stage>(
      ended.map(({ installId, end }) => [
        installId,
        { kind: end === 'completed' ? 'installed' : 'ended' },
      ]),
    );
    const underWay = messages.filter(({ end }) => end === null);
    if (underWay.length === 0) return stages;
    try {
      for (const { id, status, phase, percent } of await this.figures.installsById(
        underWay.map(({ installId }) => installId),
      )) {
        if (!phase || (status !== 'preparing' && status !== 'running')) continue;
        stages.set(id, {
          kind: 'under-way',
          phase: phase as InstallPhase,
          percent: phase === 'writing' ? (percent ?? null) : null,
        });
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.warn({ err: error }, 'could not read install progress');
    }
    return stages;
  }

  private async write({ message, html }: Edit, signal: AbortSignal): Promise<void> {
    const { installId, noticeId, end } = message;
    const outcome = await this.sender.rewrite(message, html, signal);
    if (outcome === 'later') return;
    this.shown.delete(installId);
    this.shown.set(installId, { noticeId, html });
    if (end !== null || outcome === 'gone') await this.messages.close(message);
  }
}
