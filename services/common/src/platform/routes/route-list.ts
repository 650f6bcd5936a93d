import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { collectRoutes, type HttpRoute } from './routes.js';

/** HTTP routes of the service, collected once at startup. */
@Injectable()
export class RouteList {
  private routes: readonly HttpRoute[] | undefined;

  constructor(private readonly modules: ModulesContainer) {}

  /** @throws the errors of collectRoutes, on the first call */
  all(): readonly HttpRoute[] {
    this.routes ??= collectRoutes(this.modules);
    return this.routes;
  }
}
