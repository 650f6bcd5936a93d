/** Security texts without a code, keyed by the English text: recoveries, and blocks without a reason. */
export const securityPhrases: Record<string, string> = {
  'The block was lifted.': 'Blokir dicabut.',
  'It was not blocked.': 'Tidak diblokir.',
  'The attempt counters and earlier offences were reset.':
    'Percobaan dan pelanggaran sebelumnya diatur ulang.',
  '1 alert was cleared.': '1 peringatan dibersihkan.',
  '{count} alerts were cleared.': '{count} peringatan dibersihkan.',
  'No rule blocks it for {minutes} minutes.': 'Tidak akan diblokir aturan selama {minutes} menit.',
  'The block had expired.': 'Blokirnya sudah berakhir.',
  'Cancelled by an administrator.': 'Dibatalkan oleh administrator.',
  'It could not be applied everywhere because messaging or the database did not respond.':
    'Tidak dapat diterapkan di semua tempat: messaging atau basis data tidak merespons.',
  'The messaging system is not reachable.': 'Sistem messaging tidak dapat dihubungi.',
  'Some services did not have the latest blocks.':
    'Sebagian layanan belum memiliki daftar blokir terbaru.',
  'Blocked by an administrator': 'Diblokir oleh administrator',
};
