/** Security texts without a code, keyed by the English text: recoveries, and blocks without a reason. */
export const securityPhrases: Record<string, string> = {
  'The block was lifted.': 'Blokir dicabut.',
  'It was not blocked.': 'Tidak diblokir.',
  'Its attempts and earlier offences were reset.':
    'Percobaan dan pelanggaran sebelumnya disetel ulang.',
  '1 alert was cleared.': '1 peringatan dibersihkan.',
  '{count} alerts were cleared.': '{count} peringatan dibersihkan.',
  'No rule blocks it for {minutes} minutes.':
    'Tidak diblokir aturan mana pun selama {minutes} menit.',
  'Its block had expired.': 'Blokirnya sudah berakhir.',
  'Cancelled by an administrator.': 'Dibatalkan oleh administrator.',
  'It could not be applied everywhere: messaging or the database did not answer.':
    'Tidak dapat diterapkan di semua tempat: messaging atau basis data tidak menjawab.',
  'The messaging is not reachable.': 'Messaging tidak dapat dihubungi.',
  'The enforcement points did not have the decisions.':
    'Titik penegakan belum memiliki keputusannya.',
  'Blocked by an administrator': 'Diblokir oleh administrator',
};
