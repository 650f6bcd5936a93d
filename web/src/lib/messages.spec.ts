import { act, renderHook } from '@testing-library/react';
import {
  chooseLanguage,
  defineMessages,
  loadLanguage,
  ruleMessage,
  serverMessage,
  t,
  useLanguage,
} from './messages.js';

afterEach(() => chooseLanguage('en'));

const some = defineMessages('common', {
  home: 'Home',
  product: 'Casement',
  ago: { hours: (n: number) => `${n} hours`, other: 'Other' },
});

describe('the message catalogue', () => {
  it('has the language that was chosen, English where it lacks a message', async () => {
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

  it('keeps the choice, and follows the one of another tab', async () => {
    const { result } = renderHook(useLanguage);
    await act(() => chooseLanguage('id'));
    expect(localStorage.getItem('casement-language')).toBe('id');
    act(() => {
      localStorage.setItem('casement-language', 'en');
      window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
    });
    expect(result.current).toBe('en');
  });

  it('opens in the language that was stored', async () => {
    localStorage.setItem('casement-language', 'id');
    await loadLanguage();
    expect(t(some).home).toBe('Beranda');
  });

  it('keeps the choice that was made last', async () => {
    await Promise.all([chooseLanguage('id'), chooseLanguage('en')]);
    expect(t(some).home).toBe('Home');
    expect(localStorage.getItem('casement-language')).toBe('en');
  });

  it('has messages of the server and of form rules by their codes', async () => {
    expect(serverMessage('INVALID_CREDENTIALS', 'No.')).toBe('No.');
    await chooseLanguage('id');
    expect(serverMessage('INVALID_CREDENTIALS', 'No.')).toMatch('Periksa data masuk Anda');
    expect(serverMessage('SOMETHING_NEW', 'No.')).toBe('No.');
    expect(ruleMessage('ip.invalid_format', 'Bad')).toBe('Alamat IPv4 tidak valid');
    expect(ruleMessage('ip.something_new', 'Bad')).toBe('Bad');
  });
});
