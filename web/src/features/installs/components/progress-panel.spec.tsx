import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { chooseLanguage } from '@/messages/load-language.js';
import { makeInstall, makeProgress } from '@/testing/factories/factories.js';
import { ProgressPanel } from './progress-panel.js';

const show = (overrides: Parameters<typeof makeInstall>[0]) =>
  render(
    <MemoryRouter>
      <ProgressPanel install={makeInstall(overrides)} narrow />
    </MemoryRouter>,
  );

describe(ProgressPanel, () => {
  const verifying = makeProgress({ phase: 'verifying', committed: true });

  it('shows the current phase of a running install', () => {
    show({ status: 'running', progress: verifying });
    expect(screen.getByText('Verifying the remote desktop')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      'Running, Verifying RDP',
    );
  });

  it.each([
    ['completed' as const, 'Windows is ready'],
    ['failed' as const, 'Install failed'],
    ['manual_review' as const, 'Waiting for our team'],
  ])('shows the result once an install is %s, regardless of its last phase', (status, headline) => {
    show({ status, progress: verifying });
    expect(screen.getByText(headline)).toBeVisible();
    expect(screen.queryByText('Verifying the remote desktop')).not.toBeInTheDocument();
  });

  it('shows the response of Windows and the remedy for an install in review, in the page’s language', async () => {
    const failure = {
      code: 'RDP_PASSWORD_REFUSED',
      message: 'Windows is responding, but did not accept the RDP password of Administrator.',
      cure: 'If you changed the Windows password, check the new one. Otherwise, contact support with the install ID.',
    };
    show({ status: 'manual_review', progress: verifying, failure });
    expect(screen.getByText(`${failure.message} ${failure.cure}`, { exact: false })).toBeVisible();
    await chooseLanguage('id');
    try {
      show({ status: 'manual_review', progress: verifying, failure });
      expect(
        screen.getByText(/tidak menerima kata sandi RDP milik Administrator\. Jika Anda mengganti/),
      ).toBeVisible();
    } finally {
      await chooseLanguage('en');
    }
  });

  it('advises against restarts until a silent Windows needs one', () => {
    const guardSince = (minutes: number) => ({
      limit: 4,
      silent_since: new Date(Date.now() - minutes * 60_000).toISOString(),
      recovery: null,
    });
    const running = { status: 'running', progress: verifying } as const;
    const { unmount } = show({ ...running, guard: guardSince(44) });
    expect(screen.getByText(/Don’t restart the VPS/)).toBeVisible();
    unmount();
    show({ ...running, guard: guardSince(46) });
    expect(screen.queryByText(/Don’t restart the VPS/)).not.toBeInTheDocument();
  });

  it('§4 shows no phase of a completed install', () => {
    show({ status: 'completed', progress: verifying });
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Completed');
  });
});
