import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { security } from './security.service-definition.js';

await deadLetters(security);
