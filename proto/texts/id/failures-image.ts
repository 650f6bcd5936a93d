const RETRY_COPY = 'Salin seluruh disk sekali lagi; filenya mungkin terpotong.';
const SEE_LOG = 'Periksa log layanan instalasi, lalu coba lagi.';

/** Reasons why an image cannot be imported, stored or verified. Translates each English message and `cure`. */
export const imageFailures: Record<string, Record<string, string>> = {
  FILE_MISSING: {
    'There is no file {path}.': 'Tidak ada file {path}.',
    'Check its name and folder, and put names with spaces in quotes.':
      'Periksa nama dan foldernya, dan apit nama yang berisi spasi dengan tanda kutip.',
  },
  FILE_IS_FOLDER: {
    '{path} is a folder.': '{path} adalah folder.',
    'Name the file in it.': 'Sebutkan file di dalamnya.',
  },
  FILE_UNREADABLE: {
    '{path} cannot be read ({reason}).': '{path} tidak dapat dibaca ({reason}).',
    'Allow your user to read it, or run the command as root.':
      'Beri pengguna Anda izin membacanya, atau jalankan perintah sebagai root.',
  },
  SOURCE_MISSING: {
    'There is no file {name} in the import folder.': 'Tidak ada file {name} di folder impor.',
    'Copy the file there and try again.': 'Salin filenya ke sana, lalu coba lagi.',
  },
  SOURCE_OUTSIDE: {
    '{name} is not in the import folder.': '{name} tidak berada di folder impor.',
    'Copy the file itself into the import folder; links to other places are not followed.':
      'Salin filenya sendiri ke folder impor; tautan ke tempat lain tidak diikuti.',
  },
  SOURCE_NOT_A_FILE: {
    '{name} is not a file that can be read.': '{name} bukan file yang dapat dibaca.',
    'Choose a file, and let the service read it.':
      'Pilih sebuah file, dan izinkan layanan membacanya.',
  },
  ADDRESS_REFUSED: {
    'We do not connect to {host}: its address is private, reserved or our own.':
      'Kami tidak terhubung ke {host}: alamatnya privat, dicadangkan, atau milik kami sendiri.',
    'Use a public address, or copy the file into the import folder.':
      'Gunakan alamat publik, atau salin filenya ke folder impor.',
  },
  HOST_UNKNOWN: {
    'The name {host} has no IPv4 address.': 'Nama {host} tidak memiliki alamat IPv4.',
    'Check the address for typing errors.': 'Periksa apakah alamatnya salah ketik.',
  },
  SOURCE_UNREACHABLE: {
    'The connection to {host} failed.': 'Koneksi ke {host} gagal.',
    'Check whether the address can be opened from elsewhere, then try again.':
      'Periksa apakah alamatnya dapat dibuka dari tempat lain, lalu coba lagi.',
  },
  SOURCE_ANSWERED: {
    '{host} answered with status {status} instead of the file.':
      '{host} menjawab dengan status {status}, bukan dengan filenya.',
    'Check the address; it has to lead to the file itself, without a sign-in.':
      'Periksa alamatnya; harus langsung menuju filenya, tanpa perlu masuk.',
  },
  SOURCE_REDIRECTS: {
    '{host} redirects too often, or to an address that is not allowed.':
      '{host} terlalu sering mengalihkan, atau mengalihkan ke alamat yang tidak diizinkan.',
    'Use the address that the redirects end at.': 'Gunakan alamat akhir dari pengalihan itu.',
  },
  SOURCE_UNMEASURED: {
    '{host} does not state the size of the file, so a truncated download could not be detected.':
      '{host} tidak menyebutkan ukuran file, jadi unduhan yang terpotong tidak dapat dikenali.',
    'Use a server that sends a Content-Length.': 'Gunakan server yang mengirim Content-Length.',
  },
  SOURCE_CUT_SHORT: {
    'The file broke off after {bytes} bytes.': 'File terputus setelah {bytes} byte.',
    'Try again; what is already stored is not stored twice.':
      'Coba lagi; yang sudah tersimpan tidak disimpan dua kali.',
  },
  SOURCE_STALLED: {
    'Nothing came from {host} for {seconds} seconds.':
      'Tidak ada data dari {host} selama {seconds} detik.',
    'Try again when the server answers more quickly.':
      'Coba lagi saat server menjawab lebih cepat.',
  },
  SOURCE_TOO_LARGE: {
    'The image is larger than the limit of {limit} GiB.':
      'Image lebih besar dari batas {limit} GiB.',
    'Make the disk smaller, or raise IMAGE_MAX_GIB.':
      'Perkecil disknya, atau naikkan IMAGE_MAX_GIB.',
  },
  REPORT_OF_ANOTHER_IMAGE: {
    'The report certifies another image ({other}); this one is {image}. Nothing was changed.':
      'Laporan itu mensertifikasi image lain ({other}); yang ini {image}. Tidak ada yang diubah.',
    'Certify this file with the same --min-memory, --min-disk and --handshake-only, by this version of Casement, and take that report.':
      'Sertifikasi file ini dengan --min-memory, --min-disk, dan --handshake-only yang sama, memakai versi Casement ini, lalu pakai laporan itu.',
  },
  SHA256_DIFFERENT: {
    'The file does not match: its SHA-256 is {found}.': 'File tidak cocok: SHA-256-nya {found}.',
    'Compare it with the SHA-256 of the publisher, and download the file again.':
      'Bandingkan dengan SHA-256 dari penerbitnya, lalu unduh filenya sekali lagi.',
  },
  COMPRESSION_DAMAGED: {
    'The {kind} data is damaged or cut short.': 'Data {kind} rusak atau terpotong.',
    'Copy or download the file again, best with its SHA-256.':
      'Salin atau unduh filenya sekali lagi, sebaiknya dengan SHA-256-nya.',
  },
  PROGRAM_MISSING: {
    'The program {program} is needed for this file and is not installed.':
      'Program {program} diperlukan untuk file ini dan belum terinstal.',
    'Install it where the install service runs (Debian package {package}).':
      'Instal di tempat layanan instalasi berjalan (paket Debian {package}).',
  },
  FORMAT_UNSUPPORTED: {
    'The file is {format}, not a supported disk image.':
      'File ini {format}, bukan image disk yang didukung.',
    'Convert it to raw, VHD or QCOW2 first; docs/images.md says how.':
      'Ubah dulu ke raw, VHD, atau QCOW2; lihat docs/images.md.',
  },
  QCOW2_BACKING: {
    'The QCOW2 image needs a backing file.': 'Image QCOW2 ini memerlukan file dasar.',
    'Merge it first: qemu-img convert -O qcow2 OLD NEW.':
      'Gabungkan dulu: qemu-img convert -O qcow2 OLD NEW.',
  },
  QCOW2_ENCRYPTED: {
    'The QCOW2 image is encrypted.': 'Image QCOW2 ini terenkripsi.',
    'Decrypt it first: qemu-img convert with its key.':
      'Dekripsi dulu: qemu-img convert dengan kuncinya.',
  },
  QCOW2_UNKNOWN: {
    'The QCOW2 image keeps its data elsewhere or uses unsupported features.':
      'Image QCOW2 ini menyimpan datanya di tempat lain atau memakai fitur yang tidak didukung.',
    'Convert it first: qemu-img convert -O qcow2 OLD NEW.':
      'Ubah dulu: qemu-img convert -O qcow2 OLD NEW.',
  },
  VHD_DIFFERENCING: {
    'The VHD holds only the differences to another one.':
      'VHD ini hanya berisi perbedaan terhadap VHD lain.',
    'Merge it with its parent first.': 'Gabungkan dulu dengan induknya.',
  },
  CONVERSION_FAILED: {
    'The {format} image could not be read to its end.':
      'Image {format} tidak dapat dibaca sampai akhir.',
    'Check it with qemu-img check, and copy it again.':
      'Periksa dengan qemu-img check, lalu salin sekali lagi.',
  },
  TEMP_SPACE: {
    'There is not enough space for temporary files: {needed} MiB are required.':
      'Ruang untuk file sementara tidak cukup: diperlukan {needed} MiB.',
    'Free some space in IMAGE_TEMP_DIR, or import the image as raw, which needs none.':
      'Kosongkan ruang di IMAGE_TEMP_DIR, atau impor image sebagai raw, yang tidak memerlukannya.',
  },
  IMAGE_ODD_SIZE: {
    'The image is empty or not a whole number of sectors.':
      'Image kosong atau bukan kelipatan sektor.',
    'Copy the whole disk again; the file was probably cut short.': RETRY_COPY,
  },
  NO_PARTITION_TABLE: {
    'The image has no partition table.': 'Image tidak memiliki tabel partisi.',
    'Import the image of a whole disk, not of one partition.':
      'Impor image seluruh disk, bukan satu partisi.',
  },
  DISK_ODD: {
    'The image could not be installed: {why}': 'Image tidak dapat diinstal: {why}',
    '{cure}': '{cure}',
  },
  PARTITION_PAST_END: {
    'Partition {number} goes past the end of the image.': 'Partisi {number} melewati akhir image.',
    'Copy the whole disk again; the file was probably cut short.': RETRY_COPY,
  },
  NO_NTFS: {
    'The image has no NTFS partition, so it contains no Windows.':
      'Image tidak memiliki partisi NTFS, jadi tidak berisi Windows.',
    'Import the image of a disk that Windows was installed on.':
      'Impor image dari disk yang sudah berisi Windows.',
  },
  NO_WINDOWS: {
    'The image contains no Windows: {why}': 'Image tidak berisi Windows: {why}',
    '{cure}': '{cure}',
  },
  CONTRACT_REFUSED: {
    'The image could not be installed: {why}': 'Image tidak dapat diinstal: {why}',
    '{cure}': '{cure}',
  },
  UPLOAD_SPACE: {
    'The image store has no room for the file.':
      'Penyimpanan image tidak memiliki ruang untuk file ini.',
    'Free some space there, then go on with the upload.':
      'Kosongkan ruang di sana, lalu lanjutkan unggahan.',
  },
  UPLOAD_LOST: {
    'The image store has lost part {number} of {name}, or changed it.':
      'Penyimpanan image kehilangan bagian {number} dari {name}, atau mengubahnya.',
    'Delete the upload, and send the file again.':
      'Hapus unggahan, lalu kirim filenya sekali lagi.',
  },
  UPLOAD_GONE: {
    'An uploaded file that is needed is no longer there.':
      'File unggahan yang diperlukan sudah tidak ada.',
    'Upload it again, then start again.': 'Unggah lagi, lalu mulai dari awal.',
  },
  UPLOAD_TEMP_SPACE: {
    'There is not enough space for temporary files: {needed} MiB are required.':
      'Ruang untuk file sementara tidak cukup: diperlukan {needed} MiB.',
    'Free some space in IMAGE_TEMP_DIR, then try again.':
      'Kosongkan ruang di IMAGE_TEMP_DIR, lalu coba lagi.',
  },
  UPLOAD_REFUSED: {
    '{name} cannot be used: {why}': '{name} tidak dapat digunakan: {why}',
    'Delete the upload, and send another file.': 'Hapus unggahan, lalu kirim file lain.',
  },
  BUILD_REFUSED: {
    'No image was built. {why}': 'Tidak ada image yang dibuat. {why}',
    'Correct what is named, and start the build again. The image that the version has stays.':
      'Perbaiki yang disebutkan, lalu mulai lagi. Image yang dimiliki versi ini tetap ada.',
  },
  STORE_FAILED: {
    'The image store failed to read or write.': 'Penyimpanan image gagal membaca atau menulis.',
    'Check that it has free space and can be reached, then try again.':
      'Periksa apakah ruangnya cukup dan dapat dihubungi, lalu coba lagi.',
  },
  STORE_BUCKET_MISSING: {
    'The object store {host} has no bucket {bucket}.':
      'Penyimpanan objek {host} tidak memiliki bucket {bucket}.',
    'Create the bucket, private, or correct IMAGE_S3_BUCKET; then try again.':
      'Buat bucket itu sebagai privat, atau perbaiki IMAGE_S3_BUCKET, lalu coba lagi.',
  },
  STORE_KEY_UNKNOWN: {
    'The object store {host} does not know the access key.':
      'Penyimpanan objek {host} tidak mengenal kunci aksesnya.',
    'Correct IMAGE_S3_ACCESS_KEY_ID, or create the key in the store; then try again.':
      'Perbaiki IMAGE_S3_ACCESS_KEY_ID, atau buat kuncinya di penyimpanan, lalu coba lagi.',
  },
  STORE_SECRET_WRONG: {
    'The object store {host} does not accept the secret of the access key.':
      'Penyimpanan objek {host} tidak menerima rahasia kunci aksesnya.',
    'Correct IMAGE_S3_SECRET_ACCESS_KEY; then try again.':
      'Perbaiki IMAGE_S3_SECRET_ACCESS_KEY, lalu coba lagi.',
  },
  STORE_FORBIDDEN: {
    'The access key lacks a permission in the bucket {bucket} of {host}.':
      'Kunci aksesnya kurang izin di bucket {bucket} pada {host}.',
    'Allow it to list, read, write and delete there; then try again.':
      'Izinkan kunci itu mendaftar, membaca, menulis, dan menghapus di sana, lalu coba lagi.',
  },
  STORE_REGION_WRONG: {
    'The bucket {bucket} of {host} belongs to another region.':
      'Bucket {bucket} pada {host} berada di region lain.',
    'Correct IMAGE_S3_REGION and IMAGE_S3_ENDPOINT; then try again.':
      'Perbaiki IMAGE_S3_REGION dan IMAGE_S3_ENDPOINT, lalu coba lagi.',
  },
  STORE_CLOCK_WRONG: {
    'The clocks of {host} and of the install service differ too much.':
      'Selisih jam {host} dan layanan instalasi terlalu besar.',
    'Set both by NTP; then try again.': 'Atur keduanya lewat NTP, lalu coba lagi.',
  },
  STORE_CERTIFICATE: {
    'The certificate of the object store {host} is not trusted ({reason}).':
      'Sertifikat penyimpanan objek {host} tidak tepercaya ({reason}).',
    'Give the install service the authority of that certificate, or renew it; then try again.':
      'Berikan otoritas sertifikat itu kepada layanan instalasi, atau perbarui sertifikatnya, lalu coba lagi.',
  },
  STORE_UNREACHABLE: {
    'The object store {host} does not answer ({reason}).':
      'Penyimpanan objek {host} tidak menjawab ({reason}).',
    'Check IMAGE_S3_ENDPOINT and the network; then try again. What is already stored is not stored twice.':
      'Periksa IMAGE_S3_ENDPOINT dan jaringannya, lalu coba lagi. Yang sudah tersimpan tidak disimpan dua kali.',
  },
  STORE_ANSWERED: {
    'The object store {host} answered with status {status}.':
      'Penyimpanan objek {host} menjawab dengan status {status}.',
    'Check its log and its free space; then try again. What is already stored is not stored twice.':
      'Periksa log dan sisa ruangnya, lalu coba lagi. Yang sudah tersimpan tidak disimpan dua kali.',
  },
  MANIFEST_UNREADABLE: {
    'An image that is still needed has lost its list of chunks.':
      'Image yang masih diperlukan kehilangan daftar potongannya.',
    'Import it again, or delete it.': 'Impor lagi, atau hapus.',
  },
  IMAGE_DAMAGED: {
    '{damaged} of {chunks} chunks are damaged or missing. The image was withdrawn.':
      '{damaged} dari {chunks} potongan rusak atau hilang. Image ditarik.',
    'Import the image again; until then it cannot be installed.':
      'Impor image lagi; sampai saat itu tidak dapat diinstal.',
  },
  CHUNK_DAMAGED: {
    'A chunk of the image is damaged or missing in our own store, so it was not copied.':
      'Sebuah potongan image rusak atau hilang di penyimpanan kami sendiri, jadi tidak disalin.',
    'Verify the image, then import it again.': 'Verifikasi image, lalu impor lagi.',
  },
  ORIGIN_UNKNOWN: {
    'There is no origin {origin} any more.': 'Origin {origin} tidak ada lagi.',
    'Choose one of those in IMAGE_ORIGINS.': 'Pilih salah satu yang ada di IMAGE_ORIGINS.',
  },
  ORIGIN_UNREACHABLE: {
    'The origin {origin} ({host}) does not answer.': 'Origin {origin} ({host}) tidak menjawab.',
    'Check its address in IMAGE_ORIGINS and the network, then try again.':
      'Periksa alamatnya di IMAGE_ORIGINS dan jaringannya, lalu coba lagi.',
  },
  ORIGIN_ANSWERED: {
    'The origin {origin} ({host}) answered with status {status} instead of a chunk.':
      'Origin {origin} ({host}) menjawab dengan status {status}, bukan dengan potongan.',
    'Check its keys or its secret in IMAGE_ORIGINS, and the clocks of both sides.':
      'Periksa kunci atau rahasianya di IMAGE_ORIGINS, dan jam kedua sisi.',
  },
  ORIGIN_INCOMPLETE: {
    'At the origin {origin} {damaged} of {chunks} chunks are missing or wrong.':
      'Di origin {origin}, {damaged} dari {chunks} potongan hilang atau salah.',
    'No VPS is sent there for this image. Check what fills it, then copy the image again.':
      'Tidak ada VPS yang diarahkan ke sana untuk image ini. Periksa pengisinya, lalu salin image lagi.',
  },
  WORKER_LOST: {
    'The job stopped {attempts} times without a result.':
      'Pekerjaan berhenti {attempts} kali tanpa hasil.',
    'Check the log of the install service, then try again.': SEE_LOG,
  },
  UNEXPECTED: {
    'Something unexpected went wrong.': 'Terjadi kesalahan yang tidak terduga.',
    'Check the log of the install service, then try again.': SEE_LOG,
  },
};
