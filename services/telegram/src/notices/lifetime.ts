/**
 * How long a message is tried before it is given up, as SQL: longer than an outage of Telegram's or of a mail server's
 * may last, and no longer than what it reports is news. The default of `notice.give_up_at` is the notices'.
 */
export const NOTICE_LIFETIME = `interval '24 hours'`;

/** An answer in a chat is of no use later. */
export const REPLY_LIFETIME = `interval '10 minutes'`;
