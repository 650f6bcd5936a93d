import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { telegram } from './telegram.service-definition.js';

await deadLetters(telegram);
