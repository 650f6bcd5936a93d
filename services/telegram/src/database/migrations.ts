import { StartTelegram1763720000000 } from './migrations/1763720000000-start-telegram.js';
import { AddNoticeRead1797350000000 } from './migrations/1797350000000-add-notice-read.js';
import { Announcements1797470000001 } from './migrations/1797470000001-announcements.js';
import { Brand1797592000001 } from './migrations/1797592000001-brand.js';
import { AccessRevocations1797630000000 } from './migrations/1797630000000-access-revocations.js';
import { NoticeOptIn1797740000000 } from './migrations/1797740000000-notice-opt-in.js';

export const telegramMigrations = [
  StartTelegram1763720000000,
  AddNoticeRead1797350000000,
  Announcements1797470000001,
  Brand1797592000001,
  AccessRevocations1797630000000,
  NoticeOptIn1797740000000,
];
