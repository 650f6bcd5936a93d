import { StartBilling1796000000000 } from './migrations/1796000000000-start-billing.js';

export const billingMigrations = [StartBilling1796000000000];
