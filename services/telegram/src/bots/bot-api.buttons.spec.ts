import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { menuButtons } from '../notices/menu-buttons.js';
import { BotApi } from './bot-api.js';

describe(BotApi.name, () => {
  it.each([
    ['en', ['Quota', 'Installs', 'Help', 'Stop notifications']],
    ['id', ['Kuota', 'Instalasi', 'Bantuan', 'Hentikan notifikasi']],
  ] as const)('sends buttons in the language %s with their commands', async (language, labels) => {
    let sent: unknown;
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        sent = body;
        response.end('{"ok":true,"result":{"message_id":1}}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const api = new BotApi({
      token: '1:A',
      apiRoot: `http://127.0.0.1:${port}`,
      timeoutMs: 10_000,
    });
    await api.sendMessage('7', { html: 'Hello', buttons: menuButtons(language) });
    server.closeAllConnections();
    server.close();
    const { inline_keyboard: rows } = (sent as { reply_markup: { inline_keyboard: object[][] } })
      .reply_markup;
    const commands = ['/quota', '/status', '/help', '/notifications off'];
    expect(rows.flat()).toEqual(
      labels.map((text, index) => ({ text, callback_data: commands[index] })),
    );
    expect(rows.map((row) => row.length)).toEqual([3, 1]);
  });
});
