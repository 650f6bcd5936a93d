import { chooseLanguage } from '@/messages/load-language.js';
import { failureText } from './failure-text.js';

describe(failureText.name, () => {
  afterEach(() => chooseLanguage('en'));

  it('keeps the server’s failure text in English or without a code', async () => {
    const failure = { code: 'SSH_LOST', message: 'Lost.', cure: null };
    expect(failureText(failure)).toEqual({ message: 'Lost.', cure: '' });
    await chooseLanguage('id');
    expect(failureText({ ...failure, code: null })).toEqual({ message: 'Lost.', cure: '' });
  });

  it('translates a failure and inserts its values', async () => {
    await chooseLanguage('id');
    expect(
      failureText({
        code: 'DISK_TOO_SMALL',
        message: 'The disk is 4 GiB; this Windows version requires 8 GiB.',
        cure: 'Choose a larger VPS plan or another Windows version.',
      }),
    ).toEqual({
      message: 'Disk berukuran 4 GiB; versi Windows ini memerlukan 8 GiB.',
      cure: 'Pilih paket VPS yang lebih besar atau versi Windows lain.',
    });
  });
});
