import { StartInstall1763710000000 } from './migrations/1763710000000-start-install.js';

export const installMigrations = [StartInstall1763710000000];
