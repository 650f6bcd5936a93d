import { Controller, Get, Post } from '@nestjs/common';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  BOT_NOT_CONFIGURED,
  botInfo,
  botMonitor,
  botStatus,
} from '@casement/proto/http/telegram.js';
import { toBotMonitor, toBotStatus } from './bots.mapper.js';
import { BotsService } from './bots.service.js';

/** The administrators' view of both bots (SPEC §2, §7). */
@Controller()
@AdminOnly()
export class BotsController {
  constructor(private readonly bots: BotsService) {}

  @Get('telegram/bot-info')
  @Answers(botInfo.nullable())
  async info() {
    const info = await this.bots.info('primary');
    return reply(info, info ? 'Bot info' : BOT_NOT_CONFIGURED);
  }

  @Get('admin/telegram-bot/status')
  @Answers(botStatus)
  async status() {
    return reply(toBotStatus(await this.bots.report('primary')), 'Bot status');
  }

  @Get('admin/telegram-bot/monitor')
  @Answers(botMonitor)
  async monitor() {
    return reply(toBotMonitor(await this.bots.report('primary')), 'Bot monitor');
  }

  @Post('admin/telegram-bot/stop')
  @Answers(botStatus)
  async stop() {
    return reply(toBotStatus(await this.bots.stop('primary')), 'Bot stopped');
  }

  @Post('admin/telegram-bot/start')
  @Answers(botStatus)
  async start() {
    return reply(toBotStatus(await this.bots.start('primary')), 'Bot started');
  }

  @Get('admin/telegram-backup-bot/status')
  @Answers(botStatus)
  async backupStatus() {
    return reply(toBotStatus(await this.bots.report('backup')), 'Backup bot status');
  }

  @Post('admin/telegram-backup-bot/stop')
  @Answers(botStatus)
  async stopBackup() {
    return reply(toBotStatus(await this.bots.stop('backup')), 'Backup bot stopped');
  }

  @Post('admin/telegram-backup-bot/start')
  @Answers(botStatus)
  async startBackup() {
    return reply(toBotStatus(await this.bots.start('backup')), 'Backup bot started');
  }
}
