import { HttpResponse, type JsonBodyType } from 'msw';

/** Successful API response. */
export const ok = (data: JsonBodyType, extra: Record<string, JsonBodyType> = {}) =>
  HttpResponse.json({ success: true, message: 'OK', data, ...extra });

export const page = (
  items: JsonBodyType[],
  meta: { page?: number; total?: number; next?: string } = {},
) => ok(items, { meta: { page: 1, pageSize: 15, total: items.length, ...meta } });

/** Error response. Without `message` it contains no server message. */
export const refuse = (
  status: number,
  {
    message,
    code = 'INTERNAL',
    details,
  }: { message?: string; code?: string; details?: { path: string; message: string }[] } = {},
) =>
  HttpResponse.json(
    { success: false, message, code, correlationId: 'c-7f3a91', ...(details ? { details } : {}) },
    { status },
  );

/** A response that never arrives. */
export const never = () => new Promise<never>(() => undefined);
