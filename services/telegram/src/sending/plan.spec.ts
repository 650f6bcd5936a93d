import { BLOCKED, plan, type Situation } from './plan.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const healthy = { usable: true, pausedUntil: null };
const away = { usable: false, pausedUntil: null };

const decide = (change: Partial<Situation> = {}) =>
  plan(
    {
      forced: null,
      link: { chatId: '5000000001', notificationsEnabled: true },
      chosen: { telegram: true, email: true },
      chats: [
        { bot: 'primary', blocked: false },
        { bot: 'backup', blocked: false },
      ],
      bots: { primary: healthy, backup: healthy },
      noEmail: false,
      ...change,
    },
    NOW,
  );

describe(plan.name, () => {
  it('uses the primary bot by default', () => {
    expect(decide()).toEqual({ kind: 'telegram', bot: 'primary', chatId: '5000000001' });
  });

  it('uses the backup bot if the primary cannot send', () => {
    const byBackup = { kind: 'telegram', bot: 'backup', chatId: '5000000001' };
    expect(decide({ bots: { primary: away, backup: healthy } })).toEqual(byBackup);
    const paused = { usable: true, pausedUntil: later(600) };
    expect(decide({ bots: { primary: paused, backup: healthy } })).toEqual(byBackup);
    const chats: Situation['chats'] = [
      { bot: 'primary', blocked: true },
      { bot: 'backup', blocked: false },
    ];
    expect(decide({ chats })).toEqual(byBackup);
  });

  it('never uses a bot that the user has not started', () => {
    const chats: Situation['chats'] = [{ bot: 'primary', blocked: false }];
    expect(decide({ chats, bots: { primary: away, backup: healthy } })).toEqual({ kind: 'email' });
  });

  it('waits through a short pause instead of switching to another bot or email', () => {
    const paused = { usable: true, pausedUntil: later(3) };
    expect(decide({ bots: { primary: paused, backup: healthy } })).toMatchObject({
      kind: 'wait',
      until: later(3),
    });
  });

  it('uses email if no bot reaches the user, or if Telegram is not linked', () => {
    expect(decide({ chats: [{ bot: 'primary', blocked: true }] })).toEqual({ kind: 'email' });
    expect(decide({ bots: { primary: away, backup: away } })).toEqual({ kind: 'email' });
    expect(decide({ link: null, chats: [] })).toEqual({ kind: 'email' });
  });

  it('waits for a bot if email is not possible', () => {
    const bots = { primary: away, backup: away };
    expect(decide({ bots, noEmail: true })).toMatchObject({ kind: 'wait', until: null });
  });

  it('fails if neither a bot nor email can become available', () => {
    const chats: Situation['chats'] = [{ bot: 'primary', blocked: true }];
    expect(decide({ chats, noEmail: true })).toEqual({ kind: 'fail', reason: BLOCKED });
  });

  it('§4 skips every notice while notifications are off', () => {
    const link = { chatId: '5000000001', notificationsEnabled: false };
    expect(decide({ link })).toMatchObject({ kind: 'skip' });
  });

  it('follows the channels chosen for the event', () => {
    expect(decide({ chosen: { telegram: false, email: true } })).toEqual({ kind: 'email' });
    expect(decide({ chosen: { telegram: false, email: false } })).toMatchObject({ kind: 'skip' });
  });

  it('replies in the requesting chat through the same bot, whichever channels are chosen', () => {
    const forced = { bot: 'backup' as const, chatId: '5000000009' };
    expect(decide({ forced, link: null, chosen: { telegram: false, email: false } })).toEqual({
      kind: 'telegram',
      ...forced,
    });
  });
});
