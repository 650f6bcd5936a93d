import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { security } from './security.service-definition.js';

await bootstrap(security);
