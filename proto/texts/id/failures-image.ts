const RETRY_COPY = 'Salin lagi seluruh disk; filenya mungkin terpotong.';
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
    '{name} is not a readable file.': '{name} bukan file yang dapat dibaca.',
    'Choose a file and make sure that the service can read it.':
      'Pilih file, dan pastikan layanan dapat membacanya.',
  },
  ADDRESS_REFUSED: {
    'We do not connect to {host}: its address is private, reserved or our own.':
      'Kami tidak terhubung ke {host}: alamatnya privat, dicadangkan, atau milik kami sendiri.',
    'Use a public address or copy the file into the import folder.':
      'Gunakan alamat publik atau salin filenya ke folder impor.',
  },
  HOST_UNKNOWN: {
    'The host {host} has no IPv4 address.': 'Host {host} tidak memiliki alamat IPv4.',
    'Check the URL for typos.': 'Periksa apakah URL salah ketik.',
  },
  SOURCE_UNREACHABLE: {
    'The connection to {host} failed.': 'Koneksi ke {host} gagal.',
    'Check whether the URL can be opened from elsewhere, then try again.':
      'Periksa apakah URL dapat dibuka dari tempat lain, lalu coba lagi.',
  },
  SOURCE_ANSWERED: {
    '{host} returned status {status} instead of the file.':
      '{host} membalas dengan status {status}, bukan dengan filenya.',
    'Check the URL. It must point to the file itself and not require a sign-in.':
      'Periksa URL. URL harus langsung menuju file tanpa perlu masuk.',
  },
  SOURCE_REDIRECTS: {
    '{host} redirects too many times or to a URL that is not allowed.':
      '{host} terlalu sering mengalihkan atau mengalihkan ke URL yang tidak diizinkan.',
    'Use the final URL of the redirects.': 'Gunakan URL akhir dari pengalihan itu.',
  },
  SOURCE_UNMEASURED: {
    '{host} does not report the file size, so a truncated download could not be detected.':
      '{host} tidak menyebutkan ukuran file, jadi unduhan yang terpotong tidak dapat dideteksi.',
    'Use a server that sends a Content-Length.': 'Gunakan server yang mengirim Content-Length.',
  },
  SOURCE_CUT_SHORT: {
    'The download stopped after {bytes} bytes.': 'Unduhan terhenti setelah {bytes} byte.',
    'Try again. Data that is already stored is not stored twice.':
      'Coba lagi. Data yang sudah tersimpan tidak disimpan dua kali.',
  },
  SOURCE_STALLED: {
    '{host} sent no data for {seconds} seconds.':
      '{host} tidak mengirim data selama {seconds} detik.',
    'Try again when the server responds faster.': 'Coba lagi saat server merespons lebih cepat.',
  },
  SOURCE_TOO_LARGE: {
    'The image is larger than the limit of {limit} GiB.':
      'Image lebih besar dari batas {limit} GiB.',
    'Make the disk smaller or increase IMAGE_MAX_GIB.': 'Perkecil disk atau naikkan IMAGE_MAX_GIB.',
  },
  REPORT_OF_ANOTHER_IMAGE: {
    'The report certifies another image ({other}); this one is {image}. Nothing was changed.':
      'Laporan itu mensertifikasi image lain ({other}); yang ini {image}. Tidak ada yang diubah.',
    'Certify this file with the same --min-memory, --min-disk and --handshake-only, using this version of Casement, and use that report.':
      'Sertifikasi file ini dengan --min-memory, --min-disk, dan --handshake-only yang sama, memakai versi Casement ini, lalu pakai laporan itu.',
  },
  SHA256_DIFFERENT: {
    'The file does not match: its SHA-256 is {found}.': 'File tidak cocok: SHA-256-nya {found}.',
    'Compare it with the publisher’s SHA-256 and download the file again.':
      'Bandingkan dengan SHA-256 dari penerbitnya, lalu unduh filenya sekali lagi.',
  },
  COMPRESSION_DAMAGED: {
    'The {kind} data is damaged or truncated.': 'Data {kind} rusak atau terpotong.',
    'Copy or download the file again, preferably with its SHA-256.':
      'Salin atau unduh lagi filenya, sebaiknya dengan SHA-256-nya.',
  },
  PROGRAM_MISSING: {
    'This file requires the program {program}, which is not installed.':
      'File ini memerlukan program {program}, yang belum terinstal.',
    'Install it where the install service runs (Debian package {package}).':
      'Instal di tempat layanan instalasi berjalan (paket Debian {package}).',
  },
  FORMAT_UNSUPPORTED: {
    'The file is {format}, not a supported disk image.':
      'File ini {format}, bukan image disk yang didukung.',
    'Convert it to raw, VHD or QCOW2 first; see docs/images.md.':
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
    'The VHD contains only the differences from another VHD.':
      'VHD ini hanya berisi perbedaan dari VHD lain.',
    'Merge it with its parent first.': 'Gabungkan dulu dengan induknya.',
  },
  CONVERSION_FAILED: {
    'The {format} image could not be read completely.':
      'Image {format} tidak dapat dibaca seluruhnya.',
    'Check it with qemu-img check and copy it again.':
      'Periksa dengan qemu-img check, lalu salin lagi.',
  },
  TEMP_SPACE: {
    'There is not enough space for temporary files: {needed} MiB are required.':
      'Ruang untuk file sementara tidak cukup: diperlukan {needed} MiB.',
    'Free some space in IMAGE_TEMP_DIR, or import a raw image, which needs no temporary space.':
      'Kosongkan ruang di IMAGE_TEMP_DIR, atau impor image raw, yang tidak memerlukan ruang sementara.',
  },
  IMAGE_ODD_SIZE: {
    'The image is empty or its size is not a whole number of sectors.':
      'Image kosong atau ukurannya bukan kelipatan sektor.',
    'Copy the whole disk again; the file is probably truncated.': RETRY_COPY,
  },
  NO_PARTITION_TABLE: {
    'The image has no partition table.': 'Image tidak memiliki tabel partisi.',
    'Import an image of the whole disk, not of a single partition.':
      'Impor image seluruh disk, bukan satu partisi.',
  },
  DISK_ODD: {
    'The image could not be installed: {why}': 'Image tidak dapat diinstal: {why}',
    '{cure}': '{cure}',
  },
  PARTITION_PAST_END: {
    'Partition {number} extends beyond the end of the image.':
      'Partisi {number} melewati akhir image.',
    'Copy the whole disk again; the file is probably truncated.': RETRY_COPY,
  },
  LINUX_NO_GPT: {
    'The image of Linux has no GUID partition table.':
      'Image Linux tidak memiliki GUID partition table.',
    'Use a generic cloud image whose GPT has a BIOS boot partition or an EFI system partition.':
      'Gunakan image cloud generik yang GPT-nya memiliki partisi BIOS boot atau partisi sistem EFI.',
  },
  LINUX_NO_LOADER: {
    'The image of Linux boots neither in BIOS nor in UEFI mode.':
      'Image Linux tidak bisa boot dalam mode BIOS maupun UEFI.',
    'Use a generic cloud image with boot code and a BIOS boot partition, or with EFI/BOOT/BOOTX64.EFI on its EFI system partition.':
      'Gunakan image cloud generik dengan kode boot dan partisi BIOS boot, atau dengan EFI/BOOT/BOOTX64.EFI di partisi sistem EFI-nya.',
  },
  NO_NTFS: {
    'The image has no NTFS partition, so it does not contain Windows.':
      'Image tidak memiliki partisi NTFS, jadi tidak berisi Windows.',
    'Import an image of a disk with Windows installed.':
      'Impor image dari disk yang sudah berisi Windows.',
  },
  NO_WINDOWS: {
    'The image does not contain Windows: {why}': 'Image tidak berisi Windows: {why}',
    '{cure}': '{cure}',
  },
  CONTRACT_REFUSED: {
    'The image could not be installed: {why}': 'Image tidak dapat diinstal: {why}',
    '{cure}': '{cure}',
  },
  UPLOAD_SPACE: {
    'The image store has no room for the file.':
      'Penyimpanan image tidak memiliki ruang untuk file ini.',
    'Free some space there, then continue the upload.':
      'Kosongkan ruang di sana, lalu lanjutkan unggahan.',
  },
  UPLOAD_LOST: {
    'The image store lost or changed part {number} of {name}.':
      'Penyimpanan image kehilangan bagian {number} dari {name}, atau mengubahnya.',
    'Delete the upload and upload the file again.': 'Hapus unggahan, lalu unggah lagi filenya.',
  },
  UPLOAD_GONE: {
    'A required upload no longer exists.': 'File unggahan yang diperlukan sudah tidak ada.',
    'Upload the file again, then restart.': 'Unggah lagi file itu, lalu mulai dari awal.',
  },
  UPLOAD_TEMP_SPACE: {
    'There is not enough space for temporary files: {needed} MiB are required.':
      'Ruang untuk file sementara tidak cukup: diperlukan {needed} MiB.',
    'Free some space in IMAGE_TEMP_DIR, then try again.':
      'Kosongkan ruang di IMAGE_TEMP_DIR, lalu coba lagi.',
  },
  UPLOAD_REFUSED: {
    '{name} cannot be used: {why}': '{name} tidak dapat digunakan: {why}',
    'Delete the upload and upload another file.': 'Hapus unggahan, lalu unggah file lain.',
  },
  BUILD_REFUSED: {
    'No image was built. {why}': 'Tidak ada image yang dibuat. {why}',
    'Fix the problem and start the build again. The version keeps its current image.':
      'Perbaiki masalahnya, lalu mulai lagi pembuatannya. Versi ini tetap memakai image yang sekarang.',
  },
  STORE_FAILED: {
    'The image store failed to read or write.': 'Penyimpanan image gagal membaca atau menulis.',
    'Make sure that it has free space and is reachable, then try again.':
      'Pastikan ruangnya cukup dan penyimpanan dapat dihubungi, lalu coba lagi.',
  },
  STORE_BUCKET_MISSING: {
    'The object store {host} has no bucket {bucket}.':
      'Penyimpanan objek {host} tidak memiliki bucket {bucket}.',
    'Create a private bucket or correct IMAGE_S3_BUCKET, then try again.':
      'Buat bucket privat atau perbaiki IMAGE_S3_BUCKET, lalu coba lagi.',
  },
  STORE_KEY_UNKNOWN: {
    'The object store {host} does not know the access key.':
      'Penyimpanan objek {host} tidak mengenal kunci akses ini.',
    'Correct IMAGE_S3_ACCESS_KEY_ID or create the key in the store, then try again.':
      'Perbaiki IMAGE_S3_ACCESS_KEY_ID atau buat kunci itu di penyimpanan, lalu coba lagi.',
  },
  STORE_SECRET_WRONG: {
    'The object store {host} rejected the access key’s secret.':
      'Penyimpanan objek {host} menolak secret kunci akses.',
    'Correct IMAGE_S3_SECRET_ACCESS_KEY, then try again.':
      'Perbaiki IMAGE_S3_SECRET_ACCESS_KEY, lalu coba lagi.',
  },
  STORE_FORBIDDEN: {
    'The access key lacks permissions for the bucket {bucket} on {host}.':
      'Kunci akses tidak memiliki izin yang diperlukan untuk bucket {bucket} di {host}.',
    'Allow it to list, read, write and delete, then try again.':
      'Izinkan list, read, write, dan delete, lalu coba lagi.',
  },
  STORE_REGION_WRONG: {
    'The bucket {bucket} on {host} is in another region.':
      'Bucket {bucket} di {host} berada di region lain.',
    'Correct IMAGE_S3_REGION and IMAGE_S3_ENDPOINT, then try again.':
      'Perbaiki IMAGE_S3_REGION dan IMAGE_S3_ENDPOINT, lalu coba lagi.',
  },
  STORE_CLOCK_WRONG: {
    'The clocks of {host} and the install service differ too much.':
      'Selisih jam {host} dan layanan instalasi terlalu besar.',
    'Synchronize both with NTP, then try again.': 'Sinkronkan keduanya dengan NTP, lalu coba lagi.',
  },
  STORE_CERTIFICATE: {
    'The certificate of the object store {host} is not trusted ({reason}).':
      'Sertifikat penyimpanan objek {host} tidak tepercaya ({reason}).',
    'Make the install service trust the certificate’s authority, or renew the certificate, then try again.':
      'Buat layanan instalasi memercayai otoritas sertifikat itu, atau perbarui sertifikatnya, lalu coba lagi.',
  },
  STORE_UNREACHABLE: {
    'The object store {host} is not responding ({reason}).':
      'Penyimpanan objek {host} tidak merespons ({reason}).',
    'Check IMAGE_S3_ENDPOINT and the network, then try again. Data that is already stored is not stored twice.':
      'Periksa IMAGE_S3_ENDPOINT dan jaringannya, lalu coba lagi. Data yang sudah tersimpan tidak disimpan dua kali.',
  },
  STORE_ANSWERED: {
    'The object store {host} returned status {status}.':
      'Penyimpanan objek {host} membalas dengan status {status}.',
    'Check its log and free space, then try again. Data that is already stored is not stored twice.':
      'Periksa log dan sisa ruangnya, lalu coba lagi. Data yang sudah tersimpan tidak disimpan dua kali.',
  },
  MANIFEST_UNREADABLE: {
    'The chunk list of an image that is still in use is missing.':
      'Daftar potongan dari image yang masih dipakai tidak ada.',
    'Import it again or delete it.': 'Impor lagi atau hapus.',
  },
  IMAGE_DAMAGED: {
    '{damaged} of {chunks} chunks are damaged or missing. The image was withdrawn.':
      '{damaged} dari {chunks} potongan rusak atau hilang. Image ditarik.',
    'Import the image again. Until then, it cannot be installed.':
      'Impor lagi image ini. Sebelum itu, image tidak dapat diinstal.',
  },
  CHUNK_DAMAGED: {
    'A chunk of the image is damaged or missing in our own store, so it was not copied.':
      'Sebuah potongan image rusak atau hilang di penyimpanan kami sendiri, jadi tidak disalin.',
    'Verify the image, then import it again.': 'Verifikasi image, lalu impor lagi.',
  },
  ORIGIN_UNKNOWN: {
    'The origin {origin} no longer exists.': 'Origin {origin} tidak ada lagi.',
    'Choose an origin from IMAGE_ORIGINS.': 'Pilih origin dari IMAGE_ORIGINS.',
  },
  ORIGIN_UNREACHABLE: {
    'The origin {origin} ({host}) is not responding.': 'Origin {origin} ({host}) tidak merespons.',
    'Check its address in IMAGE_ORIGINS and the network, then try again.':
      'Periksa alamatnya di IMAGE_ORIGINS dan jaringannya, lalu coba lagi.',
  },
  ORIGIN_ANSWERED: {
    'The origin {origin} ({host}) returned status {status} instead of a chunk.':
      'Origin {origin} ({host}) membalas dengan status {status}, bukan dengan potongan.',
    'Check its keys or secret in IMAGE_ORIGINS and the clocks on both sides.':
      'Periksa kunci atau secret di IMAGE_ORIGINS dan jam di kedua sisi.',
  },
  ORIGIN_INCOMPLETE: {
    'On the origin {origin}, {damaged} of {chunks} chunks are missing or wrong.':
      'Di origin {origin}, {damaged} dari {chunks} potongan hilang atau salah.',
    'VPSs do not use this origin for this image. Check how the origin is filled, then copy the image again.':
      'VPS tidak memakai origin ini untuk image tersebut. Periksa cara origin diisi, lalu salin lagi image-nya.',
  },
  WORKER_LOST: {
    'The job stopped {attempts} times without a result.':
      'Pekerjaan berhenti {attempts} kali tanpa hasil.',
    'Check the log of the install service, then try again.': SEE_LOG,
  },
  UNEXPECTED: {
    'An unexpected error occurred.': 'Terjadi kesalahan yang tidak terduga.',
    'Check the log of the install service, then try again.': SEE_LOG,
  },
};
