import { currentBrand, reloadBrand } from '@/config/brand.js';
import { commonMessages } from '@/messages/common.js';
import { branded } from '@/messages/branded.js';
import { adaptMessages, t } from '@/messages/i18n.js';
import { windowsOptionsMessages } from '@/messages/install/windows-options.js';
import { landingMessages } from '@/messages/landing.js';
import { chooseLanguage } from '@/messages/load-language.js';

function usePage(brand: object): void {
  document.body.innerHTML = `<script type="application/json" id="brand">${JSON.stringify(brand)}</script>`;
  reloadBrand();
  adaptMessages(branded);
}

describe('messages of a brand', () => {
  afterEach(async () => {
    document.body.innerHTML = '';
    reloadBrand();
    adaptMessages((_area, _language, messages) => messages);
    await chooseLanguage('en');
  });

  it('are the catalogue’s own without a brand in the page', () => {
    expect(currentBrand().name).toBe('Casement');
    expect(t(landingMessages)).toBe(landingMessages.en);
  });

  it('have the name of the shop, but keep the name of the firewall rule', () => {
    usePage({ name: 'A$&B', landingTexts: { en: {}, id: {} }, footerLinks: [] });
    expect(t(commonMessages).product).toBe('A$&B');
    expect(t(landingMessages).about.title).toBe('About A$&B');
    expect(t(landingMessages).copyright(2026)).toBe('© 2026 A$&B. All rights reserved.');
    expect(t(windowsOptionsMessages).ownNetworks).toContain('“Casement RDP”');
  });

  it('replace single landing texts in their language only', async () => {
    const landingTexts = { en: { 'about.requirement3': 'One quota.' }, id: { badge: 'Cepat' } };
    usePage({ name: 'Casement', landingTexts, footerLinks: [] });
    expect(t(landingMessages).about.requirement3).toBe('One quota.');
    expect(t(landingMessages).badge).toBe('One-Click VPS to Windows OS Solution');
    expect(landingMessages.en.about.requirement3).toBe('A small tip for the developer.');
    await chooseLanguage('id');
    expect(t(landingMessages).badge).toBe('Cepat');
  });
});
