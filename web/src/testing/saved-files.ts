/** Captures the files that the page offers for download during each test of the group. */
export function savedFiles(): { names: () => string[]; text: () => Promise<string> } {
  let names: string[] = [];
  let last: Blob | undefined;
  beforeEach(() => {
    names = [];
    last = undefined;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        last = blob;
        return 'blob:file';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return { names: () => names, text: () => textOf(last) };
}

/** jsdom's Blob has no `text()`. The BOM is dropped, as readers do. */
function textOf(blob: Blob | undefined): Promise<string> {
  if (!blob) throw new Error('no file was saved');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('the file cannot be read'));
    reader.readAsText(blob);
  });
}
