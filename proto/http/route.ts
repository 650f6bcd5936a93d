import type { z } from 'zod';
import type { Effect } from './effects.js';
import type { Success } from './envelope.js';

/** The header by which a caller names a request that must not happen twice (IETF draft httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** One call of the API: what the service takes and answers, what the API document shows and what the web sends. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the specification writes it, without the prefix `/api`: `/user/install/{id}/cancel`. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** A schema for each `{name}` of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** For the API document. The handler reads and checks headers itself. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /**
   * It spends or creates, and takes an `Idempotency-Key`: with the same one it happens once in 24 hours. A repeat gets
   * the first answer; where that holds a secret, which is not kept (`id`), 409 with the `id` of what was made.
   */
  readonly once?: 'answer' | 'id';
  /** JSON, unless `file` or `form` is set. */
  readonly body?: z.ZodType;
  /** The body is read as bytes, since its signature covers them; no `@Body()` takes it. */
  readonly rawBody?: boolean;
  /** The body is `application/octet-stream`; the handler reads it, and bounds it. */
  readonly bytes?: true;
  /** The body is `application/x-www-form-urlencoded`. */
  readonly form?: boolean;
  /** The body is a multipart form with an optional file of this name beside its fields. */
  readonly file?: string;
  /** Schema of `data`; of one row where the list is paged; null where `data` is null. */
  readonly answer?: z.ZodType | null;
  /** `data` is one page of rows, with `meta` beside it. */
  readonly paged?: boolean;
  /** `meta` of a page stands beside `data`, which holds more than the rows. */
  readonly meta?: boolean;
  /** 200 unless given. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Further top-level fields of the answer. */
  readonly extra?: Readonly<Record<string, z.ZodType>>;
  /** A content type that the caller may ask for instead, e.g. `text/csv`. */
  readonly or?: string;
  /** Content type of an answer without the envelope. */
  readonly raw?: string;
}

export type Routes = Readonly<Record<string, Route>>;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** A route's path and its `params` have the same names, and it has either `answer` or `raw`. */
type Complete<R extends Route> = ([Names<R['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<Names<R['path']>, z.ZodType>> }) &
  ({ readonly answer: z.ZodType | null } | { readonly raw: string });

/**
 * A service's table of routes. Controllers, the API document and the web's calls are made from it.
 *
 * @example
 * export const billingRoutes = defineRoutes({
 *   createTopup: { method: 'POST', path: '/user/topup', body: createTopupRequest, answer: createdTopup },
 * });
 */
export function defineRoutes<const T extends Routes>(
  routes: T & { readonly [K in keyof T]: Complete<T[K]> },
): T {
  return routes;
}

type Output<T> = T extends z.ZodType ? z.output<T> : never;

/** What the handler gets. */
export type BodyOf<R extends Route> = Output<R['body']>;
export type QueryOf<R extends Route> = Output<R['query']>;

/** What stands in `data`. */
export type DataOf<R extends Route> = R['answer'] extends z.ZodType
  ? R['paged'] extends true
    ? readonly Output<R['answer']>[]
    : Output<R['answer']>
  : null;

/** The whole answer, with what stands beside `data`. */
export type EnvelopeOf<R extends Route> = Success<DataOf<R>> & {
  [K in keyof R['extra']]: Output<R['extra'][K]>;
};

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** A query as it is written: fields with a default may be left out, values have the type that they are read as. */
type WrittenQuery<Q extends z.ZodType> = {
  [K in keyof z.output<Q> as K extends OptionalKeys<z.input<Q>> ? never : K]: z.output<Q>[K];
} & {
  [K in keyof z.output<Q> as K extends OptionalKeys<z.input<Q>> ? K : never]?: z.output<Q>[K];
};

type IfAny<Keys, Then> = [Keys] extends [never] ? unknown : Then;
type ParamsOf<R extends Route> = { readonly [K in keyof R['params']]: Output<R['params'][K]> };
type QueryPart<R extends Route> = R['query'] extends z.ZodType
  ? Partial<WrittenQuery<R['query']>> extends WrittenQuery<R['query']>
    ? { query?: WrittenQuery<R['query']> }
    : { query: WrittenQuery<R['query']> }
  : unknown;
type BodyPart<R extends Route> = R['file'] extends string
  ? { body: FormData }
  : R['bytes'] extends true
    ? { body: Uint8Array<ArrayBuffer> }
    : R['body'] extends z.ZodType
      ? { body: z.input<R['body']> }
      : unknown;

/** What a caller gives. */
export type InputOf<R extends Route> = IfAny<Names<R['path']>, { params: ParamsOf<R> }> &
  QueryPart<R> &
  BodyPart<R>;

/** The path of one call, e.g. `/user/install/0198…/cancel?force=true`. */
export function pathOf(
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
