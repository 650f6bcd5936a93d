/** Above this size the browser may need seconds to decode the image. */
const MAX_FILE_BYTES = 10_000_000;
/** Base64 characters that the server accepts. */
const MAX_CHARACTERS = 85_000;
const SMALLER = 0.8;

/**
 * Draws an image file of any type that the browser knows, and returns a PNG within the size, in base64. An SVG is
 * drawn like an image in a page: without scripts and without requests. Returns `null` for a file that is no image.
 */
export async function scaledPng(
  file: File,
  size: { width: number; height: number },
): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) return null;
  const image = await decode(file).catch(() => null);
  // An SVG may have no size.
  if (!image?.naturalWidth || !image.naturalHeight) return null;
  const { naturalWidth, naturalHeight } = image;
  const fit = Math.min(size.width / naturalWidth, size.height / naturalHeight);
  // Only drawings stay sharp when they are enlarged.
  let scale = file.type === 'image/svg+xml' ? fit : Math.min(fit, 1);
  for (;;) {
    const png = draw(image, naturalWidth * scale, naturalHeight * scale);
    if (png.length <= MAX_CHARACTERS) return png;
    scale *= SMALLER;
  }
}

/** Uses a data URL because the page's Content-Security-Policy allows no `blob:` images. */
async function decode(file: File): Promise<HTMLImageElement> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

function draw(image: HTMLImageElement, width: number, height: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1]!;
}
