import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** All user-facing texts: messages of the web and the bots, mails, and server messages. */
const ENGLISH = [
  /^web\/src\/messages\/(?!id\/).+\.ts$/,
  /^proto\/(?:http\/rules|texts\/providers)\.ts$/,
  /^proto\/texts\/en\//,
  /-mail\.ts$/,
  /\.errors\.ts$/,
  /\/ledger-causes\.ts$/,
  /\/review-reasons\.ts$/,
  /\/bpay\.controller\.ts$/,
  /\/failures\/failures\.ts$/,
  /\/image-failures\.ts$/,
  /\/certify\/checks\.ts$/,
  /\/contract\/findings\.ts$/,
  /\/image-test\.ts$/,
  /\/cancel-table\.ts$/,
  /\/edit-table\.ts$/,
  /\/default-rules\.ts$/,
  /^services\/security\/src\/recovery\//,
  /\/sending\/plan\.ts$/,
  /\.controller\.ts$/,
  /\/(?:answer-with|to-domain)-error\.ts$/,
  /\/external-dependencies\.ts$/,
  /\/mail-test\.ts$/,
  /\/test-messages\.service\.ts$/,
  /\/quotes\.service\.ts$/,
  /\/rdp-checks\.service\.ts$/,
];
const INDONESIAN = [/^(?:web\/src\/messages|proto\/texts)\/id\//];

type Retired = [term: RegExp, instead: string];

const ENGLISH_TERMS: Retired[] = [
  // Consistent spelling.
  [/\be-mails?\b/i, 'email'],
  [/\bmails?\b(?! server)/i, 'email; the mail server keeps its name'],
  [/\blog(?:ging|ged)? ?(?:in|out)\b/i, 'sign in, sign out'],
  [/\btopups?\b/i, 'top-up (noun), top up (verb)'],
  [/\breleased\b/i, 'quota is returned: “released” says nothing to a customer'],
  [/\binstall id\b/, 'install ID'],
  [/\byour (?:KVM )?servers?\b/i, 'VPS: “server” is also ours'],
  [/\bcan not\b/i, 'cannot'],
  [/\bthe support\b/i, 'support'],
  // Terms with an established name in other panels.
  [/\bwhat you are told of\b/i, 'Notifications'],
  [/\bwhat we know of\b/i, 'your data'],
  [/\b(?:strikes?|struck)\b/i, 'threshold'],
  [/\btried out\b/i, 'test mode'],
  [/\bbrake\b/i, 'throttle'],
  [/^create payment$/i, 'Pay and the sum: the button says what it costs'],
  [/^the install has failed/i, 'Install failed: a headline is short'],
  [/^(?:direct|redirect|crypto)$/i, 'bank transfer, pay at the counter, e-wallet, USDT'],
  // Phrases that are hard to understand.
  [/\bby itself\b/i, 'automatically'],
  [/\bin force\b/i, 'active, or “Changes saved.”'],
  [/\bwaiting for a worker\b/i, 'Starting…: a customer knows no workers'],
  [/\bthe way back\b/i, 'rollback'],
  [/\beight steps\b/i, 'until which step everything can be undone'],
  [/\b(?:bring|brought|brings?) (?:it )?through\b/i, 'failed work'],
  [/\bevery digit\b/i, 'we match it by its decimals'],
  [/\bnot taken\b/i, 'rejected'],
  [/\bchunks are listed\b/i, 'image readable'],
  [/\bplan that has more\b/i, 'a larger VPS plan'],
  [/\bstarts by\b/i, 'boots in … mode'],
  // Words used in an unusual sense.
  [/\blook(?:s|ed|ing)? (?:it )?(?:at|over|whether)\b/i, 'check, review'],
  [/\bdemands?\b/i, 'requires'],
  [/\blies? (?:on|in)\b/i, 'is on'],
  [/\bstands\b/i, 'is'],
  [/\bbrings\b/i, 'provides, sends'],
  [/\banew\b/i, 'again'],
  [/\b(?:nobody|somebody|whoever|whatever|for ever)\b/i, 'no one, someone, any'],
];

const INDONESIAN_TERMS: Retired[] = [
  [/pasang/i, 'instal: satu kata untuk satu hal'],
  [/\bberkas/i, 'file'],
  [/\bluring\b/i, 'offline'],
  [/\bkemajuan\b/i, 'progres'],
  [/\bjalan kembali\b/i, 'kemampuan rollback'],
  [/\bjabat tangan\b/i, 'koneksi RDP'],
  [/\bdilepas\b/i, 'kuota dikembalikan'],
  [/\bex fee\b/i, 'belum termasuk biaya'],
  [/\bmenutup sendiri\b/i, 'Halaman ini diperbarui otomatis'],
  [/\btempat anda masuk\b/i, 'Sesi aktif'],
  [/keluarkan\b/i, 'akhiri sesi'],
  [/\bkejadian mati\b/i, 'pesan gagal'],
  [/\b(?:me|di)?m?picu\b/i, 'jalankan'],
  [/\bserangan paksa\b/i, 'brute force'],
  [/^(?:Apa|Mengapa|Kapan)$/, 'Jenis, Keterangan, Waktu'],
  [/\bIa\b/i, 'Casement, atau nama bendanya'],
  [/\bdesktop jarak jauh\b/i, 'remote desktop'],
  [/\bperamban\b/i, 'browser'],
  [/\bgalat\b/i, 'kesalahan'],
  [/\bid instalasi\b/, 'ID instalasi'],
  [/\bnomor rujukan\b/i, 'nomor referensi'],
];

/** Sentences and labels of the specification, verbatim, by section. */
const SPECIFIED: Record<string, string> = {
  Login: '§1',
  'Back to login': '§2',
  Logout: '§2',
  'Topup Quota': '§2',
  'Topup History': '§2',
  Topup: '§2',
  'Quota {}, Topup': '§2, the button’s name beside the quota',
  'Login failed': '§8',
  'Please login again.': '§8',
  'Failed to load topup history': '§8',
  'This transaction cannot be paid. Please create a new topup.': '§8',
};

/** Returns the string literals of a file, except property names, scopes, imports and paths. */
function textsOf(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
      if (!isName && !/^[/.]|^[a-z]+(?::[a-z]+)?$/.test(node.text)) found.push(node.text);
    }
    if (ts.isTemplateExpression(node)) {
      found.push(
        node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join(''),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = [
  'web/src/messages',
  'proto/http',
  'proto/texts',
  ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}/src`),
  'services/install/engine/src',
  'services/install/windows-image/src',
]
  .filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

const read = (patterns: RegExp[]) =>
  files
    .filter((file) => patterns.some((pattern) => pattern.test(file)))
    .map((file) => [file, textsOf(join(ROOT, file))] as const);

/** Returns the violations in these files: file, text, and the correct term. */
const wrong = (patterns: RegExp[], terms: Retired[]) =>
  read(patterns).flatMap(([file, texts]) =>
    texts
      .filter((text) => !(text in SPECIFIED))
      .flatMap((text) =>
        terms.filter(([term]) => term.test(text)).map(([, instead]) => ({ file, text, instead })),
      ),
  );

describe('wording', () => {
  it('uses one term per concept in English', () => {
    expect(wrong(ENGLISH, ENGLISH_TERMS)).toEqual([]);
  });

  it('uses one term per concept in Indonesian', () => {
    expect(wrong(INDONESIAN, INDONESIAN_TERMS)).toEqual([]);
  });

  it('check reads every kind of text and finds retired terms', () => {
    for (const pattern of [...ENGLISH, ...INDONESIAN])
      expect([pattern, read([pattern]).flatMap(([, texts]) => texts).length > 0]).toEqual([
        pattern,
        true,
      ]);
    expect(ENGLISH_TERMS.some(([term]) => term.test('Your quota is released.'))).toBe(true);
  });

  it('check has no unused exemption', () => {
    const all = new Set(read(ENGLISH).flatMap(([, texts]) => texts));
    expect(Object.keys(SPECIFIED).filter((text) => !all.has(text))).toEqual([]);
  });
});
