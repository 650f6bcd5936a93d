import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '@casement/proto/http/rules.js';
import { isGroup } from '@/lib/messages.js';
import { indonesian } from './id/index.js';

/** The same in both languages, or data: the reason of an unblocking is recorded in English. */
const SAME = new Set([
  ...['adminInstall.filter', 'adminInstall.ip', 'adminInstall.status'],
  ...['adminInstall.versions.slug', 'adminInstall.versions.image'],
  ...['adminInstall.monitoring.total'],
  ...['adminTelegram.title', 'adminTelegram.control.mode', 'admin.area'],
  ...['admin.sections.telegram', 'billing.stepOf', 'billing.line'],
  ...['captcha.label', 'captcha.question', 'captcha.hookError'],
  ...['catalogue.payments.number', 'common.product', 'landing.about.providerList'],
  ...['notice.settings.telegram', 'notice.deliveries.channels.telegram'],
  ...['notice.deliveries.status', 'operations.partNames.nats'],
  ...['securityTools.chart.day', 'securityTools.details.times'],
  ...['securityTools.audit.administrator', 'securityTools.rules.mode'],
  ...['security.ip', 'security.blocked.status', 'security.blocked.unblockReason'],
  ...['security.recovery.administrator', 'security.recovery.status'],
  'userPage.audit.title',
  ...['telegram.title', 'user.quotaDialog.adds', 'user.quotaDialog.addsTo'],
  'user.quotaDialog.sets',
]);

/** Codes that only agents, the payment gateway and other services are answered with. */
const UNSEEN = new Set([
  'UNSPECIFIED',
  'AGENT_TOKEN_INVALID',
  'COMMIT_REFUSED',
  'CALLBACK_SIGNATURE_INVALID',
]);

/** The paths of the messages in `en` that `id` lacks. */
function lacking(en: object, id: object | undefined, path: string): string[] {
  return Object.entries(en).flatMap(([key, message]: [string, unknown]) => {
    const other = (id as Record<string, unknown> | undefined)?.[key];
    const here = `${path}.${key}`;
    if (isGroup(message)) return lacking(message, isGroup(other) ? other : undefined, here);
    return other === undefined ? [here] : [];
  });
}

describe('Indonesian', () => {
  it('has a message beside every English one', async () => {
    const found: string[] = [];
    for (const file of readdirSync(__dirname).filter((name) => /(?<!\.spec)\.ts$/.test(name))) {
      const module = (await import(`./${file.replace(/\.ts$/, '.js')}`)) as Record<
        string,
        { area?: string; en?: object }
      >;
      for (const { area, en } of Object.values(module))
        if (area && en) found.push(...lacking(en, indonesian.areas[area], area));
    }
    expect(found.sort()).toEqual([...SAME].sort());
  });

  it('has a message for every rule of a request', () => {
    expect(Object.keys(indonesian.rules).sort()).toEqual(Object.keys(RULES).sort());
  });

  it('has a message for every code of the server that a user can see', () => {
    const proto = join(__dirname, '../../../proto/casement/common/v1/error_reason.proto');
    const codes = [...readFileSync(proto, 'utf8').matchAll(/ERROR_REASON_(\w+) =/g)].map(
      ([, code]) => code,
    );
    expect(Object.keys(indonesian.serverMessages).sort()).toEqual(
      codes.filter((code) => !UNSEEN.has(code ?? '')).sort(),
    );
  });

  it('has a sentence and a cure for everything that Windows is found to be like', () => {
    // The engine's own table, which only the server imports.
    const file = join(__dirname, '../../../services/install/src/engine/failures.ts');
    const english = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
    const codes = [...english.matchAll(/ ((?:RDP|WINDOWS)_\w+): \{ sentence:/g)].map(
      ([, code]) => code,
    );
    const { failures } = indonesian;
    expect(Object.keys(failures).sort()).toEqual([...codes, 'RDP_PASSWORD_ACCEPTED'].sort());
    // Of an account that is restricted, {what} is one of some known words.
    const restricted = 'Windows does not let {account} sign in: ';
    for (const message of codes.flatMap((code) => Object.keys(failures[code ?? ''] ?? {}))) {
      const text = message.startsWith(restricted) ? `${restricted}{what}.` : message;
      expect([message, english.includes(text)]).toEqual([message, true]);
    }
  });

  it('fills each place of a message of the server with what the English one has there', () => {
    const all = { ...indonesian.serverMessages, ...indonesian.failures };
    for (const messages of Object.values(all)) {
      if (typeof messages === 'string') continue;
      for (const [english, own] of Object.entries(messages))
        for (const [place] of own.matchAll(/\{\w+\}/g)) expect(english).toContain(place);
    }
  });
});
