import { Controller } from '@nestjs/common';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import {
  BOT_MODE,
  BOT_NOT_CONFIGURED,
  type BotMonitor,
  type BotStatus,
} from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { BotsService, type BotReport } from './bots.service.js';

/** Administration of both bots (SPEC §2, §7). */
@Controller()
@AdminOnly()
export class BotsController {
  constructor(private readonly bots: BotsService) {}

  @Route(telegramRoutes.botInfo)
  async info() {
    const info = await this.bots.info('primary');
    return reply(info, info ? 'Bot info' : BOT_NOT_CONFIGURED);
  }

  @Route(telegramRoutes.botStatus)
  async status() {
    return reply(toBotStatus(await this.bots.report('primary')), 'Bot status');
  }

  @Route(telegramRoutes.botMonitor)
  async monitor() {
    return reply(toBotMonitor(await this.bots.report('primary')), 'Bot monitor');
  }

  @Route(telegramRoutes.stopBot)
  async stop() {
    return reply(toBotStatus(await this.bots.stop('primary')), 'Bot stopped');
  }

  @Route(telegramRoutes.startBot)
  async start() {
    return reply(toBotStatus(await this.bots.start('primary')), 'Bot started');
  }

  @Route(telegramRoutes.backupBotStatus)
  async backupStatus() {
    return reply(toBotStatus(await this.bots.report('backup')), 'Backup bot status');
  }

  @Route(telegramRoutes.stopBackupBot)
  async stopBackup() {
    return reply(toBotStatus(await this.bots.stop('backup')), 'Backup bot stopped');
  }

  @Route(telegramRoutes.startBackupBot)
  async startBackup() {
    return reply(toBotStatus(await this.bots.start('backup')), 'Backup bot started');
  }
}

const toBotStatus = ({ row, isRunning, info }: BotReport): BotStatus => ({
  isRunning,
  startedAt: isRunning ? (row.startedAt?.toISOString() ?? null) : null,
  messageCount: row.messageCount,
  mode: BOT_MODE,
  bot: info,
  problem: row.problem,
});

const toBotMonitor = (report: BotReport): BotMonitor => ({
  ...toBotStatus(report),
  errorCount: report.row.errorCount,
  commandCount: report.row.commandCount,
  userCount: report.users,
});
