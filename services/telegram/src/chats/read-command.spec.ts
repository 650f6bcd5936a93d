import { readCommand } from './read-command.js';

describe(readCommand.name, () => {
  it.each([
    ['/start', 'start', ''],
    ['/start AbC_-9', 'start', 'AbC_-9'],
    ['/quota@CasementBot', 'quota', ''],
    ['  /NOTIFICATIONS  off ', 'notifications', 'off'],
  ])('parses %j', (text, name, argument) => {
    expect(readCommand(text)).toEqual({ name, argument });
  });

  it.each(['hello', '/unknown', '/', 'start', '/start_now', 'x /start'])(
    'returns null for %j',
    (text) => {
      expect(readCommand(text)).toBeNull();
    },
  );
});
