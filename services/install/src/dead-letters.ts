import { deadLetters } from '@casement/common/bootstrap/dead-letters.js';
import { install } from './install.service-definition.js';

await deadLetters(install);
