import type { z } from 'zod';
import type { Effect } from './effects.js';
import type { Success } from './envelope.js';

/** Header that identifies a request that must not be executed twice (IETF draft httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** API route: input and output of a service. The API document and the web's calls are derived from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path as in the specification, without the prefix `/api`: `/user/install/{id}/cancel`. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** Schema for each `{name}` of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** For the API document. The handler reads and checks headers itself. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /**
   * The route spends quota or creates something. With the same `Idempotency-Key` it is executed once in 24 hours.
   * A repeat gets the first response. If that contains a secret, which is not stored (`id`), it gets 409 with the
   * `id` of the created object.
   */
  readonly idempotency?: 'answer' | 'id';
  /** JSON unless `file` or `form` is set. */
  readonly body?: z.ZodType;
  /** The body is read as bytes because its signature covers them; it is not available as `@Body()`. */
  readonly rawBody?: boolean;
  /** The body is `application/octet-stream`. The handler reads it and limits its size. */
  readonly bytes?: true;
  /** The body is `application/x-www-form-urlencoded`. */
  readonly form?: boolean;
  /** The body is a multipart form with an optional file of this name in addition to its fields. */
  readonly file?: string;
  /** Schema of `data`, or of one row if the list is paged; `null` if `data` is `null`. */
  readonly answer?: z.ZodType | null;
  /** `data` is one page of rows, accompanied by `meta`. */
  readonly paged?: boolean;
  /** `data` contains more than the rows of a page, which `meta` describes. */
  readonly meta?: boolean;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Additional top-level fields of the response. */
  readonly extra?: Readonly<Record<string, z.ZodType>>;
  /** Alternative content type that the caller may request, e.g. `text/csv`. */
  readonly or?: string;
  /** Content type of a response without the envelope. */
  readonly raw?: string;
}

export type Routes = Readonly<Record<string, Route>>;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/**
 * Checks at compile time that a route's path and its `params` have the same names, and that it has either `answer` or
 * `raw`.
 */
type Complete<R extends Route> = ([Names<R['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<Names<R['path']>, z.ZodType>> }) &
  ({ readonly answer: z.ZodType | null } | { readonly raw: string });

/**
 * Defines a service's route table, from which controllers, the API document and the web's calls are derived.
 *
 * @example export const billingRoutes = defineRoutes({
 *   createTopup: { method: 'POST', path: '/user/topup', body: createTopupRequest, answer: createdTopup },
 * });
 */
export function defineRoutes<const T extends Routes>(
  routes: T & { readonly [K in keyof T]: Complete<T[K]> },
): T {
  return routes;
}

type Output<T> = T extends z.ZodType ? z.output<T> : never;

/** Parsed body that the handler gets. */
export type BodyOf<R extends Route> = Output<R['body']>;
export type QueryOf<R extends Route> = Output<R['query']>;

export type DataOf<R extends Route> = R['answer'] extends z.ZodType
  ? R['paged'] extends true
    ? readonly Output<R['answer']>[]
    : Output<R['answer']>
  : null;

/** Complete response including the fields next to `data`. */
export type EnvelopeOf<R extends Route> = Success<DataOf<R>> & {
  [K in keyof R['extra']]: Output<R['extra'][K]>;
};

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** Query before parsing: fields with a default are optional, and values have their parsed types. */
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

export type InputOf<R extends Route> = IfAny<Names<R['path']>, { params: ParamsOf<R> }> &
  QueryPart<R> &
  BodyPart<R>;

/** Returns the path of a call, e.g. `/user/install/0198…/cancel?force=true`. */
export function pathOf(
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const defined = Object.entries(query).filter(([, value]) => value !== undefined);
  if (defined.length === 0) return filled;
  return `${filled}?${new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))}`;
}
