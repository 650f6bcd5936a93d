import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { serveLocally, type Answer, type LocalRequest } from '../local-http.js';
import { BotApi } from './bot-api.js';
import { answerTelegramControl } from './telegram-control.js';
import { TelegramSite } from './telegram-site.js';
import type { SandboxBot } from './telegram-types.js';
import { TelegramWorld, type TelegramState } from './telegram-world.js';

/** Simulates Telegram: its Bot API, its users, and faults. */
export class TelegramSandbox {
  readonly world: TelegramWorld;
  private readonly api: BotApi;
  private readonly site: TelegramSite;

  /** @param file stores the chats between two runs; without it they are lost */
  constructor(bots: SandboxBot[], file?: string) {
    const store = (state: TelegramState) => file && write(file, state);
    this.world = new TelegramWorld(bots, file ? read(file) : null, store);
    this.api = new BotApi(this.world);
    this.site = new TelegramSite(this.world);
  }

  /** Returns null for paths that are not Telegram's. */
  async answer(request: LocalRequest): Promise<Answer> {
    if (this.api.owns(request)) return this.api.answer(request);
    return answerTelegramControl(request, this.world) ?? this.site.answer(request);
  }

  close(): void {
    this.world.close();
  }
}

/** Starts the Telegram sandbox on a separate port, for tests. */
export async function startTelegramSandbox(bots: SandboxBot[], port = 0) {
  const sandbox = new TelegramSandbox(bots);
  const server = await serveLocally(port, (request) => sandbox.answer(request));
  return {
    url: `http://127.0.0.1:${server.port}`,
    world: sandbox.world,
    close: async () => {
      sandbox.close();
      await server.close();
    },
  };
}

function read(file: string): TelegramState | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TelegramState;
  } catch {
    return null;
  }
}

function write(file: string, state: TelegramState): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  renameSync(draft, file);
}
