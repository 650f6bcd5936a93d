export interface BotAccount {
  id: number;
  username: string;
  first_name: string;
  can_read_all_group_messages?: boolean;
}

export interface TelegramPerson {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
}

export interface Update {
  update_id: number;
  message?: {
    message_id: number;
    from?: TelegramPerson;
    chat: { id: number; type: string };
    text?: string;
  };
  /** A pressed button below one of the bot's messages. */
  callback_query?: {
    id: string;
    from: TelegramPerson;
    /** Absent for a message that is too old. */
    message?: { chat: { id: number; type: string } };
    data?: string;
  };
  my_chat_member?: {
    chat: { id: number; type: string };
    from: TelegramPerson;
    new_chat_member: { status: string };
  };
}

/** Message in Telegram's HTML. External text must be escaped. */
export interface OutgoingText {
  html: string;
  /** Rows below the message. `command` is executed as if the user had sent it. */
  buttons?: { label: string; command: string }[][];
}
