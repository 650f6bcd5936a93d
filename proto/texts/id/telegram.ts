import type { TelegramTexts } from '../en/telegram.js';
import { PRODUCT } from '../product-name.js';

/** Page and button names match the Indonesian pages. */
export const id: TelegramTexts = {
  menu: {
    status: 'Instalasi Anda',
    quota: 'Jumlah kuota Anda',
    history: 'Notifikasi terbaru',
    topup: 'Beli kuota',
    notifications: 'Aktifkan atau nonaktifkan notifikasi',
    disconnect: 'Putuskan obrolan ini',
    language: 'Ganti bahasa',
    help: 'Apa yang bisa dilakukan bot ini',
  },

  buttons: {
    quota: 'Kuota',
    installs: 'Instalasi',
    help: 'Bantuan',
    stop: 'Hentikan notifikasi',
  },

  help: (commands) => `Saya mengirim notifikasi ${PRODUCT} Anda.\n\n${commands}`,
  notUnderstood: 'Maaf, saya tidak mengenal perintah itu.',
  howToLink: (dashboardUrl) =>
    `Obrolan ini belum terhubung ke akun ${PRODUCT}.\n\nBuka Pengaturan → Telegram di ${PRODUCT} lalu tekan Hubungkan Telegram: ${dashboardUrl}`,
  notAvailable: 'Saat ini tidak tersedia. Silakan coba lagi dalam satu menit.',

  linking: {
    unknown: `Tautan ini tidak valid. Silakan buka Pengaturan → Telegram di ${PRODUCT} lalu hubungkan lagi.`,
    used: `Tautan ini sudah pernah dipakai. Untuk menghubungkan lagi, buka Pengaturan → Telegram di ${PRODUCT}.`,
    expired: `Tautan ini sudah kedaluwarsa. Silakan buka Pengaturan → Telegram di ${PRODUCT} lalu hubungkan lagi.`,
    connected: '<b>Terhubung.</b>',
    connectedAgain: '<b>Akun Telegram ini sudah terhubung.</b>',
    account: (username) => `Obrolan ini terhubung ke akun ${PRODUCT} <b>${username}</b>.`,
    someAccount: `Obrolan ini terhubung ke akun ${PRODUCT} Anda.`,
    notificationsOn: 'Notifikasi aktif.',
    movedHere: `Sebelumnya obrolan ini terhubung ke akun ${PRODUCT} lain. Akun itu tidak lagi menerima notifikasi di sini.`,
    movedAccount: `Sebelumnya akun ${PRODUCT} Anda terhubung ke akun Telegram lain. Akun itu tidak lagi menerima notifikasi.`,
    whatNext: 'Kirim /help untuk melihat apa yang bisa saya lakukan.',
    backup: (link) =>
      `Jika bot ini tidak bisa menghubungi Anda, bot cadangan kami yang akan mengirim pesan. Buka ${link} dan tekan Start satu kali.`,
    disconnected: `Obrolan ini tidak lagi terhubung ke ${PRODUCT}, jadi Anda tidak akan menerima notifikasi di sini. Untuk menghubungkan lagi, buka Pengaturan → Telegram di ${PRODUCT}.`,
    linkedElsewhere: `Akun ${PRODUCT} Anda kini terhubung ke akun Telegram lain. Obrolan ini tidak akan menerima notifikasi lagi. Jika ini bukan Anda, ganti kata sandi ${PRODUCT} Anda dan hubungkan lagi di Pengaturan → Telegram.`,
  },

  quota: (quota) => `Anda memiliki <b>${quota}</b> kuota. Setiap instalasi memakai 1 kuota.`,
  installs: (n) =>
    `Instalasi: <b>${n.total}</b>\nSedang berjalan: ${n.active}\nSelesai: ${n.completed}\nGagal: ${n.failed}`,
  noHistory: 'Belum ada notifikasi.',
  history: (lines, timeZone) => `<b>Notifikasi terbaru</b> (${timeZone})\n\n${lines}`,
  topup: (dashboardUrl) => `Isi ulang kuota Anda di ${PRODUCT}: ${dashboardUrl}`,
  notificationsAreOn: 'Notifikasi <b>aktif</b>. Untuk menonaktifkannya: /notifications off',
  notificationsAreOff: 'Notifikasi <b>nonaktif</b>. Untuk mengaktifkannya: /notifications on',
  reallyDisconnect:
    'Putuskan obrolan ini? Anda tidak akan menerima notifikasi lagi di sini, dan pengaturannya direset. Untuk mengonfirmasi, kirim /disconnect yes',
  disconnected: `Terputus. Untuk menghubungkan lagi, buka Pengaturan → Telegram di ${PRODUCT}.`,
  language: 'Bahasa: Indonesia.',
  otherLanguages: (commands) => `Untuk menggantinya: ${commands}`,

  mail: {
    hello: (username) => `Halo ${username},`,
    reason: 'Anda menerima email ini karena notifikasi ini diatur untuk dikirim lewat email.',
    settings: 'Pengaturan notifikasi',
    connect: 'Lebih suka Telegram? Hubungkan di Pengaturan.',
  },
  test: {
    title: `Pesan uji dari ${PRODUCT}`,
    reached: 'Jika Anda dapat membaca ini, notifikasi Anda berfungsi.',
  },

  notices: {
    topup: {
      title: (quantity) => `Isi ulang dibayar: ${quantity} kuota ditambahkan`,
      lead: 'Terima kasih atas pembayaran Anda. Ini bukti pembayaran Anda.',
      receipt: {
        number: 'Nomor kuitansi',
        reference: 'Referensi',
        paidOn: 'Dibayar pada',
        quota: 'Kuota',
        amount: 'Jumlah (tanpa biaya)',
        fee: 'Biaya',
        noFee: 'Tanpa biaya',
        total: 'Total dibayar',
      },
      link: 'Lihat isi ulang',
      receiptLink: 'Lihat kuitansi',
    },
    topupExpiring: {
      total: 'Total',
      title: (time) => `Pembayaran Anda kedaluwarsa pukul ${time}`,
      lead: (quantity, time) =>
        `<b>Isi ulang ${quantity} kuota Anda menunggu pembayaran.</b> Kedaluwarsa pukul ${time}.`,
      link: 'Bayar sekarang',
    },
    topupRefunded: {
      title: (sum) => `${sum} dikembalikan`,
      lead: 'Pembayaran Anda dikembalikan. Dana bisa memerlukan beberapa hari untuk sampai.',
      number: 'Nomor nota kredit',
      quota: 'Kuota yang ditarik kembali',
      total: 'Total dikembalikan',
      creditNoteLink: 'Lihat nota kredit',
    },
    quotaLow: {
      title: 'Kuota Anda hampir habis',
      lead: (quota) => `Kuota Anda tersisa ${quota}.`,
      cure: 'Isi ulang sebelum instalasi berikutnya.',
      link: 'Isi ulang',
    },
    webhookPaused: {
      title: (host) => `Webhook Anda ke ${host} dijeda`,
      failing: 'Semua pengiriman gagal selama 24 jam.',
      gone: 'Endpoint membalas 410 Gone, artinya kami diminta berhenti.',
      cure: 'Perbaiki endpoint, lalu lanjutkan webhook di Pengaturan. Event disimpan selama 24 jam; yang lebih lama dapat dikirim ulang dari halaman yang sama.',
      link: 'Buka dasbor',
    },
    progress: {
      title: (ip, system) => `${system} sedang diinstal di ${ip}`,
      installed: (ip, system) => `${system} telah diinstal di ${ip}`,
      ended: (ip) => `Instalasi di ${ip} telah berakhir`,
      phases: (system) => ({
        connecting: 'Menghubungi VPS Anda',
        checking: 'Memeriksa VPS Anda',
        preparing: 'Menyiapkan VPS Anda',
        rebooting: 'Memulai ulang ke penginstal',
        writing: `Menulis ${system}`,
        configuring: `Mengatur ${system}`,
        starting: `Memulai ${system}`,
        verifying: `Memverifikasi ${system === 'Linux' ? 'SSH' : 'remote desktop'}`,
      }),
      beforeCommit: (system) => `Kami akan mengabari Anda saat ${system} siap.`,
      afterCommit: (system) =>
        `${system} sedang ditulis. Mohon jangan memulai ulang VPS; kami akan mengabari Anda saat ${system} siap.`,
      seeBelow: 'Lihat pesan berikutnya.',
      follow: 'Pantau langsung',
    },
    linux: {
      title: (ip) => `Linux siap di ${ip}`,
      connect: 'Masuk sebagai root lewat SSH. Perintah dan kunci host ada di instalasi Anda.',
      link: 'Lihat instalasi',
    },
    completed: {
      title: (ip) => `Windows siap di ${ip}`,
      connect: 'Hubungkan lewat remote desktop sebagai Administrator dengan kata sandi RDP Anda.',
      link: 'Hubungkan',
      openDesktop: 'Buka di browser',
    },
    review: {
      title: (ip) => `Tim kami sedang memeriksa instalasi di ${ip}`,
      cure: 'Anda tidak perlu melakukan apa pun, dan kuota Anda tidak hilang. Untuk menghubungi dukungan, buka Riwayat Instalasi lalu pilih Laporkan.',
    },
    failed: {
      title: (ip) => `Instalasi di ${ip} gagal`,
      cure: (cure) => `<b>Yang perlu dilakukan:</b> ${cure}`,
      quota: 'Kuota sudah dikembalikan ke saldo Anda.',
    },
    seeInstall: 'Lihat instalasi',
    moreHelp: 'Bantuan lebih lanjut',
    installId: (installId) => `ID instalasi ${installId}`,
  },
};
