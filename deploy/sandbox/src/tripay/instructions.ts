interface Bill {
  method: string;
  paymentName: string;
  payCode: string | number | null;
  qr: boolean;
}

/** Instructions in the provider's format: one list of steps per app or counter, in Indonesian and with HTML. */
export function instructionsFor({ method, paymentName, payCode, qr }: Bill) {
  const code = `<b>${payCode}</b>`;
  if (qr) {
    return [
      {
        title: 'Pembayaran via QRIS',
        steps: [
          'Masuk ke aplikasi dompet digital atau bank Anda yang mendukung QRIS',
          'Pindai / unggah gambar QR, lalu periksa detail transaksi',
          'Konfirmasi pembayaran &amp; simpan bukti transaksi',
        ],
      },
    ];
  }
  if (payCode === null) {
    return [
      { title: paymentName, steps: ['Klik tombol <b>Bayar</b> pada halaman pembayaran sandbox'] },
    ];
  }
  if (method.endsWith('VA')) {
    const bank = paymentName.replace(' Virtual Account', '');
    return [
      {
        title: 'Internet Banking',
        steps: [
          `Masuk ke internet banking ${bank}`,
          'Pilih menu <b>Transfer</b>, lalu <b>Virtual Account</b>',
          `Masukkan nomor virtual account (${code}), lalu klik <b>Lanjut</b>`,
          'Periksa detail transaksi<br/>dan masukkan kode otorisasi',
          'Transaksi selesai. Simpan bukti bayar Anda',
        ],
      },
      {
        title: `Aplikasi ${bank} Mobile`,
        steps: [
          'Buka aplikasi dan pilih menu <b>Virtual Account</b>',
          `Masukkan nomor virtual account ${code}`,
          'Periksa detail transaksi, lalu masukkan PIN Anda',
        ],
      },
      {
        title: `ATM ${bank}`,
        steps: [
          'Pilih menu <b>Transaksi Lain &gt; Transfer &gt; Virtual Account</b>',
          `Masukkan nomor ${code}, lalu tekan <b>Benar</b>`,
          'Periksa detail transaksi dan pilih <b>Ya</b>',
        ],
      },
    ];
  }
  return [
    {
      title: paymentName,
      steps: [
        `Datang ke ${paymentName} terdekat`,
        'Sampaikan ke kasir ingin membayar tagihan <b>Sandbox</b>',
        `Berikan kode bayar (${code}) dan bayar sesuai nominal`,
        'Terima struk sebagai bukti pembayaran',
      ],
    },
  ];
}
