import { makeActor } from '../../testing/make-actor.js';
import type { Actor } from '../context/actor.js';
import { VerifiedTokens } from './verified-tokens.js';

const actor = (userId: string) => makeActor({ userId, sessionId: 's', confirmedAt: 0 });

describe(VerifiedTokens.name, () => {
  it('finds a token until it expires', () => {
    let now = 1_000_000;
    const sut = new VerifiedTokens<Actor>(10, () => now);
    sut.add('one', actor('a'), 1_001);
    expect(sut.find('one')).toEqual(actor('a'));
    expect(sut.find('another')).toBeUndefined();
    now = 1_000_999;
    expect(sut.find('one')).toEqual(actor('a'));
    now = 1_001_000;
    expect(sut.find('one')).toBeUndefined();
  });

  it('evicts the oldest token above its capacity', () => {
    const sut = new VerifiedTokens<Actor>(2, () => 0);
    for (const name of ['one', 'two', 'one', 'three']) {
      sut.add(name, actor(name), 1);
    }
    expect(['one', 'two', 'three'].map((name) => sut.find(name)?.userId)).toEqual([
      'one',
      undefined,
      'three',
    ]);
  });
});
