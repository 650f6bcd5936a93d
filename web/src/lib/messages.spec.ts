import { act, renderHook, waitFor } from '@testing-library/react';
import { authTexts } from '@/messages/auth.js';
import { billingTexts } from '@/messages/billing.js';
import { captchaTexts } from '@/messages/captcha.js';
import { commonTexts } from '@/messages/common.js';
import { dashboardTexts } from '@/messages/dashboard.js';
import { landingTexts } from '@/messages/landing.js';
import { notificationTexts } from '@/messages/notifications.js';
import { recoveryTexts } from '@/messages/recovery.js';
import { settingsTexts } from '@/messages/settings.js';
import { termsTexts } from '@/messages/terms.js';
import { verificationTexts } from '@/messages/verification.js';
import { chooseLanguage, say, texts, translate, useLanguage } from './messages.js';

afterEach(() => chooseLanguage('en'));

const some = texts({
  en: { yes: 'Yes', name: 'Casement', deep: { of: (n: number) => `${n} of`, other: 'Other' } },
  id: { yes: 'Ya', deep: { of: (n: number) => `${n} dari` } },
});

describe('the catalogue of texts', () => {
  it('speaks the language that was chosen, English where it lacks a text', () => {
    expect(say(some).yes).toBe('Yes');
    chooseLanguage('id');
    expect(say(some)).toMatchObject({ yes: 'Ya', name: 'Casement', deep: { other: 'Other' } });
    expect(say(some).deep.of(2)).toBe('2 dari');
    expect(say(some)).toBe(say(some));
    expect(document.documentElement.lang).toBe('id');
  });

  it('keeps the choice, and follows the one of another tab', () => {
    const { result } = renderHook(useLanguage);
    act(() => chooseLanguage('id'));
    expect(localStorage.getItem('casement-language')).toBe('id');
    act(() => {
      localStorage.setItem('casement-language', 'en');
      window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
    });
    expect(result.current).toBe('en');
  });

  it('translates what the server and the rules say, and leaves what it does not know', async () => {
    expect(translate('Invalid IPv4 address')).toBe('Invalid IPv4 address');
    chooseLanguage('id');
    await waitFor(() => expect(translate('Invalid IPv4 address')).toBe('Alamat IPv4 tidak valid'));
    expect(translate('Something new')).toBe('Something new');
  });
});

/** The same in both languages, or not to be translated. */
const SAME = new Set(`product label question hookError about.providerList stepOf line`.split(' '));

const paths = (value: object, under = ''): string[] =>
  Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null && !Array.isArray(text)
      ? paths(text, `${under}${key}.`)
      : [under + key],
  );

describe('Indonesian', () => {
  it.each(
    Object.entries({
      authTexts,
      billingTexts,
      captchaTexts,
      commonTexts,
      dashboardTexts,
      landingTexts,
      notificationTexts,
      settingsTexts,
      termsTexts,
      recoveryTexts,
      verificationTexts,
    }),
  )('has every text of %s', (_, { en, id = {} }) => {
    const known = new Set(paths(id));
    expect(paths(en).filter((path) => !known.has(path) && !SAME.has(path))).toEqual([]);
  });
});
