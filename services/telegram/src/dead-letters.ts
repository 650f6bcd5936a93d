import { deadLetters } from '@casement/common/bootstrap/dead-letters.js';
import { telegram } from './telegram.service-definition.js';

await deadLetters(telegram);
