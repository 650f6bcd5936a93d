import { baseSchema, configOf } from '@casement/common/config/base-config.js';

export class TelegramConfig extends configOf(baseSchema) {}
