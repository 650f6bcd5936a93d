import type { TelegramTexts } from '../en/telegram.js';

/** Page and button names match the Indonesian pages. */
export const id: TelegramTexts = {
  menu: {
    status: 'Instalasi Anda',
    quota: 'Jumlah kuota Anda',
    history: 'Notifikasi terbaru',
    topup: 'Beli kuota',
    notifications: 'Nyalakan atau matikan notifikasi',
    disconnect: 'Putuskan obrolan ini dari Casement',
    language: 'Bahasa bot ini',
    help: 'Apa yang bisa dilakukan bot ini',
  },

  help: (commands) => `Bot ini mengirimkan notifikasi Casement untuk Anda.\n\n${commands}`,
  notUnderstood: 'Saya tidak mengerti pesan itu.',
  howToLink: (dashboardUrl) =>
    `Obrolan ini belum terhubung ke akun Casement.\n\nBuka Pengaturan → Telegram di Casement lalu tekan Hubungkan Telegram: ${dashboardUrl}`,
  notAvailable: 'Saat ini belum tersedia. Silakan coba lagi sebentar lagi.',

  linking: {
    unknown:
      'Tautan ini tidak valid. Silakan buka Pengaturan → Telegram di Casement dan hubungkan kembali.',
    used: 'Tautan ini sudah pernah dipakai. Untuk menghubungkan lagi, buka Pengaturan → Telegram di Casement.',
    expired:
      'Tautan ini sudah kedaluwarsa. Silakan buka Pengaturan → Telegram di Casement dan hubungkan kembali.',
    connected: '<b>Terhubung.</b>',
    connectedAgain: '<b>Akun Telegram ini sudah terhubung sebelumnya.</b>',
    account: (username) => `Obrolan ini terhubung ke akun Casement <b>${username}</b>.`,
    someAccount: 'Obrolan ini terhubung ke akun Casement Anda.',
    notificationsOn: 'Notifikasi menyala.',
    movedHere:
      'Sebelumnya obrolan ini terhubung ke akun Casement lain; akun itu tidak lagi menerima apa pun di sini.',
    movedAccount:
      'Sebelumnya akun Casement Anda terhubung ke akun Telegram lain; akun itu tidak lagi menerima notifikasi.',
    whatNext: '/help menunjukkan apa yang bisa saya lakukan.',
    backup: (link) =>
      `Jika bot ini suatu saat tidak bisa menghubungi Anda, bot kedua kami yang akan melakukannya: buka ${link} dan tekan Start, sekali saja.`,
    disconnected:
      'Obrolan ini tidak lagi terhubung ke Casement, jadi tidak ada lagi notifikasi di sini. Untuk menghubungkannya kembali, buka Pengaturan → Telegram di Casement.',
    linkedElsewhere:
      'Akun Casement Anda kini terhubung ke akun Telegram lain. Obrolan ini tidak lagi menerima notifikasi. Jika itu bukan Anda, ganti kata sandi Casement Anda dan hubungkan kembali di Pengaturan → Telegram.',
  },

  quota: (quota) => `Anda memiliki <b>${quota}</b> kuota. Setiap instalasi memakai 1 kuota.`,
  installs: (n) =>
    `Instalasi: <b>${n.total}</b>\nSedang berjalan: ${n.active}\nSelesai: ${n.completed}\nGagal: ${n.failed}`,
  noHistory: 'Belum ada notifikasi.',
  history: (lines) => `<b>Notifikasi terbaru</b> (Asia/Jakarta)\n\n${lines}`,
  topup: (dashboardUrl) => `Isi ulang kuota Anda di Casement: ${dashboardUrl}`,
  notificationsAreOn: 'Notifikasi <b>menyala</b>. Untuk mematikannya: /notifications off',
  notificationsAreOff: 'Notifikasi <b>mati</b>. Untuk menyalakannya: /notifications on',
  reallyDisconnect:
    'Obrolan ini tidak akan menerima notifikasi lagi, dan pengaturannya dikembalikan ke awal. Untuk melanjutkan, kirim /disconnect yes',
  disconnected: 'Terputus. Untuk menghubungkan lagi, buka Pengaturan → Telegram di Casement.',
  language: 'Saya berbahasa Indonesia.',
  otherLanguages: (commands) => `Pilih: ${commands}`,

  mail: {
    choose: 'Anda dapat memilih di Pengaturan cara menerima notifikasi.',
    connect: 'Lebih suka Telegram? Hubungkan di Pengaturan.',
  },
  test: {
    title: 'Pesan uji dari Casement',
    lead: '<b>Ini pesan uji dari Casement.</b>',
    reached: 'Notifikasi sampai kepada Anda lewat jalur ini.',
  },

  notices: {
    topup: {
      title: 'Isi ulang Anda sudah dibayar',
      lead: (quantity) =>
        `<b>Isi ulang Anda sudah dibayar.</b> ${quantity} kuota telah ditambahkan.`,
      total: (total) => `Total: <b>${total}</b>`,
      amount: (amount) => `Jumlah (belum termasuk biaya): ${amount}`,
      fee: (fee) => `Biaya: ${fee}`,
      noFee: 'Tanpa biaya',
      reference: (reference) => `Referensi ${reference}`,
      link: 'Lihat isi ulang',
    },
    quotaLow: {
      title: 'Kuota Anda hampir habis',
      lead: (quota) => `<b>Kuota Anda hampir habis:</b> tersisa ${quota}.`,
      cure: 'Isi ulang sebelum instalasi berikutnya.',
      link: 'Isi ulang',
    },
    webhookPaused: {
      title: (host) => `Webhook Anda ke ${host} dijeda`,
      failing: 'Webhook ini tidak menerima event apa pun selama 24 jam.',
      gone: 'Penerimanya menjawab 410 Gone, artinya kami diminta berhenti.',
      cure: 'Perbaiki penerimanya, lalu lanjutkan webhook di Pengaturan. Event menunggu selama 24 jam; yang lebih lama dapat dikirim ulang dari halaman yang sama.',
      link: 'Buka dashboard',
    },
    progress: {
      title: (ip) => `Windows sedang diinstal di ${ip}`,
      installed: (ip) => `Windows telah diinstal di ${ip}`,
      ended: (ip) => `Instalasi di ${ip} telah berakhir`,
      phases: {
        connecting: 'Menghubungi VPS Anda',
        checking: 'Memeriksa VPS Anda',
        preparing: 'Menyiapkan VPS Anda',
        rebooting: 'Memulai ulang ke memori',
        writing: 'Menulis Windows',
        configuring: 'Mengatur Windows',
        starting: 'Memulai Windows',
        verifying: 'Memverifikasi remote desktop',
      },
      beforeCommit: 'Anda akan diberi tahu saat Windows siap.',
      afterCommit:
        'Mulai sekarang Linux sudah tidak ada. Jangan memulai ulang VPS; Anda akan diberi tahu saat Windows siap.',
      seeBelow: 'Lihat pesan berikutnya.',
      follow: 'Ikuti langsung',
    },
    completed: {
      title: (ip) => `Windows siap di ${ip}`,
      connect: 'Sambungkan lewat remote desktop sebagai Administrator, dengan kata sandi RDP Anda.',
      link: 'Sambungkan',
    },
    review: {
      title: (ip) => `Tim kami sedang memeriksa instalasi di ${ip}`,
      lead: (ip) => `<b>Tim kami sedang memeriksa instalasi di ${ip}.</b>`,
      cure: 'Anda tidak perlu melakukan apa pun sekarang, dan kuota Anda tidak hilang. Untuk menghubungi dukungan, buka Riwayat Instalasi lalu tekan Laporkan.',
    },
    failed: {
      title: (ip) => `Instalasi di ${ip} gagal`,
      cure: (cure) => `<b>Yang perlu dilakukan:</b> ${cure}`,
      quota: 'Kuota dikembalikan ke saldo Anda.',
    },
    seeInstall: 'Lihat instalasi',
    installId: (installId) => `ID instalasi ${installId}`,
  },
};
