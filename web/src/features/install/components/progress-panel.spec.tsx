import { render, screen } from '@testing-library/react';
import { makeInstall, makeProgress } from '@/testing/factories.js';
import { ProgressPanel } from './progress-panel.js';

const show = (overrides: Parameters<typeof makeInstall>[0]) =>
  render(<ProgressPanel install={makeInstall(overrides)} narrow />);

describe(ProgressPanel, () => {
  const verifying = makeProgress({ phase: 'verifying', committed: true });

  it('shows the current phase', () => {
    show({ status: 'running', progress: verifying });
    expect(screen.getByText('Verifying the remote desktop')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      'Running, Verifying RDP',
    );
  });

  it.each([
    ['completed' as const, 'Windows is ready'],
    ['failed' as const, 'The install has failed'],
    ['manual_review' as const, 'Waiting for our team'],
  ])('shows the result once it is %s, independent of its last phase', (status, headline) => {
    show({ status, progress: verifying });
    expect(screen.getByText(headline)).toBeVisible();
    expect(screen.queryByText('Verifying the remote desktop')).not.toBeInTheDocument();
  });

  it('§4 speaks of no phase when it is completed', () => {
    show({ status: 'completed', progress: verifying });
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Completed');
  });
});
