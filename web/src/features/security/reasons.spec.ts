import { chooseLanguage } from '@/messages/load-language.js';
import { makeAlert, makeBlock } from '@/testing/factories/security-factories.js';
import { alertMessage, blockReason, recordedMessage } from './reasons.js';

describe('security texts in Indonesian', () => {
  beforeAll(() => chooseLanguage('id'));
  afterAll(() => chooseLanguage('en'));

  it('translate an alert by its rule, which is recorded in English', () => {
    const message = '9 refused tokens within 10 minutes';
    const alert = makeAlert({ rule: 'refused-tokens', message });
    expect(alertMessage(alert)).toBe('9 token ditolak dalam 10 menit');
    expect(recordedMessage(alert)).toBe(message);
  });

  it('translate a rule’s block but keep an administrator’s reason', () => {
    const reason = 'Requests for many files that do not exist.';
    expect(blockReason(makeBlock({ rule: 'file-scanning', reason }))).toMatch(/^Permintaan banyak/);
    expect(blockReason(makeBlock({ rule: null, reason }))).toBe(reason);
    const unexplained = makeBlock({ rule: null, reason: 'Blocked by an administrator' });
    expect(blockReason(unexplained)).toBe('Diblokir oleh administrator');
  });
});
