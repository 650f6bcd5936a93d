import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { Zip, ZipPassThrough } from 'fflate';
import type { Language } from '@casement/proto/language.js';
import { receiptPdf } from './receipt-pdf.js';
import type { ReceiptEntity } from './receipt.entity.js';
import { toReceipt } from './receipts.mapper.js';
import type { ReceiptsService } from './receipts.service.js';

/** Streams the receipts as a ZIP of PDF files, which are already compressed. */
export const receiptArchive = (
  name: string,
  receipts: AsyncIterable<ReceiptEntity>,
  language: Language,
  service: ReceiptsService,
): StreamableFile =>
  new StreamableFile(Readable.from(zipOf(receipts, language, service), { objectMode: false }), {
    type: 'application/zip',
    disposition: `attachment; filename="${name}"`,
  });

async function* zipOf(
  receipts: AsyncIterable<ReceiptEntity>,
  language: Language,
  service: ReceiptsService,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const receipt of receipts) {
    const file = new ZipPassThrough(`${receipt.number}.pdf`);
    file.mtime = receipt.issuedAt;
    zip.add(file);
    const logo = await service.logoAt(receipt.issuedAt);
    file.push(await receiptPdf(toReceipt(receipt), language, logo), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks;
}
