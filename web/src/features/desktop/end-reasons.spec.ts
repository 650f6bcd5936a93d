import {
  desktopCloseCode,
  desktopEndReasons,
} from '@casement/proto/http/install/desktops/desktops.js';
import { indonesian } from '@/messages/id/index.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import {
  endReasonOf,
  isFinal,
  isSignInFailure,
  CLIENT_END_REASONS,
  reconnects,
  type EndReason,
} from './end-reasons.js';

const ALL: EndReason[] = [...desktopEndReasons, ...CLIENT_END_REASONS];

describe('desktop end reasons', () => {
  it.each(desktopEndReasons)('read the relay’s close code: %s', (end) => {
    expect(endReasonOf({ code: desktopCloseCode(end) }, false)).toBe(end);
  });

  it('report a regular end by Windows', () => {
    expect(endReasonOf({ code: null }, false)).toBe('windows_closed');
  });

  it('treat a close before the desktop is open as a failed sign-in', () => {
    expect(endReasonOf({ code: desktopCloseCode('windows_closed') }, true)).toBe('sign_in_closed');
  });

  it.each([
    [1, 'wrong_password'],
    [2, 'wrong_password'],
    [3, 'access_denied'],
  ])('report a failed sign-in of kind %i for any close code', (failure, ending) => {
    expect(endReasonOf({ code: desktopCloseCode('windows_closed'), failure }, true)).toBe(ending);
  });

  it.each([1001, 1006, 1011, 3999, 4000 + desktopEndReasons.length])(
    'treat close code %i, which the relay never sends, as a network loss',
    (code) => {
      expect(endReasonOf({ code }, false)).toBe('network');
    },
  );

  it.each([true, false])('report a client failure at any time', (opening) => {
    expect(endReasonOf({ code: null, crashed: true }, opening)).toBe('client_failed');
  });

  it('report a ticket rejected by the relay', () => {
    expect(endReasonOf({ code: 1008 }, true)).toBe('refused');
  });

  it('report a busy relay for close code 1013', () => {
    expect(endReasonOf({ code: 1013 }, true)).toBe('busy');
  });

  it('allow an automatic reconnect only after a relay stop, a loss or a busy relay', () => {
    expect(ALL.filter(reconnects)).toEqual(['relay_stopped', 'lost', 'network', 'busy']);
  });

  it('never retry a failed sign-in automatically, because Windows locks accounts', () => {
    expect(ALL.filter(isSignInFailure)).toEqual([
      'wrong_password',
      'sign_in_closed',
      'access_denied',
    ]);
    expect(ALL.filter((end) => isSignInFailure(end) && reconnects(end))).toEqual([]);
  });

  it('offer no retry if something has to change first', () => {
    expect(ALL.filter(isFinal)).toEqual(['certificate_changed', 'no_nla', 'switched_off']);
  });

  it.each(['en', 'id'] as const)('have a title and a sentence each (%s)', (language) => {
    const { ends } = (
      language === 'en' ? desktopMessages.en : indonesian.areas.desktop
    ) as typeof desktopMessages.en;
    expect(Object.keys(ends).sort()).toEqual([...ALL].sort());
    for (const { title, help } of Object.values(ends)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(help).toMatch(/^[A-Z].*\.$/);
    }
  });
});
