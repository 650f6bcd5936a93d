import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { telegram } from './telegram.service-definition.js';

await doctor(telegram, {
  externalSystems: ({ TELEGRAM_BOT_TOKEN }) => (TELEGRAM_BOT_TOKEN ? ['telegram-bot'] : []),
});
