import { waitFor } from '@testing-library/react';
import { openDesktop } from './iron.js';
import { Meter } from './meter.js';

const mockSettings = new Map<string, unknown>();

jest.mock('@devolutions/iron-remote-desktop-rdp', () => {
  const builder: object = new Proxy(
    {},
    {
      get: (_, name: string) => (value: unknown) => {
        mockSettings.set(name, value);
        return name === 'connect' ? new Promise(() => undefined) : builder;
      },
    },
  );
  return {
    init: () => Promise.resolve(),
    displayControl: () => ({}),
    Backend: { SessionBuilder: jest.fn(() => builder), DesktopSize: jest.fn() },
  };
});

describe(openDesktop.name, () => {
  it.each([
    ['Administrator', '', 'Administrator'],
    ['.\\Administrator', '', 'Administrator'],
    [' WIN-1\\Hans ', 'WIN-1', 'Hans'],
    ['hans@example.com', '', 'hans@example.com'],
  ])('splits the account %s into domain and user', async (account, domain, user) => {
    mockSettings.clear();
    const options = {
      url: 'wss://relay',
      ticket: 'ticket',
      destination: '192.0.2.1:3389',
      account,
      password: 'secret',
      canvas: document.createElement('canvas'),
      size: { width: 800, height: 600, scale: 100 },
      meter: new Meter(),
    };
    void openDesktop(options, new AbortController().signal);
    await waitFor(() => expect(mockSettings.has('connect')).toBe(true));
    expect(mockSettings.get('serverDomain')).toBe(domain);
    expect(mockSettings.get('username')).toBe(user);
  });
});
