import { join } from 'node:path';
import type { LocalRequest, Reply } from '../local-http.js';
import { temporaryFolder } from '@casement/local/testing/temporary-folder.js';
import { TelegramSandbox } from './telegram-sandbox.js';

const TOKEN = '7000000001:AAsecret';
const bots = [{ token: TOKEN, username: 'CasementBot', firstName: 'Casement' }];
const folder = temporaryFolder();

function setup(file?: string) {
  const sut = new TelegramSandbox(bots, file);
  const ask = async (method: string, path: string, body = '', type = 'application/json') => {
    const [bare = '', rawQuery = ''] = path.split('?');
    const query = new URLSearchParams(rawQuery);
    const headers = { 'content-type': type };
    const request: LocalRequest = { method, path: bare, rawQuery, query, headers, body };
    return (await sut.answer(request)) as Reply;
  };
  const call = async (name: string, input: object = {}, token = TOKEN) => {
    const { status, body } = await ask('POST', `/bot${token}/${name}`, JSON.stringify(input));
    const answer = JSON.parse(String(body)) as Record<string, unknown>;
    return Object.assign(answer, { status });
  };
  const person = sut.world.people[0].id;
  return { sut, world: sut.world, ask, call, person };
}

const idsOf = (answer: Record<string, unknown>) =>
  (answer['result'] as { update_id: number }[]).map(({ update_id: id }) => id);

describe(TelegramSandbox.name, () => {
  it('returns getMe for its bot and rejects other tokens', async () => {
    const { call } = setup();
    expect(await call('getMe')).toMatchObject({
      ok: true,
      result: { id: 7_000_000_001, username: 'CasementBot', can_read_all_group_messages: false },
    });
    expect(await call('getMe', {}, '1:wrong')).toEqual({
      status: 401,
      ok: false,
      error_code: 401,
      description: 'Unauthorized',
    });
    expect(await call('launchRocket')).toMatchObject({ error_code: 404 });
  });

  it('repeats updates until an offset confirms them', async () => {
    const { call, world, person } = setup();
    world.say('CasementBot', person, 'one');
    world.say('CasementBot', person, 'two');
    const [first = 0, second = 0] = idsOf(await call('getUpdates'));
    expect(second).toBe(first + 1);
    expect(idsOf(await call('getUpdates', { offset: second }))).toEqual([second]);
    expect(idsOf(await call('getUpdates', { offset: second + 1 }))).toEqual([]);
  });

  it('holds a poll until an update arrives', async () => {
    const { call, world, person } = setup();
    const poll = call('getUpdates', { timeout: 50 });
    world.say('CasementBot', person, 'hello');
    expect(idsOf(await poll)).toHaveLength(1);
  });

  it('ends the older of two polls with 409', async () => {
    const { sut, call } = setup();
    const older = call('getUpdates', { timeout: 50 });
    await Promise.resolve();
    const newer = call('getUpdates', { timeout: 50 });
    expect(await older).toMatchObject({ error_code: 409, ok: false });
    sut.close();
    expect(await newer).toMatchObject({ ok: true });
  });

  it('rejects polling while a webhook is set', async () => {
    const { call } = setup();
    await call('setWebhook', { url: 'https://example.com' });
    expect(await call('getUpdates')).toMatchObject({ error_code: 409 });
    await call('deleteWebhook');
    expect(await call('getUpdates')).toMatchObject({ ok: true });
  });

  it('lets a bot write only to users who started and did not block it', async () => {
    const { call, world, person } = setup();
    const send = (chat: number) => call('sendMessage', { chat_id: chat, text: 'hi' });
    expect(await send(1)).toMatchObject({ description: 'Bad Request: chat not found' });
    expect(await send(person)).toMatchObject({ error_code: 403 });
    world.say('CasementBot', person, '/start');
    expect(await send(person)).toMatchObject({ ok: true, result: { text: 'hi' } });
    world.setBlocked('CasementBot', person, true);
    expect(await send(person)).toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    world.say('CasementBot', person, 'back');
    expect(await send(person)).toMatchObject({ ok: true });
  });

  it.each([
    ['<b>bold</b> &amp; <code>x</code>', 'bold & x'],
    ['a < b', /can't parse entities/],
    ['<b>open', /can't parse entities/],
    ['<script>x</script>', /can't parse entities/],
    ['', /empty/],
    ['x'.repeat(4_097), /too long/],
    [`<b>${'x'.repeat(4_096)}</b>`, 'x'.repeat(4_096)],
  ])('parses the HTML of %j like Telegram', async (text, expected) => {
    const { call, world, person } = setup();
    world.say('CasementBot', person, '/start');
    const answer = await call('sendMessage', { chat_id: person, text, parse_mode: 'HTML' });
    if (typeof expected === 'string') expect(answer).toMatchObject({ result: { text: expected } });
    else
      expect(answer).toMatchObject({
        error_code: 400,
        description: expect.stringMatching(expected),
      });
  });

  it('edits a message of the bot if the text changes', async () => {
    const { call, world, person } = setup();
    world.say('CasementBot', person, '/start');
    const sent = await call('sendMessage', { chat_id: person, text: 'one' });
    const { message_id: id } = sent['result'] as { message_id: number };
    const edit = (text: string, messageId = id) =>
      call('editMessageText', { chat_id: person, message_id: messageId, text });
    expect(await edit('two')).toMatchObject({ ok: true, result: { text: 'two' } });
    expect(await edit('two')).toMatchObject({
      description: expect.stringContaining('not modified'),
    });
    expect(await edit('two', 999)).toMatchObject({
      description: expect.stringContaining('not found'),
    });
    expect(world.fromBots()).toHaveLength(1);
  });

  it('returns 429 once with the configured retry_after', async () => {
    const { call, ask, world, person } = setup();
    world.say('CasementBot', person, '/start');
    await ask('POST', '/_sandbox/telegram/faults', '{"floodSeconds":3}');
    const send = () => call('sendMessage', { chat_id: person, text: 'hi' });
    expect(await send()).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
    expect(await send()).toMatchObject({ ok: true });
    const wrong = await ask('POST', '/_sandbox/telegram/faults', '{"weather":true}');
    expect(wrong.status).toBe(400);
  });

  it('lets a user follow the link, press Start, write and block', async () => {
    const { ask, world, person } = setup();
    const form = 'application/x-www-form-urlencoded';
    const page = String((await ask('GET', '/telegram/CasementBot?start=AbC-1')).body);
    expect(page).toContain('value="/start AbC-1"');
    await ask('POST', '/telegram/CasementBot/say', `person=${person}&text=%2Fstart+AbC-1`, form);
    await ask('POST', '/telegram/CasementBot/block', `person=${person}`, form);
    expect(world.chat('CasementBot', person)).toMatchObject({ started: true, blocked: true });
    const after = String((await ask('GET', '/telegram/CasementBot')).body);
    expect(after).toContain('/start AbC-1');
    expect(after).toContain('Unblock');
  });

  it('escapes HTML in messages', async () => {
    const { ask, world, person } = setup();
    world.say('CasementBot', person, '<img src=x>');
    expect(String((await ask('GET', '/telegram/CasementBot')).body)).not.toContain('<img');
  });

  it('keeps its chats across a restart', async () => {
    const file = join(folder, 'telegram.json');
    const { world, person } = setup(file);
    world.say('CasementBot', person, '/start');
    const { call } = setup(file);
    expect(await call('sendMessage', { chat_id: person, text: 'hi' })).toMatchObject({ ok: true });
  });
});
