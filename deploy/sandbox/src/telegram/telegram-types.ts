export interface SandboxBot {
  /** `<id>:<secret>`. */
  token: string;
  username: string;
  firstName: string;
}

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
  /** Visible text, without markup. */
  text: string;
  /** Source text with markup. */
  source: string;
  edits: number;
}

export interface Chat {
  bot: string;
  personId: number;
  started: boolean;
  blocked: boolean;
  messages: ChatMessage[];
}

/** Simulated faults of one bot. */
export interface TelegramFaults {
  /** Every call returns 502. */
  down: boolean;
  /** The token is rejected with 401. */
  unauthorized: boolean;
  /** getUpdates returns 409, as if another program polled. */
  conflict: boolean;
  /** Above 0, the next sendMessage or editMessageText returns 429 with this retry_after, which resets it. */
  floodSeconds: number;
  /** Calls get no response and have no effect. */
  silent: boolean;
  /** Every message is accepted, but the connection is closed without a response. */
  loseAnswers: boolean;
  /** Confirmed updates are delivered a second time. */
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

/** Refusal with Telegram's message. */
export class TelegramRefusal extends Error {
  constructor(
    readonly code: number,
    readonly description: string,
    readonly parameters?: { retry_after: number },
  ) {
    super(description);
  }
}
