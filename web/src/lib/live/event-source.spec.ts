import { EventParser, type StreamEvent } from './event-source.js';

const parse = (...pieces: string[]) => {
  const events: StreamEvent[] = [];
  const parser = new EventParser((event) => events.push(event));
  for (const piece of pieces) parser.push(piece);
  return events;
};

describe(EventParser, () => {
  it('parses id, name and data of an event regardless of chunk boundaries', () => {
    const text = 'id: s1\nevent: step\ndata: {"a":1}\n\nevent: install\ndata: {}\n\n';
    const events = [
      { id: 's1', event: 'step', data: '{"a":1}' },
      { id: '', event: 'install', data: '{}' },
    ];
    expect(parse(text)).toEqual(events);
    expect(parse(...text)).toEqual(events);
  });

  it('ignores heartbeats and waits for the end of an event', () => {
    expect(parse(': heartbeat\n\n', 'event: install\ndata: {}\n')).toEqual([]);
  });
});
