import { PROVIDERS, type ProviderText } from '@casement/proto/texts/providers.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { address, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

describe('landing page', () => {
  it('§1 introduces the product and links to the next steps', async () => {
    await openSite('/');
    expect(await screen.findByText('One-Click VPS to Windows OS Solution')).toBeVisible();
    expect(
      screen.getByRole('heading', { name: 'Turn your VPS into Windows RDP seamlessly' }),
    ).toBeVisible();
    expect(screen.getByText(/No complex setup or expertise is needed/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register');
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Casement' })).toHaveAttribute('href', '/');
    expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(header.getByRole('button', { name: /theme$/ })).toBeVisible();
    const facts = screen.getByRole('region', { name: 'What you need' });
    expect(facts).toHaveTextContent(
      'Digital Ocean, Google Cloud, AWS, Azure, and many more worldwide',
    );
    const note = within(facts).getByText(/specific Windows images/);
    for (const { name, image } of Object.values<ProviderText>(PROVIDERS).slice(0, 4))
      expect(note.textContent?.includes(name)).toBe(image !== 'any');
    expect(screen.getByRole('contentinfo')).toHaveTextContent(
      `© ${new Date().getFullYear()} Casement`,
    );
  });

  it('§1 opens Learn More: project, KVM only, requirements, providers', async () => {
    const user = await openSite('/');
    await user.click(await screen.findByRole('button', { name: 'Learn More' }));
    const dialog = await screen.findByRole('dialog', { name: 'About Casement' });
    for (const text of [/KVM only/, /root password/, /Ubuntu 22\.04/, /tip for the developer/]) {
      expect(within(dialog).getAllByText(text)[0]).toBeVisible();
    }
    for (const provider of ['Digital Ocean', 'Google Cloud', 'AWS', 'Azure']) {
      expect(within(dialog).getByText(provider)).toBeVisible();
    }
    // A listed provider has a note if it does not accept every image.
    for (const { name, note } of Object.values<ProviderText>(PROVIDERS).slice(0, 4)) {
      const said = within(dialog).queryByText(`${name}: ${note}.`);
      if (note) expect(said).toBeVisible();
      else expect(said).toBeNull();
    }
    expect(within(dialog).getByText(/many more worldwide/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows the price before registration', async () => {
    await openSite('/');
    expect(await screen.findByText('Rp 50.000 per install, Rp 42.500 from 25')).toBeVisible();
  });

  it('shows no price without a product, and only configured links', async () => {
    const config = { statusPageUrl: null, supportEmail: null, supportChatUrl: null, price: null };
    server.use(http.get('/config.json', () => Response.json(config)));
    await openSite('/');
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByRole('button', { name: 'Terms' })).toBeVisible();
    expect(footer.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByText(/per install/)).not.toBeInTheDocument();
  });

  it('links to terms, status and contact in the footer', async () => {
    const user = await openSite('/');
    const footer = within(await screen.findByRole('contentinfo'));
    const link = (name: string) => footer.findByRole('link', { name });
    expect(await link('Status')).toHaveAttribute('href', 'https://status.example.com');
    expect(await link('Contact')).toHaveAttribute('href', 'mailto:help@example.com');
    await user.click(footer.getByRole('button', { name: 'Terms' }));
    expect(await screen.findByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  });

  it('replaces Login by Dashboard once the session is known', async () => {
    await openSite('/', { token: 't' });
    const header = within(await screen.findByRole('banner'));
    expect(await header.findByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    expect(header.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  });

  it('§2 toggles and stores the theme', async () => {
    const user = await openSite('/');
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
    expect(localStorage.getItem('casement-theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement).not.toHaveClass('dark');
    expect(localStorage.getItem('casement-theme')).toBe('light');
  });

  it('§2 is shown for any unknown path', async () => {
    await openSite('/no/such/page');
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(address()).toBe('/');
  });
});
