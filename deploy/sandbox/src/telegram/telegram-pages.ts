import { escape, page } from '../page.js';
import type { ChatMessage, Person, SandboxBot } from './telegram-types.js';
import type { TelegramWorld } from './telegram-world.js';

/** Faults that a user can switch on and off: the button's label while the fault is off, and while it is on. */
const SWITCHES = {
  down: ['Take Telegram down', 'Telegram is down: bring it back'],
  unauthorized: ['Refuse the token', 'The token is refused: accept it'],
  conflict: ['Poll from elsewhere', 'Another program polls: end it'],
} as const;

/** One user's chat with one bot. @param payload from the link that they followed */
export function chatPage(
  world: TelegramWorld,
  bot: SandboxBot,
  person: Person,
  payload: string,
): string {
  const chat = world.chat(bot.username, person.id);
  const messages = chat.messages.map(messageRow).join('');
  const start =
    payload || !chat.started
      ? form(bot, person, 'say', 'Start', 'primary', { text: `/start ${payload}`.trim() })
      : '';
  const block = chat.started
    ? chat.blocked
      ? form(bot, person, 'unblock', 'Unblock')
      : form(bot, person, 'block', 'Block the bot', 'danger')
    : '';
  const faults = world.faults(bot.username);
  const switches = Object.entries(SWITCHES).map(([name, [off, on]]) => {
    const isOn = Boolean(faults[name as keyof typeof SWITCHES]);
    return form(bot, person, 'fault', isOn ? on : off, isOn ? 'danger' : '', { name });
  });
  return page(
    'Telegram sandbox',
    `<p class="actions">${world.bots.map((one) => tab(one, person, one === bot)).join('')}
<span class="muted">as</span>${world.people
      .slice(0, 8)
      .map((one) => personTab(bot, one, one === person))
      .join('')}</p>
<div class="frame padded" style="max-width:640px">
<h1>${escape(bot.firstName)} <span class="muted">@${escape(bot.username)}</span>${chat.blocked ? ' <span class="badge">blocked</span>' : ''}</h1>
${messages || '<p class="muted">No message yet.</p>'}
<div class="actions">${start}${block}</div>
<form method="post" action="/telegram/${escape(bot.username)}/say" class="actions" style="margin-top:12px">
<input type="hidden" name="person" value="${person.id}"><input name="text" aria-label="Message" placeholder="/help" autocomplete="off" style="flex:1" required><button class="primary">Send</button></form>
<p class="muted">Nothing leaves this machine. Reload to see the bot's answers.</p></div>
<h1 style="margin-top:32px">Faults</h1><div class="frame padded actions">${switches.join('')}</div>`,
  );
}

function messageRow({ from, text, at, edits }: ChatMessage): string {
  const format = { timeStyle: 'medium', timeZone: 'Asia/Jakarta' } as const;
  const when = new Date(at).toLocaleTimeString('en-GB', format);
  const style = `margin:0 0 12px;padding:8px 12px;border-radius:8px;max-width:85%;white-space:pre-wrap;overflow-wrap:anywhere;${from === 'person' ? 'margin-left:auto;background:var(--accent)' : 'border:1px solid var(--border)'}`;
  return `<div style="${style}">${escape(text)}<div class="muted" style="font-size:12px">${when}${edits > 0 ? ' edited' : ''}</div></div>`;
}

const tab = (bot: SandboxBot, person: Person, current: boolean): string =>
  current
    ? `<strong>${escape(bot.firstName)}</strong>`
    : `<a href="/telegram/${escape(bot.username)}?person=${person.id}">${escape(bot.firstName)}</a>`;

const personTab = (bot: SandboxBot, person: Person, current: boolean): string =>
  current
    ? `<strong>${escape(person.firstName)}</strong>`
    : `<a href="/telegram/${escape(bot.username)}?person=${person.id}">${escape(person.firstName)}</a>`;

function form(
  bot: SandboxBot,
  person: Person,
  action: string,
  label: string,
  style = '',
  fields: Record<string, string> = {},
): string {
  const hidden = Object.entries({ person: String(person.id), ...fields })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('');
  return `<form method="post" action="/telegram/${escape(bot.username)}/${action}">${hidden}<button class="${style}">${label}</button></form>`;
}
