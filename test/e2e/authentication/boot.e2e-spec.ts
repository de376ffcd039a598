import { Controller, Get, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Public, Requires } from '../../../src/authorization/policy';
import type { AssetAccess } from '../../../src/domain/permission/asset-access';
import { RouteTable } from '../../../src/authorization/route-table';

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

@Controller('misnamed/:asset')
class MisnamedController {
  @Get('content')
  @Requires('view_asset')
  content(access: AssetAccess<'view_asset'>) {
    return access.assetUid;
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

@Module({
  imports: [DiscoveryModule],
  controllers: [GuardedController, MisnamedController],
  providers: [RouteTable],
})
class MisnamedModule {}

const routesOf = async (module: Type): Promise<unknown> => {
  const context = await NestFactory.createApplicationContext(module, { logger: false });
  try {
    return context.get(RouteTable).routes();
  } finally {
    await context.close();
  }
};

describe('a route that requires a permission on an asset', () => {
  it('fails the boot when its path has no :uid', async () => {
    await expect(routesOf(MisnamedModule)).rejects.toThrow(
      'These routes require a permission on the asset :uid and have no :uid in their path: GET /misnamed/:asset/content (MisnamedController.content)',
    );
  });
});

describe('a route without a policy', () => {
  it('fails the boot, naming the route and the method', async () => {
    await expect(routesOf(ForgottenModule)).rejects.toThrow(
      'These routes have no policy. Declare who may call them: GET /forgotten/:id (ForgottenController.show)',
    );
  });

  it('is the only reason', async () => {
    await expect(routesOf(GuardedModule)).resolves.toHaveLength(1);
  });
});
