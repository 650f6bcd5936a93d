import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import type { Notice } from './notice.js';
import { noticeMail, type NoticeReader } from './notice-mail.js';
import { noticeText, toHtml } from './notice-texts.js';
import { MAX_MESSAGE_LENGTH } from './telegram-html.js';

const URL = 'https://casement.example';
const install = (content: Notice['content']) => ({
  kind: 'install_finished' as const,
  content: { ip: '203.0.113.5', installId: '01a1', ...content },
});
const progressOf = (status: string) => ({
  kind: 'install_progress' as const,
  content: { ip: '203.0.113.5', installId: '01a1', status },
});
const topup = (reference: string) => ({
  kind: 'topup_paid' as const,
  content: { reference, quantity: 5, finalAmount: 225_000 },
});
const reader = (more: Partial<NoticeReader> = {}): NoticeReader => ({
  username: 'ann',
  isLinked: false,
  language: 'en',
  publicUrl: URL,
  ...more,
});
const html = (notice: Notice) => toHtml(noticeText(notice, URL));

describe(noticeText.name, () => {
  it('§1 states that Windows is ready and how to connect, without the password', () => {
    const text = html(install({ status: 'completed', passwd_rdp: 'Secret-1' }));
    expect(text).toContain('Windows is ready on 203.0.113.5');
    expect(text).toContain('Connect: https://casement.example/dashboard?open=install:01a1');
    expect(text).not.toContain('Secret-1');
  });

  it('links to the desktop in the browser below Connect if the install offers it', () => {
    const notice = install({ status: 'completed', desktop: 1 });
    const link = `${URL}/dashboard?open=desktop:01a1`;
    expect(html(notice).split('\n\n').at(-1)).toBe(`Open in browser: ${link}`);
    const mail = noticeMail(noticeText(notice, URL), reader({ isLinked: true }));
    expect(mail.text).toContain(`\n\nOpen in browser: ${link}\n\n`);
    expect(mail.html).toContain(`<a href="${link}">Open in browser</a>`);
    expect(html(install({ status: 'completed' }))).not.toContain('Open in browser');
  });

  it('names the machine before its address', () => {
    const named = { status: 'completed', label: '<web-1>' };
    expect(html(install(named))).toContain('Windows is ready on &lt;web-1&gt; (203.0.113.5)');
    expect(html({ ...progressOf('running'), content: { ip: '203.0.113.5', ...named } })).toContain(
      '&lt;web-1&gt; (203.0.113.5)',
    );
  });

  it.each([
    ['en', 'Linux is ready on', 'Linux is being installed on', 'Verifying SSH'],
    ['id', 'Linux siap di', 'Linux sedang diinstal di', 'Memverifikasi SSH'],
  ] as const)('names Linux for a return to Linux in %s', (language, ready, progress, phase) => {
    const text = (notice: Notice) => toHtml(noticeText(notice, URL, language));
    const running = progressOf('running');
    const finished = text(install({ status: 'completed', linux: 1 }));
    const underWay = text({ ...running, content: { ...running.content, linux: 1 } });
    expect(finished).toContain(ready);
    expect(underWay).toContain(progress);
    expect(underWay).toContain(phase);
    expect(finished + underWay).not.toContain('Windows');
    const mail = noticeMail(
      noticeText(install({ status: 'completed', linux: 1 }), URL, language),
      reader({ language }),
    );
    expect(mail.subject).toContain(ready);
  });

  it('mentions no returned quota after a failed install that was free', () => {
    expect(html(install({ status: 'failed', linux: 1, free: 1 }))).not.toContain('quota');
  });

  it('§1 states what failed, what to do, and that the quota is returned', () => {
    const text = html(
      install({
        status: 'failed',
        failureMessage: 'The VPS did not accept the root password.',
        failureCure: 'Check the root password with your provider, then try again.',
      }),
    );
    expect(text).toContain('The VPS did not accept the root password.');
    expect(text).toContain('<b>What to do:</b> Check the root password');
    expect(text).toContain('Your quota was returned');
    expect(text).toContain('01a1');
  });

  it.each(['failed', 'manual_review'])(
    'links to the help on the failure of an install with status %s',
    (status) => {
      const notice = install({ status, failureCode: 'SSH_LOST', failureMessage: 'Lost.' });
      const link = `${URL}/dashboard?open=help:SSH_LOST`;
      expect(html(notice).split('\n\n').at(-1)).toBe(`More help: ${link}`);
      const mail = noticeMail(noticeText(notice, URL, 'id'), reader({ language: 'id' }));
      expect(mail.html).toContain(`<a href="${link}">Bantuan lebih lanjut</a>`);
    },
  );

  it('§4 suggests no remedy during manual review', () => {
    const text = html(
      install({ status: 'manual_review', failureMessage: 'Windows isn’t responding.' }),
    );
    expect(text).toContain('Our team is checking');
    expect(text).not.toContain('What to do');
  });

  it.each([
    ['en', 'Your payment expires at 18:41 WIB', 'Total: Rp 154.500', 'Pay now'],
    ['id', 'Pembayaran Anda kedaluwarsa pukul 18:41 WIB', 'Biaya: Rp 4.500', 'Bayar sekarang'],
  ] as const)('reminds of an unpaid top-up in %s', (language, title, sum, link) => {
    const text = noticeText(
      {
        kind: 'topup_expiring',
        content: {
          reference: 'T1',
          quantity: 3,
          finalAmount: 150_000,
          payableAmount: 154_500,
          expiredTime: Date.parse('2026-11-21T11:41:30Z') / 1000,
        },
      },
      URL,
      language,
    );
    expect(text.title).toBe(title);
    expect(toHtml(text)).toContain(sum);
    expect(text.link).toEqual({ label: link, url: `${URL}/dashboard?open=topup:T1` });
  });

  it.each([
    ['en', 'Rp 154.500 refunded', 'Quota taken back: 3', 'View credit note'],
    ['id', 'Rp 154.500 dikembalikan', 'Kuota yang ditarik kembali: 3', 'Lihat nota kredit'],
  ] as const)('reports a refund with its credit note in %s', (language, title, line, link) => {
    const text = noticeText(
      {
        kind: 'topup_refunded',
        content: {
          reference: 'T1',
          quantity: 3,
          amount: 154_500,
          creditNoteNumber: 'CN-2026-000001',
        },
      },
      URL,
      language,
    );
    expect(text.title).toBe(title);
    expect(toHtml(text)).toContain(line);
    expect(text.secondaryLink).toEqual({
      label: link,
      url: `${URL}/dashboard?open=receipt:CN-2026-000001`,
    });
  });

  it('§1 shows the phases of an install', () => {
    const progress = (status: string) =>
      html({ kind: 'install_progress', content: { ip: '203.0.113.5', status } });
    expect(progress('preparing')).toContain('→ Connecting to your VPS');
    expect(progress('running')).toContain('→ Writing Windows');
    expect(progress('running')).toContain('Please don’t restart the VPS');
  });

  it.each<[string, Notice, string]>([
    ['a running install', progressOf('running'), 'Follow live: …?open=install:01a1'],
    ['a failed install', install({ status: 'failed' }), 'View install: …?open=install:01a1'],
    [
      'an install in manual review',
      install({ status: 'manual_review' }),
      'View install: …?open=install:01a1',
    ],
    ['a top-up', topup('T 1'), 'View top-up: …?open=topup:T%201'],
    ['little quota', { kind: 'quota_low', content: { quota: 1 } }, 'Top up: …'],
  ])('links to the subject, %s, in the chat and in the email', (_, notice, line) => {
    const [, label, query = ''] = /^(.*): …(.*)$/.exec(line) ?? [];
    const url = `${URL}/dashboard${query}`;
    expect(html(notice).split('\n\n').at(-1)).toBe(`${label}: ${url}`);
    const mail = noticeMail(noticeText(notice, URL), reader());
    expect(mail.text).toContain(`\n\n${label}: ${url}\n\n`);
    expect(mail.html).toContain(`<a class="button" href="${url}">${label}</a>`);
  });

  it('names the receipt of a top-up, and links to it', () => {
    const notice = paid({ payableAmount: 227_325, receiptNumber: 'RCP-2026-000042' });
    const url = `${URL}/dashboard?open=receipt:RCP-2026-000042`;
    const { text } = noticeMail(noticeText(notice, URL), reader());
    expect(text).toContain('Receipt number: RCP-2026-000042\nReference: T1\n');
    expect(text).toContain(`View receipt: ${url}`);
    expect(html(notice)).toContain(`View receipt: ${url}`);
  });

  it('reads as a receipt in the email', () => {
    const { text, html } = noticeMail(noticeText(paid({ payableAmount: 227_325 }), URL), reader());
    expect(text.split('\n\n')).toEqual([
      'Hi ann,',
      'Top-up paid: 5 quota added.',
      'Thank you for your payment. This is your receipt.',
      expect.stringMatching(
        /^Reference: T1\nPaid on: .*\nQuota: 5\n.*\n.*\nTotal paid: Rp 227.325$/,
      ),
      'View top-up: https://casement.example/dashboard?open=topup:T1',
      'You’re getting this email because email is turned on for this kind of notification. Prefer Telegram? Connect it in Settings.\nNotification settings: https://casement.example/dashboard?notifications=1',
    ]);
    expect(html).toContain(
      '<tr class="total"><th scope="row">Total paid</th><td>Rp 227.325</td></tr>',
    );
  });

  it.each<[string, Notice]>([
    ['a finished install', install({ status: 'completed' })],
    ['a failed install', install({ status: 'failed' })],
    ['an install in review', install({ status: 'manual_review' })],
    ['a top-up', topup('T1')],
    ['little quota', { kind: 'quota_low', content: { quota: 1 } }],
    [
      'a paused webhook',
      { kind: 'webhook_paused', content: { host: 'a.example', reason: 'gone' } },
    ],
  ])('does not repeat the heading in the email about %s', (_, notice) => {
    const mail = noticeMail(noticeText(notice, URL), reader()).html;
    const [, title = '', body = ''] = /<h1>(.*?)<\/h1>([^]*)/.exec(mail) ?? [];
    expect(title).not.toBe('');
    expect(body).not.toContain(title);
  });

  it('invites only users without a linked account to connect Telegram', () => {
    const text = noticeText(topup('T1'), URL);
    const invitation = 'Prefer Telegram? Connect it in Settings.';
    expect(noticeMail(text, reader()).html).toContain(invitation);
    expect(noticeMail(text, reader({ isLinked: true })).html).not.toContain(invitation);
  });

  it('has the same text in Indonesian', () => {
    const content = { status: 'failed', ip: '203.0.113.5', failureCure: 'Use a larger plan.' };
    const { title, paragraphs } = noticeText({ kind: 'install_finished', content }, URL, 'id');
    expect(title).toBe('Instalasi di 203.0.113.5 gagal');
    expect(paragraphs).toContain('Kuota sudah dikembalikan ke saldo Anda.');
  });

  it('renders an entirely Indonesian email', () => {
    const text = noticeText(topup('T1'), URL, 'id');
    const [linked, unlinked] = [true, false].map((isLinked) =>
      noticeMail(text, reader({ isLinked, language: 'id' })),
    ) as [MailContent, MailContent];
    expect(linked.subject).toBe('Isi ulang dibayar: 5 kuota ditambahkan');
    expect(linked.html).toContain('<html lang="id">');
    for (const form of [linked.text, linked.html]) {
      expect(form).toContain('Anda menerima email ini karena notifikasi ini');
    }
    for (const form of [unlinked.text, unlinked.html]) {
      expect(form).toContain('Lebih suka Telegram? Hubungkan di Pengaturan.');
    }
  });

  it('explains a failure in Indonesian by its code', () => {
    const failed = (failureCode?: string) =>
      noticeText(
        install({
          status: 'failed',
          ...(failureCode && { failureCode }),
          failureMessage: 'The VPS did not respond on port 22.',
          failureCure:
            'Check the IP address, and make sure that the VPS is running and no firewall blocks SSH.',
        }),
        URL,
        'id',
      ).paragraphs;
    expect(failed('SSH_TIMEOUT')).toEqual(
      expect.arrayContaining([
        'VPS tidak merespons di port 22.',
        '<b>Yang perlu dilakukan:</b> Periksa alamat IP, lalu pastikan VPS menyala dan tidak ada firewall yang memblokir SSH.',
      ]),
    );
    // Notices recorded by version 0.1.0 have no code, newer ones may have an unknown one.
    for (const paragraphs of [failed(), failed('NEW_ONE')]) {
      expect(paragraphs).toContain('The VPS did not respond on port 22.');
    }
  });

  const paid = (more: Notice['content'] = {}) => ({
    kind: 'topup_paid' as const,
    content: { reference: 'T1', quantity: 5, finalAmount: 225_000, ...more },
    occurredAt: new Date('2026-11-21T07:02:00Z'),
  });

  it.each<[string, Notice['content'], string]>([
    [
      'with its fee',
      { payableAmount: 227_325 },
      'Amount (ex fee): Rp 225.000\nFee: Rp 2.325\nTotal paid: Rp 227.325',
    ],
    [
      'without a fee',
      { payableAmount: 225_000 },
      'Amount (ex fee): Rp 225.000\nFee: No fee\nTotal paid: Rp 225.000',
    ],
    [
      'paid by USDT transfer',
      { payableUsdt: '13.700123' },
      'Amount (ex fee): Rp 225.000\nFee: No fee\nTotal paid: 13.700123 USDT',
    ],
    ['sent by version 0.1.0', {}, 'Amount (ex fee): Rp 225.000'],
  ])('§9 shows the total paid in whole rupiah (%s)', (_, more, sums) => {
    expect(html(paid(more)).split('\n\n').slice(0, -1)).toEqual([
      '<b>Top-up paid: 5 quota added.</b>',
      'Thank you for your payment. This is your receipt.',
      `Reference: T1\nPaid on: 21 November 2026 at 14:02 (Asia/Jakarta)\nQuota: 5\n${sums}`,
    ]);
  });

  it('§9 shows the total paid in Indonesian', () => {
    expect(toHtml(noticeText(paid({ payableAmount: 227_325 }), URL, 'id'))).toContain(
      'Jumlah (tanpa biaya): Rp 225.000\nBiaya: Rp 2.325\nTotal dibayar: Rp 227.325',
    );
  });

  it('escapes and truncates external text', () => {
    const text = html(
      install({
        status: 'failed',
        failureMessage: '<'.repeat(10_000),
        failureCure: '&'.repeat(10_000),
      }),
    );
    const shown = text.replace(/<\/?b>/g, '').replace(/&\w+;/g, 'x');
    expect(shown.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    expect(text.replace(/<\/?b>/g, '')).not.toMatch(/[<>]/);
  });
});
