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
import { announcement, announcementRequest } from './announcements.js';
import { pageQuery } from '../envelope.js';
import { defineRoutes } from '../route.js';

const announcementId = z.uuid('Unknown announcement').toLowerCase();

export const telegramRoutes = defineRoutes({
  /** Announcements in force, the most recent first. */
  announcements: {
    method: 'GET',
    path: '/user/announcements',
    effect: 'read',
    answer: z.array(announcement),
  },
  /** Latest 100 announcements, also past and future ones. */
  adminAnnouncements: {
    method: 'GET',
    path: '/admin/announcements',
    effect: 'read',
    answer: z.array(announcement),
  },
  saveAnnouncement: {
    method: 'PUT',
    path: '/admin/announcements/{id}',
    effect: 'broadcast',
    params: { id: announcementId },
    body: announcementRequest,
    answer: announcement,
  },
  removeAnnouncement: {
    method: 'DELETE',
    path: '/admin/announcements/{id}',
    effect: 'broadcast',
    params: { id: announcementId },
    answer: null,
  },
  botInfo: {
    method: 'GET',
    path: '/telegram/bot-info',
    effect: 'read',
    answer: botInfo.nullable(),
  },
  botStatus: {
    method: 'GET',
    path: '/admin/telegram-bot/status',
    effect: 'read',
    answer: botStatus,
  },
  botMonitor: {
    method: 'GET',
    path: '/admin/telegram-bot/monitor',
    effect: 'read',
    answer: botMonitor,
  },
  stopBot: {
    method: 'POST',
    path: '/admin/telegram-bot/stop',
    effect: 'availability',
    answer: botStatus,
  },
  startBot: {
    method: 'POST',
    path: '/admin/telegram-bot/start',
    effect: 'availability',
    answer: botStatus,
  },
  backupBotStatus: {
    method: 'GET',
    path: '/admin/telegram-backup-bot/status',
    effect: 'read',
    answer: botStatus,
  },
  stopBackupBot: {
    method: 'POST',
    path: '/admin/telegram-backup-bot/stop',
    effect: 'availability',
    answer: botStatus,
  },
  startBackupBot: {
    method: 'POST',
    path: '/admin/telegram-backup-bot/start',
    effect: 'availability',
    answer: botStatus,
  },
  deliveries: {
    method: 'GET',
    path: '/admin/telegram-bot/deliveries',
    effect: 'data',
    query: deliveriesQuery,
    answer: delivery,
    paged: true,
  },
  retryDelivery: {
    method: 'POST',
    path: '/admin/telegram-bot/deliveries/{id}/retry',
    effect: 'upkeep',
    params: { id: z.string() },
    answer: null,
  },
  sendOwnTest: {
    method: 'POST',
    path: '/user/telegram-notifications/test',
    effect: 'own',
    body: sendTestRequest,
    answer: sendTestResponse,
  },
  sendTest: {
    method: 'POST',
    path: '/admin/telegram-bot/test',
    effect: 'upkeep',
    body: sendTestRequest,
    answer: sendTestResponse,
  },
  telegramStatus: {
    method: 'GET',
    path: '/auth/telegram/status',
    effect: 'read',
    answer: telegramStatus,
  },
  connectTelegram: {
    method: 'POST',
    path: '/user/connect-telegram',
    effect: 'access',
    answer: connectTelegramResponse,
  },
  setTelegramNotifications: {
    method: 'POST',
    path: '/user/telegram-notifications',
    effect: 'own',
    body: telegramNotificationsRequest,
    answer: telegramStatus,
  },
  disconnectTelegram: {
    method: 'POST',
    path: '/user/disconnect-telegram',
    effect: 'own',
    answer: telegramStatus,
  },
  noticeSettings: {
    method: 'GET',
    path: '/user/telegram-notifications/settings',
    effect: 'read',
    answer: z.array(noticeSetting),
  },
  notifications: {
    method: 'GET',
    path: '/user/telegram-notifications/history',
    effect: 'read',
    query: pageQuery,
    answer: notification,
    paged: true,
  },
  readNotifications: {
    method: 'POST',
    path: '/user/telegram-notifications/read',
    effect: 'own',
    body: readNotificationsRequest,
    answer: null,
  },
  updateNoticeSetting: {
    method: 'PUT',
    path: '/user/telegram-notifications/settings',
    effect: 'own',
    body: updateNoticeSettingRequest,
    answer: z.array(noticeSetting),
  },
});
