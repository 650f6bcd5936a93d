import { Controller, Get } from '@nestjs/common';
import { Internal } from '../auth/access.decorators.js';
import { RouteList } from './route-list.js';

/** What the authorisation matrix is generated from. Not there in production. */
@Controller('internal/routes')
@Internal()
export class RoutesController {
  constructor(private readonly routes: RouteList) {}

  @Get()
  list() {
    return this.routes.all().map(({ method, path, access }) => ({ method, path, access }));
  }
}
