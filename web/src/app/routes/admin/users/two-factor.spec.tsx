import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const setup = { secret: 'JBSWY3DPEHPK3PXP', qrSvg: SVG, qrBase64: PNG };

const open = (enabled: boolean, ...handlers: RequestHandler[]) =>
  openAdmin('Two-Factor', [http.get('/api/admin/2fa/status', () => ok({ enabled })), ...handlers]);

const begin = async (answer: object = setup, ...handlers: RequestHandler[]) => {
  const user = await open(
    false,
    http.post('/api/admin/2fa/setup', () => ok({ ...answer })),
    ...handlers,
  );
  await user.click(await screen.findByRole('button', { name: 'Set Up 2FA' }));
  await screen.findByLabelText('6-digit code');
  return user;
};

const main = () => within(screen.getByRole('main'));

describe('/admin 2fa section', () => {
  it('§2 shows Disabled and Set Up 2FA', async () => {
    await open(false);
    expect(await main().findByText('Disabled')).toBeVisible();
    expect(main().getByRole('button', { name: 'Set Up 2FA' })).toBeVisible();
  });

  it('§8 shows a failed setup', async () => {
    const user = await open(
      false,
      http.post('/api/admin/2fa/setup', () => refuse(500)),
    );
    await user.click(await screen.findByRole('button', { name: 'Set Up 2FA' }));
    expect(await findToast('Setup failed')).toHaveTextContent('Please try again.');
  });

  it('§2 shows a QR code that can be hidden, and the secret key to copy', async () => {
    const user = await begin();
    expect(screen.getByAltText('QR code for your authenticator app')).toHaveAttribute('src', PNG);
    await user.click(screen.getByRole('button', { name: 'Hide QR Code' }));
    expect(screen.queryByAltText('QR code for your authenticator app')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show QR Code' }));
    expect(screen.getByAltText('QR code for your authenticator app')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy Secret key' }));
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP');
  });

  it('§2 renders an SVG as an image, which cannot run scripts', async () => {
    await begin({ ...setup, qrBase64: '' });
    const image = screen.getByAltText('QR code for your authenticator app');
    expect(image).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(SVG)}`);
    expect(document.querySelector('main script')).toBeNull();
  });

  it('§2 handles a missing QR code', async () => {
    await begin({ secret: setup.secret });
    expect(screen.getByText('QR Code not available')).toBeVisible();
    expect(screen.getByText(setup.secret)).toBeVisible();
  });

  it('§2 cancels the setup', async () => {
    const user = await begin();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Set Up 2FA' })).toBeVisible();
    expect(screen.queryByText(setup.secret)).not.toBeInTheDocument();
  });

  it.each(['', '12345'])('§5 requires six digits instead of %p', async (code) => {
    const user = await begin();
    if (code) await user.type(screen.getByLabelText('6-digit code'), code);
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await findToast('Invalid code')).toHaveTextContent(
      'Please enter a 6-digit code from your authenticator app.',
    );
  });

  it('§5 requires a setup first when there is no secret', async () => {
    const user = await begin({ qrSvg: SVG });
    await user.type(screen.getByLabelText('6-digit code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await findToast('Setup required')).toHaveTextContent(
      'Please setup 2FA first before enabling it.',
    );
  });

  it('§4 enables two-factor with a code and shows the recovery codes once', async () => {
    const sent: unknown[] = [];
    const user = await begin(
      setup,
      http.post('/api/admin/2fa/enable', async ({ request }) => {
        sent.push(await request.json());
        server.use(http.get('/api/admin/2fa/status', () => ok({ enabled: true })));
        return ok({ recoveryCodes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] });
      }),
    );
    await user.type(screen.getByLabelText('6-digit code'), '12a3456');
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await findToast('2FA Enabled')).toBeVisible();
    expect(sent).toEqual([{ code: '123456', secret: setup.secret }]);
    expect(screen.getByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Disable 2FA' })).toBeVisible();
    expect(screen.getByText('Enabled')).toBeVisible();
  });

  it('keeps showing the recovery codes across sections until they are saved', async () => {
    const user = await begin(
      setup,
      http.post('/api/admin/2fa/enable', () => {
        server.use(http.get('/api/admin/2fa/status', () => ok({ enabled: true })));
        return ok({ recoveryCodes: ['aaaa-bbbb-cccc-dddd'] });
      }),
    );
    await user.type(screen.getByLabelText('6-digit code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    await goToAdmin(user, 'Products');
    await goToAdmin(user, 'Two-Factor');
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    await goToAdmin(user, 'Products');
    await goToAdmin(user, 'Two-Factor');
    expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toBeVisible();
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).not.toBeInTheDocument();
  });

  it('§8 shows a rejected code and keeps the setup', async () => {
    const user = await begin(
      setup,
      http.post('/api/admin/2fa/enable', () => refuse(400, { message: 'That code is wrong.' })),
    );
    await user.type(screen.getByLabelText('6-digit code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await findToast('Enable failed')).toHaveTextContent('That code is wrong.');
    expect(screen.getByText(setup.secret)).toBeVisible();
    expect(screen.getByLabelText('6-digit code')).toHaveValue('');
  });

  it('§4 disables two-factor with a code', async () => {
    const sent: unknown[] = [];
    const user = await open(
      true,
      http.post('/api/admin/2fa/disable', async ({ request }) => {
        sent.push(await request.json());
        server.use(http.get('/api/admin/2fa/status', () => ok({ enabled: false })));
        return ok(null);
      }),
    );
    await user.type(await screen.findByLabelText('6-digit code'), '654321');
    await user.click(screen.getByRole('button', { name: 'Disable 2FA' }));
    expect(await findToast('2FA Disabled')).toBeVisible();
    expect(sent).toEqual([{ code: '654321' }]);
    expect(await screen.findByRole('button', { name: 'Set Up 2FA' })).toBeVisible();
  });

  it('§5 requires six digits to disable two-factor', async () => {
    const user = await open(true);
    await user.click(await screen.findByRole('button', { name: 'Disable 2FA' }));
    expect(await findToast('Invalid code')).toBeVisible();
  });

  it('§8 shows a failed attempt to disable two-factor', async () => {
    const user = await open(
      true,
      http.post('/api/admin/2fa/disable', () => refuse(500)),
    );
    await user.type(await screen.findByLabelText('6-digit code'), '654321');
    await user.click(screen.getByRole('button', { name: 'Disable 2FA' }));
    expect(await findToast('Disable failed')).toHaveTextContent('Please try again.');
  });
});
