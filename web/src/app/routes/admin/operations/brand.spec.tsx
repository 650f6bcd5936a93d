import type { BrandSettings } from '@casement/proto/http/auth/brand.js';
import { fireEvent, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { findToast } from '@/testing/render.js';
import { ok } from '@/testing/responses.js';

const PATH = '/api/admin/brand';
const CASEMENT: BrandSettings = {
  name: 'Casement',
  accent: null,
  logo_light: null,
  logo_dark: null,
  favicon: null,
  support_email: null,
  support_chat_url: null,
  mail_sender_name: null,
  footer_links: [],
  landing_texts: { en: {}, id: {} },
};

async function openBrand() {
  const sent: unknown[] = [];
  const user = await openAdmin('Brand', [
    http.get(PATH, () => ok(CASEMENT)),
    http.put(PATH, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return ok(body);
    }),
  ]);
  await screen.findByRole('heading', { name: 'Name and look' });
  return { user, sent };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('/admin brand section', () => {
  it('saves the changed fields and keeps empty ones at their default', async () => {
    const { user, sent } = await openBrand();
    type('Name', 'Acme');
    type('Accent colour', '#A3003C');
    type('Headline (English)', 'Windows on your server');
    type('Learn More: requirement 3 (Indonesian)', 'Bayar 1 kuota.');
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    type('Text of link 1', 'Blog');
    type('Address of link 1', 'https://acme.example/blog');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await findToast('Brand saved');
    expect(sent).toEqual([
      {
        ...CASEMENT,
        name: 'Acme',
        accent: '#a3003c',
        footer_links: [{ label: 'Blog', url: 'https://acme.example/blog' }],
        landing_texts: {
          en: { headline: 'Windows on your server' },
          id: { 'about.requirement3': 'Bayar 1 kuota.' },
        },
      },
    ]);
  });

  it('previews name, headline and links in both themes before saving', async () => {
    const { user } = await openBrand();
    type('Name', 'Acme');
    type('Headline (English)', 'Windows on your server');
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    type('Text of link 1', 'Blog');
    for (const theme of ['Light theme', 'Dark theme']) {
      const preview = within(screen.getByRole('group', { name: theme }));
      expect(preview.getByText('Acme')).toBeVisible();
      expect(preview.getByText('Windows on your server')).toBeVisible();
      expect(preview.getByText('Blog')).toBeVisible();
    }
  });

  it('offers a darker colour for an accent that is too light to read', async () => {
    const { user, sent } = await openBrand();
    type('Accent colour', '#ffd400');
    expect(screen.getByText(/^Too light to read: the contrast is 1\.\d:1/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Use #/ }));
    expect(screen.getByText(/^Contrast 4\.[5-9]:1 in the light theme/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await findToast('Brand saved');
    expect(sent).toHaveLength(1);
  });

  it('refuses links without TLS', async () => {
    const { user, sent } = await openBrand();
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    type('Text of link 1', 'Blog');
    type('Address of link 1', 'http://acme.example');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Link must be an address that starts with https://',
    );
    expect(sent).toEqual([]);
  });
});
