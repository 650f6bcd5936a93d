import type { ServerMessages } from '@/messages/i18n.js';

const TRY_LATER = 'Silakan coba lagi nanti.';
const UNREACHABLE = 'Layanan sedang tidak dapat dihubungi. Silakan coba lagi beberapa saat lagi.';
const NOT_CREDITED = 'Pembayaran ini tidak dikreditkan otomatis, tetapi tidak hilang';
const SUPPORT = 'tim kami akan memeriksanya. Hubungi dukungan dengan TXID ini';

/**
 * Server messages by error `code`. A code with several messages is keyed by the English text, with `{any}` for new
 * ones.
 */
export const serverMessages: Record<string, ServerMessages> = {
  VALIDATION_FAILED: {
    'Quantity must be at least {n}': 'Jumlah minimal {n}',
    'Quantity can be at most {n}': 'Jumlah maksimal {n}',
    'A network cannot be larger than /8 (IPv4) or /16 (IPv6).':
      'Jaringan tidak boleh lebih besar dari /8 (IPv4) atau /16 (IPv6).',
    'A balance can hold at most {n} quota.': 'Saldo maksimal {n} kuota.',
    'The list cannot be continued from this position':
      'Daftar tidak dapat dilanjutkan dari posisi ini',
    'Please enter your password.': 'Masukkan kata sandi Anda.',
    'Please enter the code from your authenticator app.':
      'Masukkan kode dari aplikasi autentikator Anda.',
    'This row’s password is no longer stored. Please enter it again.':
      'Kata sandi untuk baris ini tidak lagi disimpan. Masukkan lagi.',
    'The URL must start with https://.': 'URL harus dimulai dengan https://.',
    'This is already your email address.': 'Ini sudah menjadi alamat email Anda.',
    'This is not the code on the console. {n} more tries are possible.':
      'Ini bukan kode di konsol. Masih ada {n} percobaan.',
    'The request is invalid.': 'Permintaan tidak valid.',
  },
  MALFORMED_BODY: 'Permintaan tidak dapat dibaca. Silakan coba lagi.',
  BODY_TOO_LARGE: 'Permintaan terlalu besar.',
  UNAUTHENTICATED: 'Silakan masuk.',
  TOKEN_EXPIRED: 'Sesi Anda sudah kedaluwarsa. Silakan masuk lagi.',
  SESSION_REVOKED: {
    'This account no longer exists.': 'Akun ini sudah tidak ada.',
    '{any}': 'Sesi Anda sudah berakhir. Silakan masuk lagi.',
  },
  FORBIDDEN: {
    'This request is only for our own pages.': 'Permintaan ini hanya untuk halaman kami sendiri.',
    '{any}': 'Anda tidak diizinkan melakukan ini.',
  },
  IP_BLOCKED: {
    'Your IP address is blocked until {until}. If you think this is a mistake, please write to {email}.':
      'Alamat IP Anda diblokir sampai {until}. Jika menurut Anda ini keliru, kirim email ke {email}.',
    'Your IP address is blocked until {until}. If you think {any}':
      'Alamat IP Anda diblokir sampai {until}. Jika menurut Anda ini keliru, hubungi dukungan kami.',
    'Your IP address is blocked. If you think this is a mistake, please write to {email}.':
      'Alamat IP Anda diblokir. Jika menurut Anda ini keliru, kirim email ke {email}.',
    '{any}': 'Alamat IP Anda diblokir. Jika menurut Anda ini keliru, hubungi dukungan kami.',
  },
  API_KEY_INVALID: 'Kunci API ini tidak dikenal, sudah dicabut, atau sudah kedaluwarsa.',
  API_KEY_NOT_ALLOWED: 'Kunci API ini tidak diizinkan melakukan permintaan ini.',
  API_KEY_NETWORK: 'Kunci API ini tidak boleh dipakai dari alamat ini.',
  TOO_MANY_API_KEYS: {
    'You have reached the limit of {n} API keys. {any}':
      'Anda sudah mencapai batas {n} kunci API. Tidak ada yang dibuat. Cabut kunci yang tidak dipakai lagi.',
    '{any}': 'Jumlah kunci API sudah mencapai batas. Cabut kunci yang tidak dipakai lagi.',
  },
  TOO_MANY_BATCHES:
    'Anda punya terlalu banyak batch yang belum selesai. Tidak ada yang dibuat. Tunggu sampai salah satunya selesai, atau batalkan.',
  BATCH_STATE: {
    'The Windows settings of this machine are no longer stored. Nothing was changed. Send it in a new batch.':
      'Pengaturan Windows mesin ini tidak disimpan lagi. Tidak ada yang diubah. Kirim mesin ini dalam batch baru.',
    '{any}': 'Status batch atau barisnya sudah berubah. Tidak ada yang diubah; muat ulang halaman.',
  },
  USER_CODE_INVALID:
    'Tidak ada terminal yang menunggu dengan kode ini. Mungkin salah ketik, sudah dipakai, atau sudah lebih dari 10 menit.',
  TOO_MANY_WEBHOOKS: {
    'You have reached the limit of {n} webhooks. {any}':
      'Anda sudah mencapai batas {n} webhook. Tidak ada yang dibuat. Hapus webhook yang tidak dipakai lagi.',
    '{any}':
      'Jumlah webhook sudah mencapai batas. Tidak ada yang dibuat. Hapus webhook yang tidak dipakai lagi.',
  },
  WEBHOOK_PAUSED:
    'Webhook ini sedang dijeda, jadi tidak ada yang dikirim. Lanjutkan dulu webhook ini.',
  DELIVERY_WAITING: 'Pengiriman ini masih menunggu dan akan dicoba lagi secara otomatis.',
  NOT_FOUND: {
    'This batch does not exist. Please reload the page.':
      'Batch ini tidak ada. Muat ulang halaman.',
    'This batch has no such row. Please reload the page.':
      'Batch ini tidak punya baris itu. Muat ulang halaman.',
    'This script does not exist or was already deleted.':
      'Skrip ini tidak ada, atau sudah dihapus.',
    'This webhook does not exist or was already deleted.':
      'Webhook ini tidak ada, atau sudah dihapus.',
    'This delivery is no longer available. Deliveries are kept for {n} days.':
      'Pengiriman ini sudah tidak tersedia. Pengiriman disimpan selama {n} hari.',
    'This key does not exist or was already revoked.': 'Kunci ini tidak ada, atau sudah dicabut.',
    'This session does not exist or has already ended.': 'Sesi ini tidak ada, atau sudah berakhir.',
    'This user does not exist or was deleted.': 'Pengguna ini tidak ada, atau sudah dihapus.',
    'User not found': 'Pengguna tidak ditemukan',
    'This payment method does not exist.': 'Metode pembayaran ini tidak ada.',
    'This product is no longer sold. Please reload the page.':
      'Produk ini tidak dijual lagi. Muat ulang halaman ini.',
    'This file does not exist.': 'File ini tidak ada.',
    'This payment is not waiting for a review.': 'Pembayaran ini tidak menunggu peninjauan.',
    'The image of this Windows version has no certification report. Please reload the page.':
      'Image versi Windows ini tidak memiliki laporan sertifikasi. Muat ulang halaman ini.',
    'This version has no image. Please reload the page.':
      'Versi ini tidak memiliki image. Muat ulang halaman ini.',
    'This import no longer exists. Please reload the page.':
      'Impor ini sudah tidak ada. Muat ulang halaman ini.',
    'This install no longer exists. Please reload the page.':
      'Instalasi ini sudah tidak ada. Muat ulang halaman ini.',
    'This Linux version no longer exists. Please reload the page.':
      'Versi Linux ini sudah tidak ada. Silakan muat ulang halaman.',
    'This Windows version no longer exists. Please reload the page.':
      'Versi Windows ini sudah tidak ada. Muat ulang halaman ini.',
    'This desktop is no longer available. Please reload the page.':
      'Desktop ini sudah tidak tersedia. Muat ulang halaman ini.',
    'This check no longer exists. Please check the VPS again.':
      'Pemeriksaan ini sudah tidak ada. Periksa VPS sekali lagi.',
    'This event is no longer in the list.': 'Event ini sudah tidak ada di daftar.',
    'This job is no longer in the list.': 'Pekerjaan ini sudah tidak ada di daftar.',
    'This service does not use that system.': 'Layanan ini tidak memakai sistem itu.',
    'Delivery not found': 'Pengiriman tidak ditemukan',
    'This notification does not exist.': 'Notifikasi ini tidak ada.',
    'This top-up was not found in your account.': 'Isi ulang ini tidak ditemukan di akun Anda.',
    'This rule does not exist.': 'Aturan ini tidak ada.',
    'This IP address is not blocked.': 'Alamat IP ini tidak diblokir.',
    'This address is not on the allowlist.': 'Alamat ini tidak ada di daftar izin.',
    'This alert no longer exists.': 'Peringatan ini sudah tidak ada.',
    'This recovery does not exist.': 'Pemulihan ini tidak ada.',
    '{any}': 'Tidak ditemukan',
  },
  CONFLICT: {
    'Please add an email address first.': 'Tambahkan alamat email dulu.',
    'The provider no longer offers {name}. Sync from the provider and try again.':
      'Penyedia tidak lagi menawarkan {name}. Sinkronkan dari penyedia lalu coba lagi.',
    'The provider sets the fee of {name}. Sync from the provider to update it.':
      'Biaya {name} ditentukan penyedia. Sinkronkan dari penyedia untuk memperbaruinya.',
    'The payment provider sends the receipt by email. {any}':
      'Penyedia pembayaran mengirim tanda terima lewat email. Tambahkan dulu alamat email ke akun Anda; Anda tidak ditagih.',
    'This event is being retried right now. Please refresh.':
      'Event ini sedang dicoba lagi. Muat ulang halaman ini.',
    'No part of this top-up can be refunded: {any}':
      'Tidak ada bagian isi ulang ini yang dapat dikembalikan. Tidak ada yang diubah.',
    'The provider was asked to return the money {any}':
      'Penyedia sudah diminta mengembalikan dananya dan jawabannya belum diketahui, jadi transfer sendiri dapat mengembalikan dana dua kali. Tidak ada yang diubah. Tunggu jawabannya; jika sehari tidak ada, periksa pembayarannya di penyedia lalu konfirmasi.',
    'Only a recovery that is in progress can be cancelled.':
      'Hanya pemulihan yang sedang berjalan yang dapat dibatalkan.',
    'Only a recovery that has failed can be retried.':
      'Hanya pemulihan yang gagal yang dapat dicoba lagi.',
    '{any}': 'Permintaan ini bertentangan dengan keadaan sekarang. Muat ulang halaman ini.',
  },
  RATE_LIMITED: {
    'Too many attempts. Please try again in {n} second{s}.':
      'Terlalu banyak percobaan. Coba lagi dalam {n} detik.',
    'Too many attempts. Please try again in {n} minute{s}.':
      'Terlalu banyak percobaan. Coba lagi dalam {n} menit.',
    'You can send {n} machines in 24 hours. {any}':
      'Anda dapat mengirim {n} mesin dalam 24 jam. Tidak ada yang dibuat. Coba lagi nanti.',
    'You sent too many of these requests today. {any}':
      'Anda mengirim terlalu banyak permintaan seperti ini hari ini. Tidak ada yang dilakukan. Coba lagi nanti.',
    'You have asked for verification too often. {any}':
      'Anda terlalu sering meminta verifikasi. Pembayaran Anda tidak hilang; tunggu sebentar lalu coba lagi.',
    'This was tested a moment ago. Please wait a few seconds.':
      'Baru saja diuji. Tunggu beberapa detik.',
    'Too many live views are open at once. {any}':
      'Terlalu banyak tampilan langsung yang terbuka. Tutup sebagian; sementara itu halaman ini diperbarui otomatis.',
    'Too many wrong VPS passwords in the last hour. {any}':
      'Terlalu banyak kata sandi VPS yang salah dalam satu jam terakhir. Periksa kata sandinya pada penyedia Anda dan coba lagi dalam satu jam. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',
    'The password was checked too often in the last hour, {any}':
      'Kata sandi terlalu sering diperiksa dalam satu jam terakhir, dan Windows dapat mengunci akunnya. Tidak ada yang diperiksa; coba lagi nanti.',
    'Too many desktops were opened in the last minute. {any}':
      'Terlalu banyak desktop dibuka dalam satu menit terakhir. Tidak ada yang dibuka. Tunggu satu menit, lalu coba lagi.',
    'Too many checks in the last hour. {any}':
      'Terlalu banyak pemeriksaan dalam satu jam terakhir. Coba lagi nanti; tidak ada yang dimulai.',
    '{any}': 'Terlalu banyak permintaan. Silakan coba lagi nanti.',
  },
  UNAVAILABLE: {
    'The account cannot be deleted right now, {any}':
      'Akun belum dapat dihapus, karena instalasinya tidak dapat diperiksa. Tidak ada yang dihapus. Coba lagi dalam beberapa menit.',
    'Your quota cannot be read right now. Please try again in a moment.':
      'Kuota Anda belum dapat dibaca. Coba lagi beberapa saat lagi.',
    'Your installations cannot be read right now. Please try again in a moment.':
      'Instalasi Anda belum dapat dibaca. Coba lagi beberapa saat lagi.',
    'Your quota could not be checked just now. {any}':
      'Kuota Anda belum dapat diperiksa. Tidak ada yang dimulai dan tidak ada kuota yang hilang. Coba lagi dalam satu menit.',
    'The quota could not be charged just now. {any}':
      'Kuota belum dapat dipotong. Tidak ada yang diubah, dan kuota yang terlanjur diambil akan kembali. Coba lagi dalam satu menit.',
    'Your sign-in cannot be verified at the moment.':
      'Sesi Anda belum dapat diverifikasi saat ini.',
    'The service is starting. Please try again.': 'Layanan sedang dimulai. Silakan coba lagi.',
    '{any}': 'Sebagian layanan sedang tidak tersedia. Silakan coba lagi.',
  },
  INTERNAL: 'Terjadi kesalahan. Silakan coba lagi.',
  GATEWAY_ERROR: {
    'Too many requests. Please try again later.':
      'Terlalu banyak permintaan. Silakan coba lagi nanti.',
    'Request size limit exceeded': 'Permintaan terlalu besar.',
    'Payload too large': 'Permintaan terlalu besar.',
    'The upstream server is timing out':
      'Layanan tidak merespons tepat waktu. Silakan coba lagi beberapa saat lagi.',
    'An invalid response was received from the upstream server': UNREACHABLE,
    'The upstream server is currently unavailable': UNREACHABLE,
    'name resolution failed': UNREACHABLE,
    '{any}': 'Permintaan ini tidak dapat dilayani. Muat ulang halaman ini, lalu coba lagi.',
  },

  CAPTCHA_INVALID: 'Verifikasi CAPTCHA gagal. Silakan coba lagi.',
  CAPTCHA_GENERATION_RATE_LIMIT: 'Terlalu banyak permintaan. Tunggu sebelum meminta CAPTCHA baru.',
  INVALID_CREDENTIALS: 'Periksa data masuk Anda lalu coba lagi.',
  USERNAME_TAKEN: 'Nama pengguna sudah dipakai',
  EMAIL_TAKEN: {
    'Another account uses this email address, so nothing was changed.':
      'Akun lain memakai alamat email ini, jadi tidak ada yang diubah.',
    '{any}':
      'Akun lain sudah memverifikasi alamat email ini, jadi alamat itu dihapus dari akun ini. Masuk ke akun tersebut, atau tambahkan alamat lain di sini.',
  },
  ACCOUNT_LINK_INVALID: 'Tautan ini tidak valid atau sudah kedaluwarsa.',
  PASSKEY_REFUSED: 'Kunci sandi ini tidak dikenal atau sudah tidak berlaku. Silakan coba lagi.',
  TOO_MANY_PASSKEYS: 'Anda sudah mencapai batas {n} kunci sandi. Hapus yang tidak dipakai lagi.',
  RECOVERY_UNAVAILABLE: 'Pemulihan tidak tersedia untuk akun ini.',
  VERIFICATION_CODE_INVALID: {
    'This code has expired or was tried too often. Please request a new one.':
      'Kode ini sudah kedaluwarsa atau terlalu sering dicoba. Minta kode yang baru.',
    '{any}': 'Periksa kode Anda lalu coba lagi.',
  },
  REFRESH_INVALID: 'Sesi Anda sudah berakhir. Silakan masuk lagi.',
  ALREADY_VERIFIED: 'Alamat email Anda sudah diverifikasi.',
  RESET_LINK_INVALID: 'Tautan atur ulang kata sandi ini tidak valid atau sudah kedaluwarsa.',
  WRONG_PASSWORD: {
    'This password is incorrect.': 'Kata sandi ini salah.',
    '{any}': 'Kata sandi Anda sekarang salah. Kata sandi Anda tidak diubah.',
  },
  PROOF_OF_WORK_REQUIRED:
    'Terlalu banyak percobaan masuk ke akun ini gagal. Silakan masuk lewat halaman kami.',
  STEP_UP_REQUIRED: 'Konfirmasi identitas Anda dengan kata sandi atau kode. Tidak ada yang diubah.',
  TWO_FACTOR_REQUIRED: 'Administrator wajib memakai 2FA. Siapkan dulu 2FA. Tidak ada yang diubah.',
  TWO_FACTOR_CHALLENGE_INVALID: 'Tidak ada verifikasi 2FA yang menunggu',
  TWO_FACTOR_CODE_INVALID: 'Kode salah atau kedaluwarsa. Silakan coba lagi.',
  TWO_FACTOR_NOT_SET_UP: {
    '2FA is not enabled for your account.': '2FA tidak aktif untuk akun Anda.',
    '{any}': 'Siapkan 2FA dulu sebelum mengaktifkannya.',
  },
  TWO_FACTOR_ALREADY_ENABLED: '2FA sudah aktif. Nonaktifkan dulu untuk menyiapkannya lagi.',
  ACCOUNT_HAS_ACTIVE_INSTALLS: {
    'The account was not deleted because {n} installation{s} {any}':
      'Akun tidak dihapus karena {n} instalasi masih berjalan atau sedang ditinjau. Coba lagi nanti.',
    '{any}':
      'Akun tidak dihapus karena masih ada instalasi yang berjalan atau sedang ditinjau. Coba lagi nanti.',
  },
  LAST_ADMINISTRATOR:
    'Ini administrator terakhir, jadi tidak ada yang diubah. Jadikan pengguna lain administrator dulu.',
  OWN_ACCOUNT:
    'Ini akun Anda sendiri, jadi tidak ada yang diubah. Minta administrator lain melakukannya.',
  ACCOUNT_SUSPENDED: 'Akun ini ditangguhkan. Hubungi dukungan.',
  ACCOUNT_BEING_DELETED: 'Akun ini sedang dihapus.',
  EMAIL_ALREADY_ADDED: 'Akun ini sudah memiliki alamat email, jadi tidak ada yang diubah.',
  VERIFICATION_LINK_INVALID:
    'Tautan verifikasi ini tidak valid atau sudah kedaluwarsa. Minta tautan yang baru.',

  PAYMENT_METHOD_UNAVAILABLE: {
    '{name} accepts payments from {least}; this one is {amount}. {any}':
      '{name} menerima pembayaran mulai {least}, sedangkan pembayaran ini {amount}. Anda tidak ditagih; naikkan jumlahnya atau pilih metode lain.',
    '{name} accepts payments up to {most}; this one is {amount}. {any}':
      '{name} menerima pembayaran sampai {most}, sedangkan pembayaran ini {amount}. Anda tidak ditagih; turunkan jumlahnya atau pilih metode lain.',
    '{name} accepts payments from {least}. {any}':
      '{name} menerima pembayaran mulai {least}. Anda tidak ditagih; naikkan jumlahnya.',
    'A Binance Pay order is prepared by its own form. {any}':
      'Pesanan Binance Pay dibuat secara terpisah. Tidak ada yang dipesan; pilih Binance Pay di dialog isi ulang.',
    '{any}': 'Metode pembayaran ini tidak tersedia. Anda tidak ditagih; pilih metode lain.',
  },
  PAYMENT_GATEWAY_UNAVAILABLE: {
    'The payment provider did not accept this order. {any}':
      'Penyedia pembayaran tidak menerima pesanan ini. Anda tidak ditagih; coba lagi atau pilih metode pembayaran lain.',
    'The payment provider did not confirm in time. {any}':
      'Penyedia pembayaran tidak mengonfirmasi tepat waktu. Anda tidak ditagih dan pesanan Anda disimpan: pesanan muncul di riwayat isi ulang setelah dikonfirmasi. Lihat di sana sebelum memesan lagi.',
    'The payment provider could not be reached. {any}':
      'Penyedia pembayaran tidak dapat dihubungi. Anda tidak ditagih; coba lagi dalam beberapa menit.',
    '{any}':
      'Penyedia pembayaran tidak merespons. Tidak ada yang diubah; coba lagi dalam satu menit.',
  },
  IDEMPOTENCY_KEY_REUSED:
    'Permintaan ini sudah pernah dikirim dengan nilai lain. Tidak ada yang diubah; muat ulang halaman ini lalu isi sekali lagi.',
  IDEMPOTENCY_IN_PROGRESS:
    'Permintaan yang sama masih diproses. Tidak ada yang dilakukan dua kali; coba lagi beberapa saat lagi.',
  IDEMPOTENCY_ANSWER_NOT_KEPT:
    'Permintaan ini sudah selesai, dan tidak ada yang dibuat lagi. Responsnya berisi rahasia yang tidak disimpan. Jika Anda tidak menerimanya, cabut yang sudah dibuat lalu buat yang baru.',
  INSUFFICIENT_QUOTA: 'Kuota tidak cukup: diperlukan minimal 1 kuota untuk menginstal Windows.',
  PRODUCT_MISSING:
    'Belum ada yang dapat dibeli. Anda tidak ditagih; coba lagi nanti atau hubungi dukungan.',
  TOO_MANY_OPEN_TOPUPS: {
    'You have {n} unpaid top-ups. {any}':
      'Anda memiliki {n} isi ulang yang belum dibayar. Tidak ada yang dipesan; bayar salah satunya dari riwayat isi ulang, atau tunggu sampai kedaluwarsa.',
    '{any}':
      'Terlalu banyak isi ulang yang belum dibayar. Tidak ada yang dipesan; bayar salah satunya dari riwayat isi ulang, atau tunggu sampai kedaluwarsa.',
  },
  BPAY_ORDER_NOT_FOUND:
    'Anda tidak memiliki pesanan Binance Pay dengan jumlah ini. Tidak ada yang diubah; buka lagi isi ulang dan pakai jumlah yang ditampilkan.',
  BPAY_NOT_FOUND_YET:
    'Binance belum menampilkan pembayaran dengan ID Pesanan (TXID) ini. Tidak ada yang hilang: periksa ID itu dan coba lagi dalam satu menit.',
  BPAY_UNDERPAID: `Pembayaran ini lebih kecil dari jumlah pasti pesanan. ${NOT_CREDITED}: ${SUPPORT}.`,
  BPAY_OVERPAID: `Pembayaran ini lebih besar dari jumlah pasti pesanan. ${NOT_CREDITED}: ${SUPPORT}.`,
  BPAY_WRONG_CURRENCY: `Pembayaran ini tidak dilakukan dalam USDT. ${NOT_CREDITED}: ${SUPPORT}.`,
  BPAY_EXPIRED: {
    'This order expired more than {n} days ago {any}':
      'Pesanan ini kedaluwarsa lebih dari {n} hari yang lalu dan tidak dapat diverifikasi lagi di sini. Jika sudah Anda bayar, uang Anda tidak hilang: hubungi dukungan dengan TXID ini.',
    '{any}': `Pembayaran ini dilakukan setelah pesanan kedaluwarsa. ${NOT_CREDITED}: ${SUPPORT}.`,
  },
  BPAY_BEFORE_ORDER: `Pembayaran ini dilakukan sebelum pesanan dibuat. ${NOT_CREDITED}: ${SUPPORT}.`,
  BPAY_ALREADY_USED:
    'Pembayaran ini sudah dikreditkan ke isi ulang lain. Tidak ada yang diubah; periksa ID Pesanan (TXID).',
  BPAY_ALREADY_PAID: `Pesanan ini sudah dibayar dengan pembayaran lain. Pembayaran kedua ini tidak dikreditkan, tetapi tidak hilang: ${SUPPORT}.`,
  BPAY_WRONG_RECEIVER: {
    'Binance does not say {any}': `Binance tidak menyebutkan ke akun mana pembayaran ini dikirim. ${NOT_CREDITED}: ${SUPPORT}.`,
    '{any}':
      'Pembayaran ini dikirim ke akun Binance lain. Tidak ada yang dikreditkan; periksa ID penerima dan tanyakan pembayaran itu kepada Binance.',
  },
  BPAY_AMBIGUOUS:
    'Binance menampilkan lebih dari satu pembayaran dengan ID ini, jadi tidak dikreditkan otomatis. Tidak ada yang hilang: hubungi dukungan dengan TXID ini.',
  VOUCHER_UNKNOWN: 'Kode voucher ini tidak ada. Periksa huruf dan angkanya.',
  VOUCHER_NOT_VALID: {
    'This voucher code has expired.': 'Kode voucher ini sudah kedaluwarsa.',
    'This voucher code is not valid yet.': 'Kode voucher ini belum berlaku.',
    'This voucher code has been used up.': 'Kode voucher ini sudah habis dipakai.',
    '{any}': 'Kode voucher ini tidak berlaku lagi.',
  },
  VOUCHER_ALREADY_USED:
    'Anda sudah memakai kode voucher ini. Isi ulang yang belum dibayar menahannya sampai kedaluwarsa.',
  VOUCHER_QUANTITY: {
    '{any} at least {n}.': 'Kode voucher ini memerlukan jumlah minimal {n}.',
    '{any}': 'Jumlahnya terlalu kecil untuk kode voucher ini.',
  },
  VOUCHER_WRONG_KIND: {
    'This voucher code gives a discount. {any}':
      'Kode voucher ini memberi diskon. Masukkan saat isi ulang.',
    '{any}':
      'Kode voucher ini memberi kuota gratis. Tidak ada yang dipesan; tukarkan tanpa isi ulang.',
  },
  VOUCHER_EMAIL_UNVERIFIED:
    'Kuota gratis memerlukan email terverifikasi. Verifikasi email Anda dulu; kode voucher tetap berlaku.',
  BPAY_UNAVAILABLE: {
    'Too many Binance Pay orders for this amount are open. {any}':
      'Terlalu banyak pesanan Binance Pay dengan jumlah ini yang terbuka. Anda tidak ditagih; pilih jumlah atau metode pembayaran lain.',
    '{any}':
      'Pembayaran belum dapat diperiksa pada Binance. Pembayaran Anda tidak hilang dan pesanan Anda disimpan: coba lagi dalam beberapa menit.',
  },
  BPAY_TOO_MANY_OPEN: {
    'You have created many unpaid Binance Pay orders {any}':
      'Anda telah membuat banyak pesanan Binance Pay yang tidak dibayar dalam beberapa hari terakhir. Anda tidak ditagih; pilih metode pembayaran lain, atau coba lagi dalam beberapa hari.',
    '{any}':
      'Anda sudah memiliki beberapa pesanan Binance Pay yang terbuka. Anda tidak ditagih; bayar salah satunya, atau tunggu sampai ada yang kedaluwarsa.',
  },
  BPAY_OTHER_ORDER: {
    'This payment belongs to your other order {order}: {any}':
      'Pembayaran ini milik pesanan Anda yang lain {order}: verifikasi di sana. Tidak ada yang diubah, dan pembayarannya tidak hilang.',
    '{any}':
      'Pembayaran ini memiliki jumlah pasti pesanan lain, jadi tidak dihitung untuk pesanan ini. Tidak ada yang diubah; periksa ID Pesanan (TXID), dan hubungi dukungan dengan ID itu jika pembayarannya milik Anda.',
  },
  REVIEW_CHANGED:
    'Pembayaran ini memiliki alasan peninjauan baru. Tidak ada yang diubah; baca alasannya lalu putuskan lagi.',
  PRODUCT_IMAGE_UNREADABLE:
    'File ini bukan gambar yang dapat dibaca, atau rusak. Tidak ada yang diubah; pilih file JPEG, PNG, WebP, GIF, atau AVIF.',
  PRODUCT_IMAGE_TOO_LARGE: {
    'The image file is larger than {size} MB. {any}':
      'File gambar lebih besar dari {size} MB. Tidak ada yang diubah; pilih yang lebih kecil.',
    'The image is {size} pixels large; up to {most} million pixels are allowed. {any}':
      'Gambar ini berukuran {size} piksel; maksimal {most} juta piksel. Tidak ada yang diubah; perkecil dulu gambarnya.',
    '{any}': 'Gambar ini terlalu besar. Tidak ada yang diubah; pilih yang lebih kecil.',
  },
  LAST_PRODUCT:
    'Ini satu-satunya produk, dan tanpa produk ini pelanggan tidak dapat mengisi ulang. Tidak ada yang diubah; tambahkan dulu produk lain.',
  PRICE_CHANGE_UNCONFIRMED: {
    'The price would change from {old} to {new}, which is more than 50 %. Nothing was changed; confirm to change it anyway.':
      'Harga akan berubah dari {old} menjadi {new}, lebih dari 50 %. Tidak ada yang diubah; konfirmasi untuk tetap mengubahnya.',
  },

  ADDRESS_REFUSED: {
    'The address {ip} is private or reserved, {any}':
      'Alamat {ip} bersifat privat atau dicadangkan, jadi bukan VPS di internet. Masukkan alamat IPv4 publik VPS Anda.',
    "The address {ip} is one of this service's own, {any}":
      'Alamat {ip} milik layanan ini sendiri, jadi bukan VPS Anda. Masukkan alamat IPv4 publik VPS Anda.',
    '{any}': 'Alamat ini tidak dapat dipakai. Masukkan alamat IPv4 publik VPS Anda.',
  },
  WINDOWS_VERSION_UNKNOWN: 'Versi Windows ini tidak ada. Pilih versi lain.',
  LINUX_VERSION_UNKNOWN: 'Versi Linux ini tidak tersedia. Pilih versi lain.',
  WINDOWS_VERSION_UNAVAILABLE: {
    '{name} is not available yet. {any}': '{name} belum tersedia. Pilih versi Windows lain.',
    '{name} has not been certified yet, {any}':
      '{name} belum disertifikasi, jadi tidak dapat diinstal. Pilih versi Windows lain.',
    '{any}': 'Versi Windows ini belum tersedia. Pilih versi lain.',
  },
  WINDOWS_VERSION_UNSUITABLE:
    'Mesin ini tidak dapat menjalankan versi Windows ini. Pilih versi lain.',
  LINUX_VERSION_UNSUITABLE: 'Mesin ini tidak dapat menjalankan versi Linux ini. Pilih versi lain.',
  RECOVERY_NOT_READY: {
    'An administrator is still deciding about this install. {any}':
      'Administrator masih memutuskan instalasi ini. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',
    'This install has not ended yet. {any}':
      'Instalasi ini belum selesai. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',
    'Only a completed install has a Windows to start. {any}':
      'Hanya instalasi yang selesai yang punya Windows untuk dimulai. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',
    'Only a completed install that keeps its recovery system can reset the password of Windows. {any}':
      'Hanya instalasi selesai yang menyimpan sistem pemulihannya yang dapat mengatur ulang kata sandi Windows. Tidak ada yang dimulai.',
    'This recovery system is older or short of memory and cannot reset the password of Windows. {any}':
      'Sistem pemulihan ini versi lama atau kekurangan memori, dan tidak dapat mengatur ulang kata sandi Windows. Tidak ada yang dimulai.',
    'The password of this Windows is already being reset. Wait until that has ended, at most 30 minutes.':
      'Kata sandi Windows ini sedang diatur ulang. Tunggu sampai selesai, paling lama 30 menit.',
    'The recovery system of this install no longer exists: {any}':
      'Sistem pemulihan instalasi ini sudah tidak ada: sudah dihapus, atau mesinnya sudah diinstal lagi. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',
    'The recovery system has not responded for 10 minutes. {any}':
      'Sistem pemulihan tidak merespons selama 10 menit. Mulai ulang VPS ke sistem pemulihan, atau di panel penyedia Anda sampai merespons. Tidak ada kuota yang dipakai.',
    'There is no recovery system that could be removed.':
      'Tidak ada sistem pemulihan yang dapat dihapus.',
    'This recovery system cannot install Windows. {any}':
      'Sistem pemulihan ini tidak dapat menginstal Windows. Instal ulang Linux di panel penyedia Anda, lalu mulai instalasi baru. Tidak ada kuota yang dipakai.',
    'The recovery system does not respond, so it cannot start Windows. {any}':
      'Sistem pemulihan tidak merespons, jadi Windows tidak dapat dimulai. Tidak ada yang diubah.',
    'Too many wrong codes were entered. {any}':
      'Terlalu banyak kode yang salah. Mulai ulang VPS di panel penyedia Anda; sistem pemulihannya lalu menampilkan kode baru. Tidak ada kuota yang dipakai.',
    'The VPS has just been restarted and shows a new code. {any}':
      'VPS baru saja dimulai ulang dan menampilkan kode baru. Tidak ada kuota yang dipakai.',
    '{any}': 'Sistem pemulihan belum dapat menginstal Windows. Tidak ada kuota yang dipakai.',
  },
  INSTALL_IN_PROGRESS: {
    'An install on {ip} is already in progress. {any}':
      'Instalasi di {ip} sudah berjalan. Tidak ada kuota yang dipakai.',
    '{any}': 'Instalasi di alamat ini sudah berjalan. Tidak ada kuota yang dipakai.',
  },
  WINDOWS_VERSION_IN_USE: {
    '{name} has an active install, so it cannot be deleted. {any}':
      '{name} sedang diinstal, jadi tidak dapat dihapus. Tidak ada yang diubah; coba lagi setelah instalasi selesai.',
    '{name} has an active install, so its slug cannot change. {any}':
      '{name} sedang diinstal, jadi slug-nya tidak dapat diubah. Tidak ada yang diubah; coba lagi setelah instalasi selesai.',
    '{any}':
      'Versi Windows ini sedang diinstal. Tidak ada yang diubah; coba lagi setelah instalasi selesai.',
  },
  SLUG_TAKEN: {
    'The slug {slug} belongs to another version. {any}':
      'Slug {slug} sudah dipakai versi lain. Tidak ada yang diubah; silakan pilih yang lain.',
    'The slug {slug} belongs to another Windows version. {any}':
      'Slug {slug} milik versi Windows lain. Tidak ada yang diubah; pilih slug lain.',
    '{any}': 'Slug ini milik versi Windows lain. Tidak ada yang diubah; pilih slug lain.',
  },
  INSTALL_ACTIVE: {
    'The install on {ip} is in progress, {any}':
      'Instalasi {ip} sedang berjalan, jadi catatannya tidak dapat dihapus. Tidak ada yang diubah; tunggu sampai selesai, atau tetapkan dulu sebagai gagal.',
    'The install on {ip} is waiting for a decision about its quota, {any}':
      'Instalasi {ip} menunggu keputusan tentang kuotanya, jadi catatannya tidak dapat dihapus. Tidak ada yang diubah; tetapkan dulu sebagai selesai atau gagal.',
    'This install is in progress, and Windows has not received the password yet. {any}':
      'Instalasi ini sedang berjalan, dan kata sandinya belum diberikan kepada Windows. Tidak ada yang dihapus; tunggu sampai selesai.',
    '{any}': 'Instalasi ini belum selesai, jadi catatannya tidak dapat dihapus.',
  },
  RDP_PASSWORD_ERASED:
    'Kata sandi ini tidak disimpan lagi: Anda menghapusnya, atau 7 hari sudah berlalu sejak instalasi berakhir. Di Windows kata sandi ini tetap berlaku.',
  RDP_CHECK_REFUSED: {
    'This install has failed, {any}':
      'Instalasi ini gagal, jadi tidak ada Windows yang dapat dimasuki. Tidak ada yang diperiksa.',
    'This install is in progress; {any}':
      'Instalasi ini sedang berjalan; kata sandi diperiksa otomatis di akhir instalasi. Tidak ada yang diperiksa.',
    '{any}': 'Windows sudah menerima kata sandi itu. Tidak ada yang diperiksa.',
  },
  DESKTOP_UNAVAILABLE: {
    'Opening Windows in the browser is turned off. {any}':
      'Fitur membuka Windows di browser sedang dinonaktifkan. Tidak ada yang dibuka.',
    'This install has failed, {any}':
      'Instalasi ini gagal, jadi tidak ada Windows yang dapat dibuka. Tidak ada yang dibuka.',
    'This install has not finished yet. {any}':
      'Instalasi ini belum selesai. Tidak ada yang dibuka.',
    '{any}':
      'Windows belum menerima kata sandi Anda, jadi belum pasti Windows ini milik Anda. Periksa dulu kata sandinya. Tidak ada yang dibuka.',
  },
  DESKTOP_LIMIT: {
    'You already have {n} Windows desktops open in browsers, {any}':
      'Anda sudah membuka {n} desktop Windows di browser, jumlah maksimal. Tidak ada yang dibuka. Tutup salah satu, lalu coba lagi.',
    '{any}': 'Jumlah desktop Windows yang terbuka sudah mencapai batas. Tidak ada yang dibuka.',
  },
  INSTALL_EDIT_REFUSED: {
    'This install has ended: {any}':
      'Instalasi ini sudah berakhir: kata sandi root sudah dihapus dan tidak ada tahap yang berjalan di VPS, jadi pekerjaannya tidak dapat dilanjutkan. Tidak ada yang diubah.',
    'Replacing the VPS’s disk has already started, {any}':
      'Disk VPS sudah mulai diganti, jadi instalasi tidak dapat dimulai ulang. Tidak ada yang diubah.',
    'The root password is no longer stored, {any}':
      'Kata sandi root tidak disimpan lagi, jadi instalasi tidak dapat dimulai ulang. Tidak ada yang diubah.',
    'The VPS has not started replacing its disk yet; {any}':
      'VPS belum mulai mengganti disknya; instalasi otomatis menjadi berjalan saat itu terjadi. Tidak ada yang diubah.',
    'No stage is running on the VPS anymore, {any}':
      'Tidak ada lagi tahap yang bekerja di VPS, jadi instalasi tidak dapat dilanjutkan. Tidak ada yang diubah.',
    '{any}': 'Instalasi ini tidak dapat diberi status itu. Tidak ada yang diubah.',
  },
  INSTALL_CHANGED:
    'Status instalasi baru saja berubah, jadi tidak ada yang diubah. Periksa status barunya lalu coba lagi.',
  INSTALL_NOT_CHARGEABLE:
    'Kuota instalasi ini sudah dikembalikan, dan penggunanya tidak punya kuota lagi untuk dipotong. Tidak ada yang diubah; tambahkan dulu kuota pengguna.',
  CANCEL_TOO_LATE: {
    'This install is already completed, {any}':
      'Instalasi ini sudah selesai, jadi tidak ada yang perlu dibatalkan.',
    'This install has already failed, and its quota was returned. {any}':
      'Instalasi ini sudah gagal, dan kuotanya sudah dikembalikan. Tidak ada yang dibatalkan.',
    'Windows is already being written to the disk, {any}':
      'Windows sedang ditulis ke disk, jadi VPS tidak dapat kembali ke Linux. Instalasi berlanjut; tidak ada yang dibatalkan.',
    'This install has already failed; the VPS is being returned to Linux. {any}':
      'Instalasi ini sudah gagal; VPS sedang dikembalikan ke Linux. Tidak ada yang dibatalkan.',
    'The install has just changed. {any}':
      'Status instalasi baru saja berubah. Tidak ada yang dibatalkan.',
    '{any}': 'Instalasi ini tidak dapat dibatalkan lagi. Tidak ada yang dibatalkan.',
  },
  CHECK_UNDER_WAY:
    'VPS ini, atau VPS Anda yang lain, masih diperiksa. Tunggu sampai pemeriksaan selesai.',
  IMAGE_BUSY: {
    'The image of {name} is being imported, built or verified. {any}':
      'Image {name} sedang diimpor, dibuat, atau diverifikasi. Tidak ada yang diubah; tunggu sampai selesai, atau batalkan.',
    '{any}':
      'Image ini sedang diimpor, dibuat, atau diverifikasi. Tidak ada yang diubah; tunggu sampai selesai, atau batalkan.',
  },
  IMAGE_IN_USE: {
    'An install in progress is writing the image of {name}, {any}':
      'Instalasi yang berjalan sedang menulis image {name}, jadi tidak dapat dihapus. Tidak ada yang diubah; coba lagi setelah instalasi selesai.',
    '{any}':
      'Instalasi yang berjalan sedang menulis image ini, jadi tidak dapat dihapus. Tidak ada yang diubah; coba lagi setelah instalasi selesai.',
  },
  TOO_MANY_UPLOADS: 'Sudah ada 12 unggahan. Hapus yang tidak lagi diperlukan, lalu coba lagi.',
  UPLOAD_STATE: {
    'This upload is being used by a running job. {any}':
      'Unggahan ini dipakai pekerjaan yang sedang berjalan. Tidak ada yang diubah; tunggu sampai selesai, atau hentikan.',
    'Parts of this file are still missing. {any}':
      'Masih ada bagian file yang belum dikirim. Lanjutkan unggahan.',
    'This upload is complete and accepts no more parts.':
      'Unggahan ini sudah lengkap dan tidak menerima bagian lagi.',
    '{any}': 'Unggahan ini belum dapat digunakan. Tunggu sampai pemeriksaannya selesai.',
  },
  UPLOAD_NO_SPACE: {
    'The image store has {free} MiB free, and the file needs {needed} MiB. {any}':
      'Penyimpanan image memiliki {free} MiB kosong, dan file memerlukan {needed} MiB. Tidak ada yang dikirim; kosongkan ruang, lalu coba lagi.',
    '{any}':
      'Penyimpanan image tidak memiliki ruang untuk file ini. Kosongkan ruang di sana, lalu lanjutkan unggahan.',
  },
  UPLOAD_DIFFERENT:
    'Ini bukan file yang mulai Anda unggah. Pilih file yang sama, atau hapus unggahan dan mulai dari awal.',
  IMAGE_JOB_ENDED: 'Pekerjaan ini sudah berakhir, jadi tidak ada yang dibatalkan.',
  ACCOUNT_CLOSED:
    'Akun ini sedang dihapus, jadi instalasi baru tidak dapat dimulai. Tidak ada yang dimulai dan tidak ada kuota yang dipakai.',

  TELEGRAM_NOT_CONNECTED: 'Tidak ada akun Telegram yang terhubung.',
  TELEGRAM_UNAVAILABLE: {
    'Telegram cannot be connected at the moment: {any}': `Telegram belum dapat dihubungkan: bot tidak berjalan. ${TRY_LATER}`,
    'Telegram is not responding at the moment. Please try again later. ({reason})': `Telegram tidak merespons saat ini. ${TRY_LATER} ({reason})`,
    '{any}': `Telegram tidak merespons saat ini. ${TRY_LATER}`,
  },
  BOT_ALREADY_RUNNING: {
    'The backup bot {any}': 'Bot cadangan sudah berjalan.',
    '{any}': 'Bot sudah berjalan.',
  },
  BOT_NOT_RUNNING: {
    'The backup bot {any}': 'Bot cadangan tidak berjalan.',
    '{any}': 'Bot tidak berjalan.',
  },
  BOT_TOKEN_INVALID: 'Token bot belum dikonfigurasi atau tidak valid',
  NOTICE_NOT_FAILED: 'Hanya notifikasi yang gagal yang dapat dikirim lagi.',

  OWN_ADDRESS:
    'Ini alamat IP Anda sendiri, jadi akses Anda akan terkunci. Konfirmasi untuk tetap memblokirnya.',
};
