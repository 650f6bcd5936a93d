import type { InstallSummary } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { LiveProgress } from './live-progress.js';
import type { ProgressMessage } from './progress-messages.repository.js';

const GAP_MS = 5_000;
const { signal } = new AbortController();

const message = (installId: string, more: Partial<ProgressMessage> = {}): ProgressMessage => ({
  installId,
  noticeId: 'n1',
  ip: '203.0.113.5',
  label: null,
  linux: false,
  bot: 'primary',
  chatId: '1',
  messageId: 41,
  language: 'en',
  end: null,
  ...more,
});

function setup(messages: ProgressMessage[]) {
  let now = 1_000_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const world = {
    messages,
    percent: 0,
    outcome: 'done' as 'done' | 'gone' | 'later',
    installIsDown: false,
    written: [] as { installId: string; html: string }[],
    closed: [] as string[],
  };
  const sut = new LiveProgress(
    { TELEGRAM_PROGRESS_MS: GAP_MS, PUBLIC_URL: 'https://casement.example' } as never,
    {
      open: () => Promise.resolve(world.messages),
      close: ({ installId }: ProgressMessage) => {
        world.closed.push(installId);
        return Promise.resolve();
      },
    } as never,
    {
      installsById: (ids: string[]): Promise<InstallSummary[]> =>
        world.installIsDown
          ? Promise.reject(new DomainError('unavailable', 'UNAVAILABLE', 'down'))
          : Promise.resolve(
              ids.map((id) => ({
                id,
                userId: '',
                status: 'running',
                phase: 'writing',
                percent: world.percent,
              })),
            ),
    } as never,
    {
      rewrite: ({ installId }: ProgressMessage, html: string) => {
        world.written.push({ installId, html });
        return Promise.resolve(world.outcome);
      },
    } as never,
  );
  const pass = async (ms: number) => {
    now += ms;
    await sut.run(signal);
  };
  return { world, pass };
}

describe(LiveProgress.name, () => {
  afterEach(() => jest.restoreAllMocks());

  it('edits a message only when its text has changed', async () => {
    const { world, pass } = setup([message('a')]);
    await pass(0);
    await pass(GAP_MS);
    expect(world.written).toHaveLength(1);
    world.percent = 42;
    await pass(GAP_MS);
    expect(world.written.at(-1)?.html).toContain('→ Writing Windows 42 %');
  });

  it('writes again after a notice has overwritten the message', async () => {
    const { world, pass } = setup([message('a')]);
    await pass(0);
    world.messages = [message('a', { noticeId: 'n2' })];
    await pass(GAP_MS);
    await pass(GAP_MS);
    expect(world.written).toHaveLength(2);
  });

  it('polls no more often than a message may be edited', async () => {
    const { world, pass } = setup([message('a')]);
    await pass(0);
    world.percent = 1;
    await pass(GAP_MS - 1);
    expect(world.written).toHaveLength(1);
    await pass(1);
    expect(world.written).toHaveLength(2);
  });

  it('edits one message per chat and pass, alternating between its installs', async () => {
    const { world, pass } = setup([message('a'), message('b'), message('c', { chatId: '2' })]);
    for (let poll = 1; poll <= 4; poll += 1) {
      world.percent = poll;
      await pass(GAP_MS);
    }
    const inChat1 = world.written.filter(({ installId }) => installId !== 'c');
    expect(inChat1.map(({ installId }) => installId)).toEqual(['a', 'b', 'a', 'b']);
    expect(world.written).toHaveLength(8);
  });

  it.each([
    ['completed', 'Windows was installed on 203.0.113.5'],
    ['failed', 'The install on 203.0.113.5 has ended'],
    ['manual_review', 'The install on 203.0.113.5 has ended'],
  ] as const)(
    'shows the end (%s) before anything else, then closes the message',
    async (end, text) => {
      const { world, pass } = setup([message('a'), message('b', { end })]);
      world.installIsDown = true;
      await pass(0);
      expect(world.written).toEqual([{ installId: 'b', html: expect.stringContaining(text) }]);
      expect(world.closed).toEqual(['b']);
    },
  );

  it('retries an end that the bot could not write', async () => {
    const { world, pass } = setup([message('a', { end: 'completed' })]);
    world.outcome = 'later';
    await pass(0);
    expect(world.closed).toEqual([]);
    world.outcome = 'done';
    await pass(GAP_MS);
    expect(world.closed).toEqual(['a']);
  });

  it('stops following a message that no longer exists', async () => {
    const { world, pass } = setup([message('a')]);
    world.outcome = 'gone';
    await pass(0);
    expect(world.closed).toEqual(['a']);
  });
});
