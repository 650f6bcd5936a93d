import { RULES } from '@casement/proto/http/rules.js';
import type { Language } from '@casement/proto/language.js';
import { render, screen } from '@testing-library/react';
import { ruleMessage } from '@/messages/i18n.js';
import { chooseLanguage, loadLanguage } from '@/messages/load-language.js';
import { NewPasswordField, type PasswordRule } from './new-password-field.js';

/** Error codes of each password rule (SPEC §5), with the words that both the rule and the error text must contain. */
const WORDS: Record<PasswordRule, [rule: keyof typeof RULES, words: Record<Language, string>][]> = {
  account: [
    ['PASSWORD_TOO_SHORT', { en: 'at least 8 characters', id: 'minimal 8 karakter' }],
    [
      'PASSWORD_CLASSES',
      {
        en: 'uppercase, lowercase, number, and special character',
        id: 'huruf besar, huruf kecil, angka, dan karakter khusus',
      },
    ],
  ],
  change: [
    ['CHANGED_PASSWORD_TOO_SHORT', { en: 'at least 6 characters', id: 'minimal 6 karakter' }],
  ],
  rdp: [
    ['RDP_PASSWORD_TOO_SHORT', { en: 'at least 4 characters', id: 'minimal 4 karakter' }],
    ['RDP_PASSWORD_HASH', { en: 'start with "#"', id: 'diawali' }],
  ],
};

describe(NewPasswordField.name, () => {
  afterEach(async () => {
    await chooseLanguage('en');
    localStorage.clear();
    await loadLanguage();
  });

  it.each([
    ['account', 'en'],
    ['account', 'id'],
    ['change', 'en'],
    ['change', 'id'],
    ['rdp', 'en'],
    ['rdp', 'id'],
  ] as const)(
    '§5 shows the rule %s before typing, worded like its errors (%s)',
    async (rule, language) => {
      await chooseLanguage(language);
      render(<NewPasswordField label="New" rule={rule} note="And a note." />);
      const field = screen.getByLabelText('New');
      expect(field).toHaveAccessibleDescription(/ And a note\.$/);
      const described = document.getElementById(field.getAttribute('aria-describedby')!)!;
      for (const [code, words] of WORDS[rule]) {
        expect(described.textContent.toLowerCase()).toContain(words[language]);
        expect((ruleMessage(RULES[code], code) ?? RULES[code]).toLowerCase()).toContain(
          words[language],
        );
      }
    },
  );

  it('replaces the password rule with the error', () => {
    render(<NewPasswordField label="New" rule="change" error={RULES.CHANGED_PASSWORD_TOO_SHORT} />);
    expect(screen.getByLabelText('New')).toHaveAccessibleDescription(
      'Password must be at least 6 characters long.',
    );
  });
});
