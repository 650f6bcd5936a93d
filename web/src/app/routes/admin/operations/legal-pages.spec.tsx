import type { LegalPageForAdmin } from '@casement/proto/http/auth/legal.js';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { findToast } from '@/testing/render.js';
import { ok } from '@/testing/responses.js';

const PATH = '/api/admin/legal/:page';
const version = {
  version: 1,
  published_at: '2026-11-21T07:00:00.000Z',
  text_en: 'First',
  text_id: 'Pertama',
  change_en: '',
  change_id: '',
  asks_acceptance: false,
};
const page = (fields: Partial<LegalPageForAdmin> = {}): LegalPageForAdmin => ({
  page: 'terms',
  draft: null,
  versions: [],
  template_en: 'Write to [EMAIL ADDRESS].',
  template_id: 'Tulis ke [ALAMAT EMAIL].',
  ...fields,
});

describe('/admin legal pages section', () => {
  it('publishes the template as terms that ask for acceptance', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(true);
    const sent: unknown[] = [];
    const user = await openAdmin('Legal Pages', [
      http.get(PATH, () => ok(page())),
      http.post(`${PATH}/publish`, async ({ request, params }) => {
        sent.push([params.page, await request.json()]);
        return ok({ page: 'terms', version: 1, published_at: version.published_at });
      }),
    ]);
    expect(await screen.findByText('Not published')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findAllByText('Text must be 1 to 40000 characters')).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Insert template' }));
    await user.click(screen.getByLabelText(/^Ask customers to accept/));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await findToast('Page published');
    expect(confirm.mock.calls).toEqual([
      ['The text still contains placeholders in [SQUARE BRACKETS]. Publish anyway?'],
    ]);
    expect(sent).toEqual([
      [
        'terms',
        {
          text_en: 'Write to [EMAIL ADDRESS].',
          text_id: 'Tulis ke [ALAMAT EMAIL].',
          change_en: '',
          change_id: '',
          asks_acceptance: true,
        },
      ],
    ]);
  });

  it('shows the version, previews a text and saves a draft', async () => {
    const saved: unknown[] = [];
    const user = await openAdmin('Legal Pages', [
      http.get(PATH, ({ params }) =>
        ok(page({ page: params.page as 'terms', versions: [version] })),
      ),
      http.post('/api/admin/legal-preview', () => ok({ html: '<h2>Rules</h2>' })),
      http.put(`${PATH}/draft`, async ({ request, params }) => {
        saved.push([params.page, await request.json()]);
        return ok(null);
      }),
    ]);
    await screen.findByLabelText('Changes in English');
    await user.selectOptions(screen.getByLabelText('Page'), 'Privacy Policy');
    expect(await screen.findByRole('link', { name: 'Open page' })).toHaveAttribute(
      'href',
      '/legal/privacy?lang=en',
    );
    expect(screen.getByText('Version 1, published 21 Nov 2026, 14:00 WIB')).toBeVisible();
    expect(screen.queryByLabelText(/^Ask customers/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Preview: Text in English' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preview: Privacy Policy' });
    expect(within(dialog).getByRole('heading', { name: 'Rules' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText('Text in English'), '!');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await findToast('Draft saved');
    expect(saved).toEqual([
      ['privacy', expect.objectContaining({ text_en: 'First!', text_id: 'Pertama' })],
    ]);
  });
});
