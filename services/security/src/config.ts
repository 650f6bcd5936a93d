import { baseSchema, configOf } from '@casement/common/config/base-config.js';

export class SecurityConfig extends configOf(baseSchema) {}
