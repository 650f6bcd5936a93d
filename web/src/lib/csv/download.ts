export interface TextFile {
  name: string;
  /** MIME type such as `text/csv`. */
  type: string;
  content: string;
}

/** Offers a text or an image to the user as a file download. */
export function download({
  name,
  type,
  content,
}: Omit<TextFile, 'content'> & { content: string | Blob }): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
