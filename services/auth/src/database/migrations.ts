import { StartAuth1796000000000 } from './migrations/1796000000000-start-auth.js';
import { SessionConfirmed1797000000000 } from './migrations/1797000000000-session-confirmed.js';
import { EmailUniqueOnceVerified1797310000000 } from './migrations/1797310000000-email-unique-once-verified.js';
import { SortByUsername1797361000002 } from './migrations/1797361000002-sort-by-username.js';
import { UserLanguage1797390000000 } from './migrations/1797390000000-user-language.js';
import { ApiKeys1797410000000 } from './migrations/1797410000000-api-keys.js';
import { ApiKeyNetworks1797430000001 } from './migrations/1797430000001-api-key-networks.js';
import { DeviceLogins1797460000000 } from './migrations/1797460000000-device-logins.js';
import { SuspendedUsers1797470000000 } from './migrations/1797470000000-suspended-users.js';
import { EmailChanges1797490000000 } from './migrations/1797490000000-email-changes.js';
import { Passkeys1797500000000 } from './migrations/1797500000000-passkeys.js';
import { AccountRecovery1797510000000 } from './migrations/1797510000000-account-recovery.js';
import { UserPreferences1797520000000 } from './migrations/1797520000000-user-preferences.js';
import { LegalPages1797591000000 } from './migrations/1797591000000-legal-pages.js';
import { Brand1797592000000 } from './migrations/1797592000000-brand.js';

export const authMigrations = [
  StartAuth1796000000000,
  SessionConfirmed1797000000000,
  EmailUniqueOnceVerified1797310000000,
  SortByUsername1797361000002,
  UserLanguage1797390000000,
  ApiKeys1797410000000,
  ApiKeyNetworks1797430000001,
  DeviceLogins1797460000000,
  SuspendedUsers1797470000000,
  EmailChanges1797490000000,
  Passkeys1797500000000,
  AccountRecovery1797510000000,
  UserPreferences1797520000000,
  LegalPages1797591000000,
  Brand1797592000000,
];
