import { z } from 'zod';
import {
  botInfo,
  botMonitor,
  botStatus,
  connectTelegramResponse,
  deliveriesQuery,
  delivery,
  noticeSetting,
  notification,
  readNotificationsRequest,
  sendTestRequest,
  sendTestResponse,
  telegramNotificationsRequest,
  telegramStatus,
  updateNoticeSettingRequest,
} from './telegram.js';
import { pageQuery } from '../envelope.js';
import { defineRoutes } from '../route.js';

export const telegramRoutes = defineRoutes({
  botInfo: { method: 'GET', path: '/telegram/bot-info', answer: botInfo.nullable() },
  botStatus: { method: 'GET', path: '/admin/telegram-bot/status', answer: botStatus },
  botMonitor: { method: 'GET', path: '/admin/telegram-bot/monitor', answer: botMonitor },
  stopBot: { method: 'POST', path: '/admin/telegram-bot/stop', stepUp: true, answer: botStatus },
  startBot: { method: 'POST', path: '/admin/telegram-bot/start', stepUp: true, answer: botStatus },
  backupBotStatus: { method: 'GET', path: '/admin/telegram-backup-bot/status', answer: botStatus },
  stopBackupBot: {
    method: 'POST',
    path: '/admin/telegram-backup-bot/stop',
    stepUp: true,
    answer: botStatus,
  },
  startBackupBot: {
    method: 'POST',
    path: '/admin/telegram-backup-bot/start',
    stepUp: true,
    answer: botStatus,
  },
  deliveries: {
    method: 'GET',
    path: '/admin/telegram-bot/deliveries',
    query: deliveriesQuery,
    answer: delivery,
    paged: true,
  },
  retryDelivery: {
    method: 'POST',
    path: '/admin/telegram-bot/deliveries/{id}/retry',
    params: { id: z.string() },
    answer: null,
  },
  sendOwnTest: {
    method: 'POST',
    path: '/user/telegram-notifications/test',
    body: sendTestRequest,
    answer: sendTestResponse,
  },
  sendTest: {
    method: 'POST',
    path: '/admin/telegram-bot/test',
    body: sendTestRequest,
    answer: sendTestResponse,
  },
  telegramStatus: { method: 'GET', path: '/auth/telegram/status', answer: telegramStatus },
  connectTelegram: {
    method: 'POST',
    path: '/user/connect-telegram',
    answer: connectTelegramResponse,
  },
  setTelegramNotifications: {
    method: 'POST',
    path: '/user/telegram-notifications',
    body: telegramNotificationsRequest,
    answer: telegramStatus,
  },
  disconnectTelegram: { method: 'POST', path: '/user/disconnect-telegram', answer: telegramStatus },
  noticeSettings: {
    method: 'GET',
    path: '/user/telegram-notifications/settings',
    answer: z.array(noticeSetting),
  },
  notifications: {
    method: 'GET',
    path: '/user/telegram-notifications/history',
    query: pageQuery,
    answer: notification,
    paged: true,
  },
  readNotifications: {
    method: 'POST',
    path: '/user/telegram-notifications/read',
    body: readNotificationsRequest,
    answer: null,
  },
  updateNoticeSetting: {
    method: 'PUT',
    path: '/user/telegram-notifications/settings',
    body: updateNoticeSettingRequest,
    answer: z.array(noticeSetting),
  },
});
