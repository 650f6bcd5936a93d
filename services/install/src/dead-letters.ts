import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { install } from './install.service-definition.js';

await deadLetters(install);
