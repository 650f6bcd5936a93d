interface StoredData {
  /** First table of the row in docs/compliance/growth.md. */
  table: string;
  /** Column "retention" of that row; docs/compliance/growth.spec.ts compares them. */
  retention: string;
  retentionId: string;
  en: string;
  id: string;
}

/** Personal data and its retention, for the template of the privacy policy. */
export const STORED_DATA: readonly StoredData[] = [
  {
    table: 'auth.user_account',
    en: 'Account: username, email address, name, picture address, language, password (hashed)',
    id: 'Akun: nama pengguna, email, nama, alamat gambar profil, bahasa, kata sandi (di-hash)',
    retention: 'until the account is deleted',
    retentionId: 'sampai akun dihapus',
  },
  {
    table: 'auth.terms_acceptance',
    en: 'Accepted versions of the terms, with the time',
    id: 'Versi ketentuan yang disetujui beserta waktunya',
    retention: 'until the account is deleted',
    retentionId: 'sampai akun dihapus',
  },
  {
    table: 'auth.session',
    en: 'Sign-ins: time, IP address, browser and operating system',
    id: 'Login: waktu, alamat IP, browser, dan sistem operasi',
    retention: '60 days after expiry; the newest is kept',
    retentionId: '60 hari setelah kedaluwarsa; yang terbaru tetap disimpan',
  },
  {
    table: 'auth.api_key',
    en: 'API keys (hashed) and the networks from which they were used',
    id: 'API key (di-hash) dan jaringan asal pemakaiannya',
    retention: 'a day after revocation',
    retentionId: 'sehari setelah dicabut',
  },
  {
    table: 'auth.device_login',
    en: 'Sign-ins of the command line',
    id: 'Login dari command line',
    retention: '10 minutes',
    retentionId: '10 menit',
  },
  {
    table: 'auth.email_verification',
    en: 'Verification codes, password links and authenticator apps',
    id: 'Kode verifikasi, tautan kata sandi, dan aplikasi autentikator',
    retention: 'a day after expiry, or kept while in force',
    retentionId: 'sehari setelah kedaluwarsa, atau selama masih berlaku',
  },
  {
    table: 'auth.passkey',
    en: 'Passkeys (public keys)',
    id: 'Passkey (kunci publik)',
    retention: 'until removed',
    retentionId: 'sampai dihapus',
  },
  {
    table: 'auth.email_reservation',
    en: 'Former email address after a change',
    id: 'Email lama setelah diganti',
    retention: '72 hours',
    retentionId: '72 jam',
  },
  {
    table: 'auth.outgoing_mail',
    en: 'Emails that we sent (encrypted)',
    id: 'Email yang kami kirim (terenkripsi)',
    retention: '30 days',
    retentionId: '30 hari',
  },
  {
    table: 'billing.topup',
    en: 'Top-ups: amount, payment method, references of the payment provider',
    id: 'Isi ulang: jumlah, metode pembayaran, referensi penyedia pembayaran',
    retention: 'kept: orders are numbered without gaps and part of the books',
    retentionId: 'tetap disimpan: pesanan bernomor urut dan bagian dari pembukuan',
  },
  {
    table: 'billing.refund',
    en: 'Refunds: amount, reason and reference of the transfer',
    id: 'Pengembalian dana: jumlah, alasan, dan referensi transfer',
    retention: 'kept: one per order, part of the books',
    retentionId: 'tetap disimpan: satu per pesanan, bagian dari pembukuan',
  },
  {
    table: 'billing.receipt',
    en: 'Receipts: number, date and amounts, with the buyer’s details that you entered',
    id: 'Kuitansi: nomor, tanggal, dan jumlah, beserta data pembeli yang Anda isi',
    retention: 'kept: the books; the buyer is erased with the account',
    retentionId: 'tetap disimpan: pembukuan; data pembeli dihapus bersama akun',
  },
  {
    table: 'billing.receipt_buyer',
    en: 'Receipt details: name, address and tax number',
    id: 'Data kuitansi: nama, alamat, dan nomor pajak',
    retention: 'until the account is deleted',
    retentionId: 'sampai akun dihapus',
  },
  {
    table: 'billing.balance',
    en: 'Quota bought and used',
    id: 'Kuota yang dibeli dan dipakai',
    retention: 'kept: the books',
    retentionId: 'tetap disimpan: pembukuan',
  },
  {
    table: 'billing.gateway_callback',
    en: 'Messages of the payment provider about your payments',
    id: 'Pesan penyedia pembayaran tentang pembayaran Anda',
    retention: 'kept: proof of payment',
    retentionId: 'tetap disimpan: bukti pembayaran',
  },
  {
    table: 'install.install',
    en: 'Installations: IP address of the VPS, name, Windows version, result. Passwords, licence keys and scripts are encrypted and deleted at the end',
    id: 'Instalasi: alamat IP VPS, nama, versi Windows, hasil. Kata sandi, kunci lisensi, dan skrip terenkripsi dan dihapus di akhir',
    retention: "kept: the customer's history",
    retentionId: 'tetap disimpan: riwayat pelanggan',
  },
  {
    table: 'install.install_step',
    en: 'Log of each installation',
    id: 'Log tiap instalasi',
    retention: '730 days',
    retentionId: '730 hari',
  },
  {
    table: 'install.install_recovery',
    en: 'Technical logs of a Windows that did not start',
    id: 'Log teknis Windows yang tidak dapat dimulai',
    retention: 'as the install',
    retentionId: 'selama instalasi disimpan',
  },
  {
    table: 'install.password_reset',
    en: 'Last reset of a Windows password: time and result. The password is encrypted and deleted at the end',
    id: 'Pengaturan ulang terakhir kata sandi Windows: waktu dan hasil. Kata sandinya terenkripsi dan dihapus di akhir',
    retention: 'as the install',
    retentionId: 'selama instalasi disimpan',
  },
  {
    table: 'install.install_batch',
    en: 'Batches of machines and their Windows settings. Secrets are encrypted and deleted at the latest 24 hours after the last retry',
    id: 'Batch mesin dan pengaturan Windows-nya. Data rahasia terenkripsi dan dihapus paling lambat 24 jam setelah percobaan terakhir',
    retention: '30 days after the end',
    retentionId: '30 hari setelah selesai',
  },
  {
    table: 'install.vps_check',
    en: 'Checks of a VPS before the installation',
    id: 'Pengecekan VPS sebelum instalasi',
    retention: '24 hours',
    retentionId: '24 jam',
  },
  {
    table: 'install.desktop_session',
    en: 'Desktops opened in the browser: time, IP address, amount of data',
    id: 'Desktop yang dibuka di browser: waktu, alamat IP, jumlah data',
    retention: 'a minute if unused, otherwise 90 days',
    retentionId: 'satu menit jika tidak dipakai, selain itu 90 hari',
  },
  {
    table: 'install.script',
    en: 'Saved first-start scripts (encrypted), with name and description',
    id: 'Skrip awal yang disimpan (terenkripsi), beserta nama dan keterangannya',
    retention: 'until deleted',
    retentionId: 'sampai dihapus',
  },
  {
    table: 'install.webhook_endpoint',
    en: 'Webhooks: address and events',
    id: 'Webhook: alamat dan event',
    retention: 'until deleted; listeners end with their stream',
    retentionId: 'sampai dihapus; pendengar berakhir bersama koneksinya',
  },
  {
    table: 'telegram.notice',
    en: 'Notifications sent by Telegram or email',
    id: 'Notifikasi lewat Telegram atau email',
    retention: '180 days; answers of the bot a day',
    retentionId: '180 hari; jawaban bot sehari',
  },
  {
    table: 'telegram.telegram_update',
    en: 'Messages to the Telegram bot',
    id: 'Pesan ke bot Telegram',
    retention: '30 days',
    retentionId: '30 hari',
  },
  {
    table: 'telegram.telegram_chat',
    en: 'Telegram account: ID, name and language',
    id: 'Akun Telegram: ID, nama, dan bahasa',
    retention: 'kept; a link until it is removed',
    retentionId: 'tetap disimpan; hubungan akun sampai diputuskan',
  },
  {
    table: 'telegram.notice_setting',
    en: 'Notification settings',
    id: 'Pengaturan notifikasi',
    retention: 'until the account is deleted',
    retentionId: 'sampai akun dihapus',
  },
  {
    table: 'security.audit_entry',
    en: 'Audit log: who changed what, when and from which IP address',
    id: 'Log audit: siapa mengubah apa, kapan, dan dari alamat IP mana',
    retention: 'kept',
    retentionId: 'tetap disimpan',
  },
  {
    table: 'security.signal',
    en: 'Failed sign-ins and refused calls, with the IP address',
    id: 'Login yang gagal dan panggilan yang ditolak, beserta alamat IP',
    retention: '90 days',
    retentionId: '90 hari',
  },
  {
    table: 'security.alert',
    en: 'Security alerts, with the IP address',
    id: 'Peringatan keamanan, beserta alamat IP',
    retention: 'until an administrator clears them',
    retentionId: 'sampai dihapus administrator',
  },
  {
    table: 'security.blocked_ip',
    en: 'Blocked IP addresses',
    id: 'Alamat IP yang diblokir',
    retention: 'until an administrator removes them',
    retentionId: 'sampai dihapus administrator',
  },
];

export const storedDataTable = {
  en: table('What we store', 'How long', ({ en, retention }) => [en, retention]),
  id: table('Data', 'Lama penyimpanan', ({ id, retentionId }) => [id, retentionId]),
};

function table(what: string, time: string, cells: (row: StoredData) => [string, string]): string {
  const rows = STORED_DATA.map((row) => `| ${cells(row).join(' | ')} |`);
  return [`| ${what} | ${time} |`, '| --- | --- |', ...rows].join('\n');
}
