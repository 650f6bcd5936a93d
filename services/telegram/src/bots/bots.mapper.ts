import { BOT_MODE, type BotMonitor, type BotStatus } from '@casement/proto/http/telegram.js';
import type { BotReport } from './bots.service.js';

export const toBotStatus = ({ row, isRunning, info }: BotReport): BotStatus => ({
  isRunning,
  startedAt: isRunning ? (row.startedAt?.toISOString() ?? null) : null,
  messageCount: row.messageCount,
  mode: BOT_MODE,
  bot: info,
  problem: row.problem,
});

export const toBotMonitor = (report: BotReport): BotMonitor => ({
  ...toBotStatus(report),
  errorCount: report.row.errorCount,
  commandCount: report.row.commandCount,
  userCount: report.users,
});
