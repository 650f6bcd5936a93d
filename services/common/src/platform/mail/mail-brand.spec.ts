import { PRODUCT } from '@casement/proto/texts/product-name.js';
import { withBrand, type MailBrand } from './mail-brand.js';
import { mailLayout } from './mail-layout.js';

const CASEMENT: MailBrand = { name: 'Casement', accent: null, logo: null, senderName: null };
const mail = {
  subject: `Your ${PRODUCT} account`,
  text: `Hi. This is ${PRODUCT}.`,
  html: mailLayout('en', 'Hi', `<p>This is ${PRODUCT}.</p>`),
};
const logo = (width: number, height: number) => ({ png: Buffer.from('png'), width, height });

describe(withBrand.name, () => {
  it('names Casement with its own logo and colours by default', () => {
    const { subject, html } = withBrand(mail, CASEMENT);
    expect(subject).toBe('Your Casement account');
    expect(html).toContain('width="32" height="32" alt="">Casement</div>');
    expect(html).toBe(mail.html.replaceAll(PRODUCT, 'Casement'));
  });

  it('escapes the name in HTML only', () => {
    const { subject, text, html } = withBrand(mail, { ...CASEMENT, name: 'A & <B>' });
    expect(subject).toBe('Your A & <B> account');
    expect(text).toBe('Hi. This is A & <B>.');
    expect(html).toContain('This is A &amp; &lt;B&gt;.');
  });

  it('keeps dollar signs, which are patterns of String.replace', () => {
    const { subject, html } = withBrand(mail, { ...CASEMENT, name: "Ca$$h$'s" });
    expect(subject).toBe("Your Ca$$h$'s account");
    expect(html).toContain('This is Ca$$h$&#39;s.');
  });

  it('adds the colours of the accent after the default colours', () => {
    const { html } = withBrand(mail, { ...CASEMENT, accent: '#a3003c' });
    expect(html.lastIndexOf('a { color: #a3003c; }')).toBeGreaterThan(
      html.lastIndexOf('a { color: #045b61; }'),
    );
  });

  it('shows the name next to a square logo, and as alternative text of a wide one', () => {
    expect(withBrand(mail, { ...CASEMENT, logo: logo(96, 96) }).html).toContain(
      'width="32" height="32" alt="">Casement</div>',
    );
    expect(withBrand(mail, { ...CASEMENT, logo: logo(480, 96) }).html).toContain(
      'width="160" height="32" alt="Casement"></div>',
    );
  });
});
