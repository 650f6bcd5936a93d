import { Injectable } from '@nestjs/common';
import type { InstallPhase } from '@casement/proto/http/install.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { logger } from '@casement/common/logging/logger.js';
import { TelegramConfig } from '../config.js';
import type { HeldLease } from '../leases/leased-work.js';
import { AccountFigures } from '../neighbours/account-figures.js';
import { toHtml } from '../notices/notice-texts.js';
import { progressText, type Stage } from '../notices/progress-text.js';
import { quote } from '../notices/telegram-html.js';
import { BotSender } from './bot-sender.js';
import {
  ProgressMessagesRepository,
  type ProgressMessage,
} from './progress-messages.repository.js';

const log = logger('live-progress');
/** Then the notices have their turn. */
const AT_ONCE = 5;

interface Edit {
  message: ProgressMessage;
  html: string;
}

interface Shown {
  noticeId: string;
  html: string;
}

/**
 * Keeps the message of an install under way at what the VPS is doing now, phase by phase, with the percent of the
 * write. What was missed is not made up for, but the end is always shown. Works between notices: in one replica, and
 * never beside one of them.
 */
@Injectable()
export class LiveProgress {
  private nextLookAt = 0;
  private edits: Edit[] = [];
  /** What each install's message shows, as far as this process has written it and no notice has written over it. */
  private shown = new Map<string, Shown>();

  constructor(
    private readonly config: TelegramConfig,
    private readonly messages: ProgressMessagesRepository,
    private readonly figures: AccountFigures,
    private readonly sender: BotSender,
  ) {}

  async work(held: HeldLease): Promise<void> {
    if (this.edits.length === 0 && Date.now() >= this.nextLookAt) {
      this.nextLookAt = Date.now() + this.config.TELEGRAM_PROGRESS_MS;
      this.edits = await this.look();
    }
    for (const edit of this.edits.splice(0, AT_ONCE)) {
      if (held.signal.aborted) return;
      await this.write(held, edit);
    }
  }

  /** What has changed, one message for each chat: a look is no more often than a chat may be written to. */
  private async look(): Promise<Edit[]> {
    const messages = await this.messages.open();
    const stages = await this.stages(messages);
    this.shown = new Map(
      [...this.shown].filter(([id]) => messages.some((m) => m.installId === id)),
    );
    const edits = messages.flatMap((message) => {
      const stage = stages.get(message.installId);
      if (!stage) return [];
      const html = toHtml(progressText(quote(message.ip, 60), stage, message.language));
      const shown = this.shown.get(message.installId);
      const stands = shown?.html === html && shown.noticeId === message.noticeId;
      return stands ? [] : [{ message, html }];
    });
    // The end first; then whoever was written longest ago, as the map keeps them.
    const turn = [...this.shown.keys()];
    const rank = ({ message }: Edit) => (message.end ? -2 : turn.indexOf(message.installId));
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
      for (const { id, status, phase, percent } of await this.figures.standing(
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
      log.warn({ err: error }, 'the progress of installs is missing');
    }
    return stages;
  }

  private async write(held: HeldLease, { message, html }: Edit): Promise<void> {
    const { installId, noticeId, end } = message;
    const outcome = await this.sender.rewrite(held, message, html);
    if (outcome === 'later') return;
    this.shown.delete(installId);
    this.shown.set(installId, { noticeId, html });
    if (end !== null || outcome === 'gone') await this.messages.close(message);
  }
}
