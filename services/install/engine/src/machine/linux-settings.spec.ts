import { sampleFacts } from '../testing/sample-facts.js';
import { linuxSettings } from './linux-settings.js';

describe(linuxSettings.name, () => {
  it('reads time zone, keyboard, region, name and clock of the sample machine', () => {
    expect(linuxSettings(sampleFacts({ locale: 'id_ID.UTF-8' }))).toEqual({
      timeZone: 'Asia/Jakarta',
      keyboard: '00000409',
      region: 'id-ID',
      computerName: 'lab-vps',
      rtcIsUtc: true,
    });
  });

  it.each([
    ['de', '00000407'],
    ['de-latin1-nodeadkeys', '00000407'],
    ['de,us', '00000407'],
    ['uk', '00000809'],
    ['jp106', '00000411'],
    ['', null],
    ['xx', null],
  ])('maps the layout %j to %s', (keyboard, id) => {
    expect(linuxSettings(sampleFacts({ keyboard })).keyboard).toBe(id);
  });

  it.each(['C.UTF-8', 'POSIX', '', 'en'])('takes no regional format from %j', (locale) => {
    expect(linuxSettings(sampleFacts({ locale })).region).toBeNull();
  });

  it.each([
    ['srv-123456.example.com', 'srv-123456'],
    ['a-very-long-host-name.example.com', 'a-very-long-hos'],
    ['my_server', 'my-server'],
    ['exactly-fifteen-', 'exactly-fifteen'],
    ['203.0.113.7', null],
    ['localhost', null],
    ['сервер', null],
    ['', null],
  ])('derives the computer name of %j: %s', (hostname, name) => {
    expect(linuxSettings(sampleFacts({ hostname })).computerName).toBe(name);
  });

  it.each([
    ['local time', 25_200, false],
    ['a drift of two minutes', -120, true],
  ])('compares the clock chip with the system time: %s', (_, offset, rtcIsUtc) => {
    const { clock } = sampleFacts();
    expect(linuxSettings(sampleFacts({ rtc: clock + offset })).rtcIsUtc).toBe(rtcIsUtc);
  });

  it('does not claim UTC if the clock chip could not be read', () => {
    expect(linuxSettings(sampleFacts({ rtc: 0 })).rtcIsUtc).toBe(false);
  });
});
