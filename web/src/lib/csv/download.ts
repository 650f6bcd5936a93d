export interface TextFile {
  name: string;
  /** E.g. `text/csv`. */
  type: string;
  content: string;
}

/** Hands a text to the browser as a file. */
export function download({ name, type, content }: TextFile): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
