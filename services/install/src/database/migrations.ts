import { CreateInstalls1763710000000 } from './migrations/1763710000000-create-installs.js';
import { CloseUsers1763811000000 } from './migrations/1763811000000-close-users.js';
import { ListInstalls1763840000000 } from './migrations/1763840000000-list-installs.js';
import { CheckVps1763850000000 } from './migrations/1763850000000-check-vps.js';
import { ChartInstalls1763851000000 } from './migrations/1763851000000-chart-installs.js';
import { ImportImages1763900000000 } from './migrations/1763900000000-import-images.js';
import { TraceInstalls1763960000000 } from './migrations/1763960000000-trace-installs.js';

export const installMigrations = [
  CreateInstalls1763710000000,
  CloseUsers1763811000000,
  ListInstalls1763840000000,
  CheckVps1763850000000,
  ChartInstalls1763851000000,
  ImportImages1763900000000,
  TraceInstalls1763960000000,
];
