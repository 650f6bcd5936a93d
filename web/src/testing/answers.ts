import { HttpResponse, type JsonBodyType } from 'msw';

/** A successful answer of the API. */
export const ok = (data: JsonBodyType, extra: Record<string, JsonBodyType> = {}) =>
  HttpResponse.json({ success: true, message: 'OK', data, ...extra });

export const page = (
  items: JsonBodyType[],
  meta: { page?: number; total?: number; next?: string } = {},
) => ok(items, { meta: { page: 1, pageSize: 15, total: items.length, ...meta } });

/** A refusal. Without `message` the server says nothing of its own. */
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

/** An answer that does not come. */
export const never = () => new Promise<never>(() => undefined);
