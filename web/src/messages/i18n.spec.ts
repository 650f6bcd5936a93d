import { act, renderHook } from '@testing-library/react';
import { chooseLanguage, loadLanguage } from '@/messages/load-language.js';
import {
  defineMessages,
  failureMessage,
  codedMessage,
  phraseMessage,
  ruleMessage,
  serverMessage,
  t,
  useLanguage,
} from './i18n.js';

afterEach(async () => {
  await chooseLanguage('en');
  localStorage.removeItem('casement-language');
});

const some = defineMessages('common', {
  home: 'Home',
  product: 'Casement',
  ago: { hours: (n: number) => `${n} hours`, other: 'Other' },
});

describe('message catalogue', () => {
  it('uses the selected language, and English for missing messages', async () => {
    expect(t(some).home).toBe('Home');
    await chooseLanguage('id');
    expect(t(some)).toMatchObject({
      home: 'Beranda',
      product: 'Casement',
      ago: { other: 'Other' },
    });
    expect(t(some).ago.hours(2)).toBe('2 jam lalu');
    expect(t(some)).toBe(t(some));
    expect(document.documentElement.lang).toBe('id');
  });

  it('stores the choice and follows another tab’s choice', async () => {
    const { result } = renderHook(useLanguage);
    await act(() => chooseLanguage('id'));
    expect(localStorage.getItem('casement-language')).toBe('id');
    act(() => {
      localStorage.setItem('casement-language', 'en');
      window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
    });
    expect(result.current).toBe('en');
  });

  it('opens in the stored language', async () => {
    localStorage.setItem('casement-language', 'id');
    await loadLanguage();
    expect(t(some).home).toBe('Beranda');
  });

  it.each([
    [['id-ID', 'en'], 'id'],
    [['jv', 'id', 'en'], 'id'],
    [['en-US', 'id'], 'en'],
    [['de-DE'], 'en'],
    [['ido'], 'en'],
  ])('follows the browser’s language on the first visit: %j is %s', async (languages, expected) => {
    const spy = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    await loadLanguage();
    expect(document.documentElement.lang).toBe(expected);
    // No choice was stored, so the browser's setting applies again next time.
    expect(localStorage.getItem('casement-language')).toBeNull();
    spy.mockRestore();
  });

  it('prefers a stored choice over the browser’s language', async () => {
    const spy = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['id']);
    localStorage.setItem('casement-language', 'en');
    await loadLanguage();
    expect(t(some).home).toBe('Home');
    spy.mockRestore();
  });

  it('keeps the latest of two concurrent choices', async () => {
    await Promise.all([chooseLanguage('id'), chooseLanguage('en')]);
    expect(t(some).home).toBe('Home');
    expect(localStorage.getItem('casement-language')).toBe('en');
  });

  it('translates server and form rule messages by code', async () => {
    expect(serverMessage('INVALID_CREDENTIALS', 'No.')).toBe('No.');
    await chooseLanguage('id');
    expect(serverMessage('INVALID_CREDENTIALS', 'No.')).toMatch('Periksa data masuk Anda');
    expect(serverMessage('SOMETHING_NEW', 'No.')).toBe('No.');
    expect(ruleMessage('Bad', 'VPS_ADDRESS_INVALID')).toBe('Alamat IPv4 tidak valid');
    expect(ruleMessage('Invalid IPv4 address')).toBe('Alamat IPv4 tidak valid');
    expect(ruleMessage('Bad')).toBeUndefined();
  });

  it('translates failures with their values', async () => {
    await chooseLanguage('id');
    expect(
      failureMessage(
        'BOOT_ONCE_IMPOSSIBLE',
        'Our installer cannot be started safely: GRUB cannot write to btrfs; the kernel has no kexec.',
      ),
    ).toBe(
      'Penginstal kami tidak dapat dimulai dengan aman: GRUB tidak dapat menulis ke btrfs; kernel tidak memiliki kexec.',
    );
    expect(
      failureMessage(
        'CONTRACT_REFUSED',
        'The image could not be installed: C: was not unmounted cleanly. It has no partition table.',
      ),
    ).toBe(
      'Image tidak dapat diinstal: C: tidak di-unmount dengan benar. Tidak memiliki tabel partisi.',
    );
    expect(phraseMessage('The block was lifted. It was not blocked.')).toBe(
      'Blokir dicabut. Tidak diblokir.',
    );
    expect(phraseMessage('Something new.')).toBe('Something new.');
    expect(phraseMessage('pay.example: 200, payment methods: 2 (QRIS, OVO)')).toBe(
      'pay.example: 200, metode pembayaran: 2 (QRIS, OVO)',
    );
    // Text stored by an older version with other wording is shown unchanged.
    expect(failureMessage('SSH_LOST', 'Reworded.')).toBe('Reworded.');
  });

  it('translates ledger causes, detection rules and alerts by code', async () => {
    const guesses = '21 failed sign-ins within 10 minutes';
    expect(codedMessage('alerts', 'password-guessing', guesses)).toBe(guesses);
    await chooseLanguage('id');
    expect(codedMessage('ledger', 'install_failed', 'Reworded')).toBe('Instalasi gagal');
    expect(codedMessage('detectionRules', 'file-scanning', 'Reworded')).toMatch(
      /^Permintaan banyak file yang tidak ada\. Hanya dapat dipicu/,
    );
    expect(codedMessage('alerts', 'password-guessing', guesses)).toBe(
      '21 percobaan masuk gagal dalam 10 menit',
    );
    expect(codedMessage('detectionRules', 'of-this-house', 'Ours.')).toBe('Ours.');
  });

  it('translates each message of a code with several messages', async () => {
    await chooseLanguage('id');
    const code = 'VERIFICATION_CODE_INVALID';
    expect(serverMessage(code, 'Please check your code and try again.')).toBe(
      'Periksa kode Anda lalu coba lagi.',
    );
    expect(
      serverMessage(
        code,
        'This code has expired or was tried too often. Please request a new one.',
      ),
    ).toBe('Kode ini sudah kedaluwarsa atau terlalu sering dicoba. Minta kode yang baru.');
    expect(serverMessage('RATE_LIMITED', 'Too many attempts. Please try again in 5 minutes.')).toBe(
      'Terlalu banyak percobaan. Coba lagi dalam 5 menit.',
    );
    expect(serverMessage(code, 'Reworded.')).toBe('Periksa kode Anda lalu coba lagi.');
  });
});
