import { Controller, Get, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Public } from '../../../src/access/policy';
import { RouteTable } from '../../../src/access/route-table';

@Controller('guarded')
class GuardedController {
  @Get()
  @Public()
  show() {
    return {};
  }
}

@Controller('forgotten')
class ForgottenController {
  @Get(':id')
  show() {
    return {};
  }

  @Get()
  @Public()
  list() {
    return [];
  }
}

@Module({ imports: [DiscoveryModule], controllers: [GuardedController], providers: [RouteTable] })
class GuardedModule {}

@Module({
  imports: [DiscoveryModule],
  controllers: [GuardedController, ForgottenController],
  providers: [RouteTable],
})
class ForgottenModule {}

describe('a route without a policy', () => {
  const routesOf = async (module: Type): Promise<unknown> => {
    const context = await NestFactory.createApplicationContext(module, { logger: false });
    try {
      return context.get(RouteTable).routes();
    } finally {
      await context.close();
    }
  };

  it('stops the boot, naming the route and the method', async () => {
    await expect(routesOf(ForgottenModule)).rejects.toThrow(
      'These routes have no policy; say who may call them: GET /forgotten/:id (ForgottenController.show)',
    );
  });

  it('is the only reason', async () => {
    await expect(routesOf(GuardedModule)).resolves.toHaveLength(1);
  });
});
