/** One bot as BotFather would have made it. */
export interface SandboxBot {
  /** `<id>:<secret>`. */
  token: string;
  username: string;
  firstName: string;
}

/** A Telegram user. */
export interface Person {
  id: number;
  firstName: string;
  username?: string;
}

export interface ChatMessage {
  id: number;
  /** Unix milliseconds. */
  at: number;
  from: 'bot' | 'person';
  /** As people see it, without markup. */
  text: string;
  /** As it was sent. */
  source: string;
  edits: number;
}

/** One person's chat with one bot. */
export interface Chat {
  bot: string;
  personId: number;
  started: boolean;
  blocked: boolean;
  messages: ChatMessage[];
}

/** What goes wrong on purpose, of one bot. */
export interface TelegramFaults {
  /** Every call answers 502. */
  down: boolean;
  /** The token is refused: 401. */
  unauthorized: boolean;
  /** getUpdates answers 409, as when another program polls. */
  conflict: boolean;
  /** Above 0, sendMessage and editMessageText answer 429 with this retry_after; one call uses it up. */
  floodSeconds: number;
  /** Nothing is answered, and nothing happens. */
  silent: boolean;
  /** Every message is taken, and the connection cut before the answer. */
  loseAnswers: boolean;
  /** Updates that were confirmed come a second time. */
  duplicates: boolean;
}

export const noTelegramFaults = (): TelegramFaults => ({
  down: false,
  unauthorized: false,
  conflict: false,
  floodSeconds: 0,
  silent: false,
  loseAnswers: false,
  duplicates: false,
});

/** A refusal in Telegram's words. */
export class TelegramRefusal extends Error {
  constructor(
    readonly code: number,
    readonly description: string,
    readonly parameters?: { retry_after: number },
  ) {
    super(description);
  }
}
