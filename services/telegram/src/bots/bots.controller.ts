import { Controller, Get, Post } from '@nestjs/common';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { reply } from '@casement/common/http/reply.js';
import { BOT_NOT_CONFIGURED } from '@casement/proto/http/telegram.js';
import { toBotMonitor, toBotStatus } from './bots.mapper.js';
import { BotsService } from './bots.service.js';

/** The administrators' view of both bots (SPEC §2, §7). */
@Controller()
@AdminOnly()
export class BotsController {
  constructor(private readonly bots: BotsService) {}

  @Get('telegram/bot-info')
  async info() {
    const info = await this.bots.info('primary');
    return reply(info, info ? 'Bot info' : BOT_NOT_CONFIGURED);
  }

  @Get('admin/telegram-bot/status')
  async status() {
    return reply(toBotStatus(await this.bots.report('primary')), 'Bot status');
  }

  @Get('admin/telegram-bot/monitor')
  async monitor() {
    return reply(toBotMonitor(await this.bots.report('primary')), 'Bot monitor');
  }

  @Post('admin/telegram-bot/stop')
  async stop() {
    return reply(toBotStatus(await this.bots.stop('primary')), 'Bot stopped');
  }

  @Post('admin/telegram-bot/start')
  async start() {
    return reply(toBotStatus(await this.bots.start('primary')), 'Bot started');
  }

  @Get('admin/telegram-backup-bot/status')
  async backupStatus() {
    return reply(toBotStatus(await this.bots.report('backup')), 'Backup bot status');
  }

  @Post('admin/telegram-backup-bot/stop')
  async stopBackup() {
    return reply(toBotStatus(await this.bots.stop('backup')), 'Backup bot stopped');
  }

  @Post('admin/telegram-backup-bot/start')
  async startBackup() {
    return reply(toBotStatus(await this.bots.start('backup')), 'Backup bot started');
  }
}
