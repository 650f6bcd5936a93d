import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { chooseLanguage } from '@/messages/load-language.js';
import { makeInstall, makeRecovery } from '@/testing/factories/factories.js';
import BootGuard from './boot-guard.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const show = (overrides: Parameters<typeof makeInstall>[0]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BootGuard install={makeInstall({ status: 'running', ...overrides })} />
    </QueryClientProvider>,
  );
const silent = (minutes: number) => ({
  guard: { limit: 4, silent_since: minutesAgo(minutes), recovery: null },
});

describe(BootGuard, () => {
  it('asks for restarts after 45 minutes of silence, and says how many may be needed', () => {
    show(silent(46));
    expect(screen.getByText('Nothing heard from Windows for 45 minutes.')).toBeVisible();
    expect(screen.getByText(/up to 4 restarts may be needed/)).toBeVisible();
    expect(screen.getByText('The recovery system hasn’t responded yet.')).toBeVisible();
  });

  it('stays hidden before that, or after any response', () => {
    expect(show(silent(44)).container).toBeEmptyDOMElement();
    const answered = { guard: { limit: 4, silent_since: null, recovery: null } };
    expect(show(answered).container).toBeEmptyDOMElement();
  });

  it('shows the findings of the recovery system', () => {
    show({ status: 'failed', guard: { limit: 4, silent_since: null, recovery: makeRecovery() } });
    expect(screen.getByText('Starts without success').nextSibling).toHaveTextContent('4');
    expect(screen.getByText('Drive C: changed by Windows').nextSibling).toHaveTextContent('no');
    expect(screen.getByText('Disk bus').nextSibling).toHaveTextContent('virtio-scsi');
    expect(screen.queryByText('Stop code')).not.toBeInTheDocument();
  });

  it.each([
    ['viostor', /set the disk driver viostor to start with Windows, but Windows still didn’t/],
    ['boot_entry', /repaired the boot entry, but Windows still didn’t start/],
  ])('says that repairing %s did not help', (repair, sentence) => {
    const recovery = makeRecovery({ second_chance: [repair] });
    show({ status: 'failed', guard: { limit: 4, silent_since: null, recovery } });
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('speaks Indonesian', async () => {
    await chooseLanguage('id');
    try {
      show(silent(46));
      expect(screen.getByText(/mungkin perlu sampai 4 kali/)).toBeVisible();
    } finally {
      await chooseLanguage('en');
    }
  });
});
