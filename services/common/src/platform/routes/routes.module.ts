import { Module, type DynamicModule } from '@nestjs/common';
import { RouteList } from './route-list.js';
import { RoutesController } from './routes.controller.js';

@Module({})
export class RoutesModule {
  /** @param publish serves the list of routes; off in production because it would help an attacker */
  static register({ publish }: { publish: boolean }): DynamicModule {
    return {
      module: RoutesModule,
      controllers: publish ? [RoutesController] : [],
      providers: [RouteList],
    };
  }
}
