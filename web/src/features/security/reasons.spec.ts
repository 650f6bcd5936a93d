import { chooseLanguage } from '@/messages/load-language.js';
import { makeAlert, makeBlock } from '@/testing/factories/security-factories.js';
import { alertMessage, blockReason, recordedMessage } from './reasons.js';

describe('in Indonesian', () => {
  beforeAll(() => chooseLanguage('id'));
  afterAll(() => chooseLanguage('en'));

  it('an alert is told by its rule, and recorded in English', () => {
    const message = '9 refused tokens within 10 minutes';
    const alert = makeAlert({ rule: 'refused-tokens', message });
    expect(alertMessage(alert)).toBe('9 token ditolak dalam 10 menit');
    expect(recordedMessage(alert)).toBe(message);
  });

  it('a block of a rule is explained by the rule, one by an administrator as they wrote', () => {
    const reason = 'Calls of many files that do not exist.';
    expect(blockReason(makeBlock({ rule: 'file-scanning', reason }))).toMatch(/^Permintaan banyak/);
    expect(blockReason(makeBlock({ rule: null, reason }))).toBe(reason);
    const unexplained = makeBlock({ rule: null, reason: 'Blocked by an administrator' });
    expect(blockReason(unexplained)).toBe('Diblokir oleh administrator');
  });
});
