import { readdirSync } from 'node:fs';
import { isGroup } from '@/lib/messages.js';

/** What is the same in both languages, and what is data: the reason of an unblocking is recorded in English. */
const SAME = new Set([
  ...['adminInstallTexts.filter', 'adminInstallTexts.ip', 'adminInstallTexts.status'],
  ...['adminInstallTexts.versions.slug', 'adminInstallTexts.versions.image'],
  ...['adminInstallTexts.monitoring.total'],
  ...['adminTelegramTexts.title', 'adminTelegramTexts.control.mode', 'adminTexts.area'],
  ...['adminTexts.sections.telegram', 'billingTexts.stepOf', 'billingTexts.line'],
  ...['captchaTexts.label', 'captchaTexts.question', 'captchaTexts.hookError'],
  ...['catalogueTexts.payments.number', 'commonTexts.product', 'landingTexts.about.providerList'],
  ...['noticeTexts.settings.telegram', 'noticeTexts.deliveries.channels.telegram'],
  ...['noticeTexts.deliveries.status', 'operationsTexts.partNames.nats'],
  ...['securityToolsTexts.chart.day', 'securityToolsTexts.details.times'],
  ...['securityToolsTexts.audit.administrator', 'securityToolsTexts.rules.mode'],
  ...['securityTexts.ip', 'securityTexts.blocked.status', 'securityTexts.blocked.unblockReason'],
  ...['securityTexts.recovery.administrator', 'securityTexts.recovery.status'],
  ...['telegramTexts.title', 'userTexts.quotaDialog.adds', 'userTexts.quotaDialog.addsTo'],
  'userTexts.quotaDialog.sets',
]);

/** The names of the texts in `en` that `id` lacks, by the way to each. */
function lacking(en: object, id: object | undefined, way: string): string[] {
  return Object.entries(en).flatMap(([key, text]: [string, unknown]) => {
    const other = (id as Record<string, unknown> | undefined)?.[key];
    const here = `${way}.${key}`;
    if (isGroup(text)) return lacking(text, isGroup(other) ? other : undefined, here);
    return other === undefined ? [here] : [];
  });
}

it('has an Indonesian text beside every English one', async () => {
  const found: string[] = [];
  for (const file of readdirSync(__dirname).filter((name) => !name.endsWith('.spec.ts'))) {
    const module = (await import(`./${file.replace(/\.ts$/, '.js')}`)) as Record<
      string,
      { en?: object; id?: object }
    >;
    for (const [name, { en, id }] of Object.entries(module))
      if (en) found.push(...lacking(en, id, name));
  }
  expect(found.sort()).toEqual([...SAME].sort());
});
