import { desktopCloseCode, desktopEnds } from '@casement/proto/http/install/desktops.js';
import { indonesian } from '@/messages/id/index.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import { endingOf, isFinal, isSignInFailure, PAGE_ENDS, reconnects, type Ending } from './ends.js';

const ALL: Ending[] = [...desktopEnds, ...PAGE_ENDS];

describe('how a desktop ends', () => {
  it.each(desktopEnds)('is read from the relay’s close code: %s', (end) => {
    expect(endingOf({ code: desktopCloseCode(end) }, false)).toBe(end);
  });

  it('is Windows’ own end where Windows ends the session in its order', () => {
    expect(endingOf({ code: null }, false)).toBe('windows_closed');
  });

  it('is a refused sign-in where Windows closes before the desktop is open', () => {
    expect(endingOf({ code: desktopCloseCode('windows_closed') }, true)).toBe('sign_in_closed');
  });

  it.each([
    [1, 'wrong_password'],
    [2, 'wrong_password'],
    [3, 'access_denied'],
  ])('is the failed sign-in of kind %i, for any close code', (failure, ending) => {
    expect(endingOf({ code: desktopCloseCode('windows_closed'), failure }, true)).toBe(ending);
  });

  it.each([1001, 1006, 1011, 3999, 4000 + desktopEnds.length])(
    'is a loss of the network with the code %i, which the relay does not give',
    (code) => {
      expect(endingOf({ code }, false)).toBe('network');
    },
  );

  it.each([true, false])('is the client’s failure, whenever it comes', (opening) => {
    expect(endingOf({ code: null, crashed: true }, opening)).toBe('client_failed');
  });

  it('is a refusal where the relay did not accept the ticket', () => {
    expect(endingOf({ code: 1008 }, true)).toBe('refused');
  });

  it('is a lack of room where the relay asks to try again later', () => {
    expect(endingOf({ code: 1013 }, true)).toBe('busy');
  });

  it('leads to a new connection only where the user has done nothing and nothing speaks against it', () => {
    expect(ALL.filter(reconnects)).toEqual(['relay_stopped', 'lost', 'network', 'busy']);
  });

  it('never tries a refused sign-in again automatically: Windows locks an account after some', () => {
    expect(ALL.filter(isSignInFailure)).toEqual([
      'wrong_password',
      'sign_in_closed',
      'access_denied',
    ]);
    expect(ALL.filter((end) => isSignInFailure(end) && reconnects(end))).toEqual([]);
  });

  it('offers no new attempt where something has to change first', () => {
    expect(ALL.filter(isFinal)).toEqual(['certificate_changed', 'no_nla', 'switched_off']);
  });

  it.each(['en', 'id'] as const)(
    'has a title and a sentence of its own for each end (%s)',
    (language) => {
      const { ends } = (
        language === 'en' ? desktopMessages.en : indonesian.areas.desktop
      ) as typeof desktopMessages.en;
      expect(Object.keys(ends).sort()).toEqual([...ALL].sort());
      for (const { title, help } of Object.values(ends)) {
        expect(title).toMatch(/^[A-Z].*[^.]$/);
        expect(help).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});
