import 'reflect-metadata';
import {
  RequestMapping,
  RequestMethod,
  UseInterceptors,
  type StreamableFile,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { BodyOf, DataOf, QueryOf, Route as RouteOf } from '@casement/proto/http/route.js';
import { headersOf } from '@casement/proto/http/idempotency.js';
import type { z } from 'zod';
import { idempotencyInterceptor } from './idempotency.interceptor.js';
import type { Reply } from './reply.js';

const ROUTE = 'casement:route';

type Answer<R extends RouteOf> = R extends { raw: string }
  ? unknown
  : Reply<DataOf<R>> | (R extends { or: string } ? StreamableFile : never);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- parameters of every kind are inferred here
type Handler<R extends RouteOf> = (...args: any[]) => Answer<R> | Promise<Answer<R>>;

/** Checks that one handler parameter has the type of the route's parsed schema. */
type Accepts<Value, Args extends unknown[], Problem extends string> = [Value] extends [never]
  ? unknown
  : true extends { [K in keyof Args]: [Value] extends [Args[K]] ? true : false }[number]
    ? unknown
    : { problem: Problem };
type AcceptsAll<R extends RouteOf, Args extends unknown[]> = (R extends { rawBody: true }
  ? unknown
  : Accepts<BodyOf<R>, Args, 'no parameter has the type of the body'>) &
  Accepts<QueryOf<R>, Args, 'no parameter has the type of the query'>;

/**
 * Serves a route of the service's table in proto/http: path and method, status, and the schemas by which `@Body()`,
 * `@Query()` and `@Param('name')` are validated. The types of body, query and response must match.
 *
 * @throws Error on class loading if the handler's parameters and the route differ
 * @example
 *   @Route(billingRoutes.createTopup)
 *   @SignedIn()
 *   create(@CurrentActor() actor: Actor, @Body() body: CreateTopupRequest) { … }
 */
export function Route<const R extends RouteOf>(route: R) {
  return <H extends Handler<R>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H> & AcceptsAll<R, Parameters<H>>,
  ): void => {
    RequestMapping({
      path: route.path.replace(/\{(\w+)\}/g, ':$1'),
      method: RequestMethod[route.method],
    })(target, name, descriptor);
    Reflect.defineMetadata(ROUTE, route, descriptor.value as object);
    // Innermost interceptor if @Route is the topmost decorator, so that outer interceptors have parsed a multipart
    // form by then.
    if (route.idempotency)
      UseInterceptors(idempotencyInterceptor(route.idempotency))(target, name, descriptor);
    fillSchemas(route, target.constructor, name);
  };
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- a method, as Nest has it
export const routeOfHandler = (handler: Function): RouteOf | undefined =>
  Reflect.getMetadata(ROUTE, handler) as RouteOf | undefined;

interface Parameter {
  data?: unknown;
  schema?: z.ZodType;
}

/** Parameter decorators run before the method decorator, so the schemas of the parameters are added here. */
function fillSchemas(route: RouteOf, controller: object, name: string): void {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    Parameter
  >;
  const at = `${route.method} ${route.path}`;
  const of = (type: RouteParamtypes) =>
    Object.entries(parameters).flatMap(([key, one]) => (key.startsWith(`${type}:`) ? [one] : []));

  const bindSchema = (type: RouteParamtypes, what: string, schema: z.ZodType | undefined) => {
    const found = of(type);
    if (schema && found.length === 0) throw new Error(`${at}: the handler takes no ${what}`);
    for (const one of found) {
      if (!schema) throw new Error(`${at}: the route has no ${what}`);
      if (one.data !== undefined)
        throw new Error(`${at}: the handler takes only a field of its ${what}`);
      one.schema = schema;
    }
  };
  bindSchema(RouteParamtypes.BODY, 'body', route.rawBody ? undefined : route.body);
  bindSchema(RouteParamtypes.QUERY, 'query', route.query);

  for (const one of of(RouteParamtypes.PARAM)) {
    const schema = route.params?.[String(one.data)];
    if (!schema) throw new Error(`${at}: the route has no parameter ${String(one.data)}`);
    one.schema = schema;
  }
  const headers = Object.keys(headersOf(route)).map((header) => header.toLowerCase());
  for (const { data } of of(RouteParamtypes.HEADERS)) {
    if (!headers.includes(String(data))) {
      throw new Error(`${at}: the route has no header ${String(data)}`);
    }
  }
}
