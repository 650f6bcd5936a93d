const BLOB_WORKER = /new Worker\(URL\.createObjectURL\(new Blob\(\[('(?:[^'\\]|\\.)*')\]\)\)/;
const REMOTE_IMAGE = /https:\/\/cdn\.redoc\.ly\/[\w/.-]+/g;
const EMPTY_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/**
 * Adapts Redoc's bundle to the page's CSP, which forbids workers from blobs, and removes its image from another host.
 * @throws if a new version of Redoc starts its search worker differently
 */
export function selfHosted(bundle) {
  const [call, literal] = BLOB_WORKER.exec(bundle) ?? [];
  if (call === undefined) throw new Error('The search worker was not found in the Redoc bundle.');
  return {
    page: bundle
      .replace(call, () => "new Worker('/api/docs/search-worker.js'")
      .replace(REMOTE_IMAGE, EMPTY_IMAGE),
    // The literal is JavaScript from the package itself.
    worker: new Function(`return ${literal}`)(),
  };
}
