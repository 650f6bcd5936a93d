import { withLegalLinks } from './legal-links.js';
import { mailLayout } from './mail-layout.js';

const mail = {
  to: 'ann@example.com',
  subject: 'Receipt',
  text: 'Paid.\n',
  html: mailLayout('en', 'Receipt', '<p>Paid.</p>'),
};

describe(withLegalLinks.name, () => {
  it('links the published pages in the language of the mail', () => {
    const { text, html, ...rest } = withLegalLinks(
      { ...mail, language: 'id' },
      ['terms', 'imprint'],
      'https://casement.example',
    );
    expect(rest).toEqual({ to: mail.to, subject: mail.subject });
    expect(text).toBe(
      'Paid.\n\nKetentuan Layanan: https://casement.example/legal/terms?lang=id\nIdentitas Penyelenggara: https://casement.example/legal/imprint?lang=id\n',
    );
    expect(html).toContain(
      '<a href="https://casement.example/legal/terms?lang=id">Ketentuan Layanan</a> · <a',
    );
  });

  it('returns the mail unchanged without published pages, or if an older version stored it', () => {
    expect(withLegalLinks({ ...mail, language: 'en' }, [], 'https://casement.example')).toEqual(
      mail,
    );
    expect(withLegalLinks(mail, ['terms'], 'https://casement.example')).toEqual(mail);
  });
});
