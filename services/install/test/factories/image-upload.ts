import { createHash } from 'node:crypto';
import {
  UPLOAD_PART_BYTES,
  type ImageUpload,
  type ImageUploadParts,
} from '@casement/proto/http/install/windows/image-uploads.js';
import { PATH, type imageWorld } from './image-world.js';

const sha256 = (content: Buffer) => createHash('sha256').update(content);

export function uploader(
  world: Pick<ReturnType<typeof imageWorld>, 'app' | 'admin' | 'get' | 'post'>,
) {
  const ofParts = (content: Buffer): Buffer[] => {
    const parts: Buffer[] = [];
    for (let at = 0; at < content.length; at += UPLOAD_PART_BYTES) {
      parts.push(content.subarray(at, at + UPLOAD_PART_BYTES));
    }
    return parts;
  };
  const begin = (content: Buffer, over: object = {}) =>
    world.post('/uploads', { kind: 'image', name: 'a.raw', size: content.length, ...over });
  const startUpload = async (content: Buffer, over: object = {}) =>
    (await begin(content, over).expect(201)).body.data as ImageUpload;
  const putPart = (id: string, number: number, content: Buffer, of = content) =>
    world.app.http
      .put(`${PATH}/uploads/${id}/parts/${number}`)
      .set(world.admin())
      .set('content-type', 'application/octet-stream')
      .set('content-digest', `sha-256=:${sha256(of).digest('base64')}:`)
      .send(content);
  const complete = (id: string, content: Buffer) => {
    const hash = createHash('sha256');
    for (const part of ofParts(content)) hash.update(sha256(part).digest());
    return world.post(`/uploads/${id}/complete`, { parts_sha256: hash.digest('hex') });
  };
  const upload = async (id: string) =>
    (await world.get(`/uploads/${id}`).expect(200)).body.data as ImageUploadParts;
  /** Sends all parts and requests the inspection. */
  const send = async (content: Buffer, over: object = {}) => {
    const { id } = await startUpload(content, over);
    for (const [number, part] of ofParts(content).entries()) {
      await putPart(id, number, part).expect(200);
    }
    await complete(id, content).expect(202);
    return id;
  };
  return { ofParts, begin, startUpload, putPart, complete, upload, send };
}
