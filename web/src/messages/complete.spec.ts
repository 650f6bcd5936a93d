import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewReasons } from '@casement/billing/topups/review-reasons.js';
import { FAILURES } from '@casement/proto/texts/failures.js';
import { ledgerCause } from '@casement/proto/http/billing/ledger.js';
import { RULES } from '@casement/proto/http/rules.js';
import { DEFAULT_RULES } from '@casement/security/rules/default-rules.js';
import { CHECKS } from '@casement/windows-image/certify/checks.js';
import { CONTRACT } from '@casement/windows-image/contract/findings.js';
import { ODD_DISKS } from '@casement/windows-image/volumes/odd-disk.js';
import { IMAGE_FAILURES } from '@casement/windows-image/image-failures.js';
import ts from 'typescript';
import { isGroup } from '@/messages/i18n.js';
import { auditSentenceMessages } from '@/messages/admin/security/audit-sentences.js';
import { indonesian } from './id/index.js';

/** Messages that are identical in both languages, or data: the reason of an unblock is recorded in English. */
const SAME = new Set([
  ...['adminDesktop.bytes', 'adminDesktop.windows'],
  ...['adminInstall.filter', 'adminInstall.ip', 'adminInstall.status'],
  ...['adminInstall.versions.slug', 'adminInstall.versions.image'],
  ...['adminInstall.monitoring.total'],
  ...['adminTelegram.title', 'adminTelegram.control.mode', 'admin.area'],
  ...['admin.sections.telegram', 'billing.line'],
  ...['captcha.label', 'captcha.question', 'captcha.hookError'],
  ...[
    'catalogue.payments.number',
    'common.product',
    'landing.about.providerList',
    'landing.status',
  ],
  ...['notice.settings.telegram', 'notice.deliveries.channels.telegram'],
  ...['notice.deliveries.status', 'operations.partNames.nats'],
  ...['securityTools.chart.day', 'securityTools.details.times'],
  ...['securityTools.audit.roles.administrator', 'securityTools.rules.mode'],
  ...['security.ip', 'security.blocked.status', 'security.blocked.unblockReason'],
  ...['security.recovery.administrator', 'security.recovery.status'],
  ...['provider.note', 'provider.firewall'],
  'userPage.audit.title',
  ...['telegram.title', 'userDialogs.quota.adds', 'userDialogs.quota.addsTo'],
  'userDialogs.quota.sets',
]);

/** Strings in pages that need no translation: names, units, sample values, and strings that users never read. */
const NOT_TEXTS = new Set([
  ...['Administrator', 'USDT'],
  ...['Rp {}', '{} USDT', '{} GiB', '{} MiB', '{} ms'],
  ...['Control+K Meta+K', 'Ctrl K'],
  // The picture on the landing page, and texts read only by the server or the code.
  ...['writing 63 %, 46.2 MB/s', 'Connected'],
  ...['Bearer {}', 'Unknown device', 'main h1', 'username webauthn'],
  // Placeholders shown in empty fields.
  ...['root', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  // Text required by the specification.
  'Invalid refresh response',
]);

/** Attributes that are read by people or assistive technology. */
const READ = /^(?:aria-label|alt|description|dismiss|help|label|placeholder|submit|text|title)$/;

/** Returns words in markup, in readable attributes, and in strings that look like a sentence or a unit. */
function wordsOfPages(): string[] {
  const root = join(__dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.spec|\.d)\.tsx?$/.test(name) && !/^(?:messages|testing)[/\\]/.test(name),
  );
  return files.flatMap((file) => {
    const found: string[] = [];
    const text = readFileSync(join(root, file), 'utf8');
    const visit = (node: ts.Node): void => {
      if (isStyle(node) || ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
      if (ts.isJsxText(node)) found.push(...[node.text.trim()].filter((own) => WORD.test(own)));
      else if (ts.isStringLiteralLike(node)) {
        const { parent } = node;
        const read = ts.isJsxAttribute(parent) && READ.test(parent.name.getText());
        if (SENTENCE.test(node.text) || (read && WORD.test(node.text))) found.push(node.text);
      } else if (ts.isTemplateExpression(node)) {
        const own = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map((part) => part.text)
          .join('{}');
        if (BESIDE_A_VALUE.test(own)) found.push(own);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    return found;
  });
}

const WORD = /[a-z]{2}/i;
/** Matches two words without characters typical of a class or a selector. */
const SENTENCE = /^(?!.*[[\]():!_])(?!.*[a-z]-)(?=.*[A-Z]|.*[.?!]$).*[a-z]+ [a-z]+/i;
const BESIDE_A_VALUE = /(?:^|[ }])[A-Za-z]+[.,:]? \{\}|\{\} [A-Za-z]+(?:$|[ {.,])/;

/** Whether a node contains CSS classes or SVG shapes instead of text. */
const isStyle = (node: ts.Node): boolean =>
  (ts.isJsxAttribute(node) && /^(?:className|style|d)$/.test(node.name.getText())) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'cn') ||
  (ts.isPropertyAssignment(node) && /^(?:className|tone)$/.test(node.name.getText()));

/** Codes returned only to agents, the payment gateway and other services. */
const UNSEEN = new Set([
  // Returned to a terminal that waits for its sign-in.
  ...['DEVICE_LOGIN_PENDING', 'DEVICE_LOGIN_SLOW_DOWN'],
  ...['DEVICE_LOGIN_DENIED', 'DEVICE_LOGIN_EXPIRED'],
  'UNSPECIFIED',
  'AGENT_TOKEN_INVALID',
  'COMMIT_REFUSED',
  'CALLBACK_SIGNATURE_INVALID',
]);

const SERVICES = join(__dirname, '../../../services');
type Texts = Record<string, string>;

/** Returns the paths of messages in `en` that are missing in `id`. */
function lacking(en: object, id: object | undefined, path: string): string[] {
  return Object.entries(en).flatMap(([key, message]: [string, unknown]) => {
    const other = (id as Record<string, unknown> | undefined)?.[key];
    const here = `${path}.${key}`;
    if (isGroup(message)) return lacking(message, isGroup(other) ? other : undefined, here);
    return other === undefined ? [here] : [];
  });
}

/** Returns the audited actions of the services. Some are built from a part of a fixed set. */
function auditedActions(): string[] {
  const files = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[\w-]+\/src\/.*(?<!\.spec)\.ts$/.test(name),
  );
  const sources = files
    .map((name) => readFileSync(join(SERVICES, name), 'utf8'))
    .filter((text) => text.includes('audit.record('));
  const literals = sources.flatMap((text) =>
    [...text.matchAll(/['`]([a-z_-]+\.(?:[a-z_-]|\$\{[\w.]+\})+)['`]/g)].map(
      ([, action]) => action!,
    ),
  );
  return literals.flatMap((action) => {
    const [prefix = '', suffix] = action.split(/\$\{[\w.]+\}/);
    return suffix === undefined ? [action] : PARTS[prefix]!.map((part) => prefix + part + suffix);
  });
}

const PARTS: Partial<Record<string, string[]>> = {
  'account_recovery.': ['cancelled', 'completed', 'started'],
  'password.': ['changed', 'reset'],
  'two_factor.': ['enabled', 'disabled', 'codes_renewed', 'passkey_added', 'passkey_removed'],
  'windows-image.': ['build', 'import', 'replicate', 'verify'],
};

describe('audit sentences', () => {
  it('exist for every audited action', () => {
    const actions = auditedActions();
    expect(actions.length).toBeGreaterThan(100);
    const byValues = ['quota.adjusted', 'role.changed'];
    const known = [...Object.keys(auditSentenceMessages.en.sentences), ...byValues];
    expect(actions.filter((action) => !known.includes(action))).toEqual([]);
  });
});

describe('Indonesian messages', () => {
  it('exist for every English message', async () => {
    const found: string[] = [];
    const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /^(?!id\/).*(?<!\.spec)\.ts$/.test(name))) {
      const module = (await import(`./${file.replace(/\.ts$/, '.js')}`)) as Record<
        string,
        { area?: string; en?: object }
      >;
      for (const { area, en } of Object.values(module))
        if (area && en) found.push(...lacking(en, indonesian.areas[area], area));
    }
    expect(found.sort()).toEqual([...SAME].sort());
  });

  it('exist for every request rule', () => {
    expect(Object.keys(indonesian.rules).sort()).toEqual(Object.keys(RULES).sort());
  });

  it('exist for every server error code that users can see', () => {
    const proto = join(__dirname, '../../../proto/casement/common/v1/error_reason.proto');
    const codes = [...readFileSync(proto, 'utf8').matchAll(/ERROR_REASON_(\w+) =/g)].map(
      ([, code]) => code,
    );
    expect(Object.keys(indonesian.serverMessages).sort()).toEqual(
      codes.filter((code) => !UNSEEN.has(code ?? '')).sort(),
    );
  });

  it('exist for every failure and remedy of installs, checks, imports and certifications', () => {
    const tables = [FAILURES, IMAGE_FAILURES, CHECKS].flatMap((table) =>
      Object.entries<Texts>(table),
    );
    const english: Record<string, Set<string>> = {
      RDP_PASSWORD_ACCEPTED: new Set(['Windows accepted the password of {account}.']),
    };
    for (const [code, texts] of tables)
      for (const text of Object.values(texts)) (english[code] ??= new Set()).add(text);
    const restricted = 'Windows does not allow {account} to sign in: ';
    const own = Object.entries(indonesian.failures).map(([code, texts]) => [
      code,
      // {what} is one of a few fixed words for a restricted account.
      new Set(
        Object.keys(texts).map((text) =>
          text.startsWith(restricted) ? `${restricted}{what}.` : text,
        ),
      ),
    ]);
    expect(Object.fromEntries(own)).toEqual(english);
  });

  it('exist for the values inserted into failures and remedies', () => {
    for (const { refused, cure } of Object.values<Texts>(CONTRACT))
      if (refused)
        expect(Object.keys(indonesian.phrases)).toEqual(expect.arrayContaining([refused, cure]));
    for (const { why, cure } of Object.values(ODD_DISKS))
      expect(Object.keys(indonesian.phrases)).toEqual(expect.arrayContaining([why, cure]));
    // Reasons found by the preflight and the recovery system. Each is a text in lower case.
    const reasons = [
      'engine/src/machine/boot-method.ts',
      'engine/src/machine/network-plan.ts',
      'src/recovery/evidence.ts',
    ].flatMap((file) =>
      [
        ...readFileSync(join(SERVICES, 'install', file), 'utf8').matchAll(
          /return (?:mtu .* : )?['`]([^'`]+ [^'`]+)['`]/g,
        ),
      ].map(([, text]) => text!.replace(/\$\{.*?(\w+)\}/g, '{$1}')),
    );
    expect(reasons.length).toBeGreaterThan(8);
    expect(reasons.filter((text) => !(text in indonesian.phrases))).toEqual([]);
  });

  it('exist for every ledger cause and every payment to review', () => {
    expect(Object.keys(indonesian.ledger).sort()).toEqual([...ledgerCause.options].sort());
    expect(Object.keys(indonesian.reviews).sort()).toEqual(Object.keys(reviewReasons).sort());
  });

  it('exist for every detection rule and its alert', () => {
    expect(DEFAULT_RULES.length).toBeGreaterThan(15);
    const names = DEFAULT_RULES.map(({ name }) => name).sort();
    expect(Object.keys(indonesian.detectionRules).sort()).toEqual(names);
    expect(Object.keys(indonesian.alerts).sort()).toEqual(names);
    for (const { name, message } of DEFAULT_RULES)
      if (message.includes('{')) expect(Object.keys(indonesian.alerts[name]!)).toEqual([message]);
  });

  it.each([
    [
      'the Binance payment instructions',
      'billing/src/bpay/bpay.controller.ts',
      4,
      'instructions: [',
    ],
    ['the results of a recovery', 'security/src/recovery/recovery-steps.ts', 6, ''],
  ])('contain a phrase for %s', (_, file, least, start) => {
    const text = readFileSync(join(SERVICES, file), 'utf8');
    const source = text.slice(text.indexOf(start));
    const bare = (text: string) => text.replace(/\$?\{.*?\}/g, '{}');
    const english = [...source.matchAll(/['`]((?:[A-Z]|\{count|\$\{)[^'`\n]* [^'`\n]+)['`]/g)].map(
      ([, text]) => bare(text!),
    );
    expect(english.length).toBeGreaterThanOrEqual(least);
    const known = new Set(Object.keys(indonesian.phrases).map(bare));
    expect(english.filter((text) => /[a-z]{3}/.test(text) && !known.has(text))).toEqual([]);
  });

  it('use only placeholders of the English server message', () => {
    const all = [indonesian.serverMessages, indonesian.failures, indonesian.alerts].flatMap(
      (table) => Object.values(table),
    );
    for (const messages of [...all, indonesian.phrases]) {
      if (typeof messages === 'string') continue;
      for (const [english, own] of Object.entries(messages))
        for (const [place] of own.matchAll(/\{\w+\}/g)) expect(english).toContain(place);
    }
  });

  it('are not bypassed by text hard-coded in a page', () => {
    expect(wordsOfPages().filter((text) => !NOT_TEXTS.has(text))).toEqual([]);
  });

  it('have no unused exemption', () => {
    const found = new Set(wordsOfPages());
    expect([...NOT_TEXTS].filter((text) => !found.has(text))).toEqual([]);
  });
});
