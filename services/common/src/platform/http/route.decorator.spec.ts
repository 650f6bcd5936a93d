import 'reflect-metadata';
import { Body, Headers, Param, Query } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { defineRoutes } from '@casement/proto/http/route.js';
import { z } from 'zod';
import { reply, type Reply } from './reply.js';
import { Route, routeOfHandler } from './route.decorator.js';

const order = z.object({ name: z.string() });
const filter = z.object({ page: z.coerce.number().default(1) });
const id = z.uuid();

const routes = defineRoutes({
  change: {
    method: 'PUT',
    path: '/orders/{id}',
    effect: 'own',
    params: { id },
    query: filter,
    idempotency: 'answer',
    body: order,
    answer: order,
  },
  getOrder: { method: 'GET', path: '/orders', effect: 'read', answer: order },
  callback: {
    method: 'POST',
    path: '/callback',
    effect: 'own',
    body: order,
    rawBody: true,
    raw: 'text/plain',
  },
});

type Order = z.infer<typeof order>;
type Filter = z.infer<typeof filter>;

class OrdersController {
  @Route(routes.change)
  change(
    @Param('id') _id: string,
    @Query() _query: Filter,
    @Body() body: Order,
    @Headers('idempotency-key') _key?: string,
  ): Reply<Order> {
    return reply(body);
  }

  @Route(routes.callback)
  callback() {
    return 'ok';
  }

  // @ts-expect-error -- the answer is not the route's
  @Route(routes.getOrder)
  getOrder() {
    return reply({ title: 'x' });
  }
}

const handler = OrdersController.prototype.change;

describe(Route.name, () => {
  it('routes the handler by the table', () => {
    expect(Reflect.getMetadata(PATH_METADATA, handler)).toBe('/orders/:id');
    expect(Reflect.getMetadata(METHOD_METADATA, handler)).toBe(2);
    expect(routeOfHandler(handler)).toBe(routes.change);
  });

  it('validates body, query and parameters by the schemas of the table', () => {
    const schemas = Object.values(
      Reflect.getMetadata(ROUTE_ARGS_METADATA, OrdersController, 'change') as Record<
        string,
        { index: number; schema?: unknown }
      >,
    ).map(({ index, schema }) => [index, schema]);
    expect(Object.fromEntries(schemas)).toEqual({ 0: id, 1: filter, 2: order, 3: undefined });
  });

  it('rejects a handler without body parameter if the route has a body', () => {
    expect(() => {
      class Careless {
        // @ts-expect-error -- no parameter has the type of the body
        @Route(routes.change)
        change(@Query() _query: Filter) {
          return reply({ name: '' });
        }
      }
      return Careless;
    }).toThrow('PUT /orders/{id}: the handler takes no body');
  });

  it('rejects a body parameter without a schema', () => {
    expect(() => {
      class Careless {
        @Route(routes.getOrder)
        getOrder(@Body() body: Order) {
          return reply(body);
        }
      }
      return Careless;
    }).toThrow('GET /orders: the route has no body');
  });

  it('rejects a handler that takes only a part of the query', () => {
    expect(() => {
      class Careless {
        @Route(routes.change)
        change(@Query('page') _page: Filter, @Body() body: Order) {
          return reply(body);
        }
      }
      return Careless;
    }).toThrow('PUT /orders/{id}: the handler takes only a field of its query');
  });

  it('rejects a parameter or header that the route does not declare', () => {
    expect(() => {
      class Careless {
        @Route(routes.getOrder)
        getOrder(@Param('id') _id: string) {
          return reply({ name: '' });
        }
      }
      return Careless;
    }).toThrow('GET /orders: the route has no parameter id');
    expect(() => {
      class Careless {
        @Route(routes.getOrder)
        getOrder(@Headers('idempotency-key') _key?: string) {
          return reply({ name: '' });
        }
      }
      return Careless;
    }).toThrow('GET /orders: the route has no header idempotency-key');
  });

  it('is typed by the table', () => {
    const incomplete = defineRoutes({
      // @ts-expect-error -- `{id}` needs a schema
      a: { method: 'GET', path: '/a/{id}', effect: 'read', answer: null },
    });
    // @ts-expect-error -- a route states its answer
    const silent = defineRoutes({ a: { method: 'GET', path: '/a', effect: 'read' } });
    expect([incomplete, silent]).toHaveLength(2);
  });
});
