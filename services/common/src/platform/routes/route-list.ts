import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { collectRoutes, type HttpRoute } from './routes.js';

/** The service's HTTP routes, collected once when it starts. */
@Injectable()
export class RouteList {
  private routes: readonly HttpRoute[] | undefined;

  constructor(private readonly modules: ModulesContainer) {}

  /** @throws RouteWithoutAccess the first time */
  all(): readonly HttpRoute[] {
    this.routes ??= collectRoutes(this.modules);
    return this.routes;
  }
}
