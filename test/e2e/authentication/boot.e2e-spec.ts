import { Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastPathHandler, type FastPathMethod, FastPath } from '../../../src/authorization/fast-path-handler';
import { FastPathTable } from '../../../src/authorization/fast-path-table';
import { Public, Requires, SignedIn } from '../../../src/authorization/policy';
import { Priority } from '../../../src/authorization/priority';
import { Reply } from '../../../src/http/reply';
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

describe('a fast-path method', () => {
  @Controller()
  class PostsController {
    @Post('quick')
    @Priority('immediate')
    @Public()
    quick() {
      return {};
    }

    @Post('slow')
    @Public()
    slow() {
      return {};
    }
  }

  const response: FastPathMethod = async () => new Reply(200, undefined);

  function handlerWith(...decorators: MethodDecorator[]): Type<FastPathHandler> {
    class QuickHandler extends FastPathHandler {
      canHandle = () => true;
      serve(...given: Parameters<FastPathMethod>): ReturnType<FastPathMethod> {
        return response(...given);
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(QuickHandler.prototype, 'serve')!;
    for (const decorate of decorators) decorate(QuickHandler.prototype, 'serve', descriptor);
    return QuickHandler;
  }

  const fastPath = (path: string, method: 'GET' | 'POST' = 'POST') =>
    FastPath(method, path) as MethodDecorator;

  async function routesServedBy(handler: Type<FastPathHandler>): Promise<string[]> {
    @Module({
      imports: [DiscoveryModule],
      controllers: [PostsController],
      providers: [RouteTable, FastPathTable, handler],
    })
    class HandlerModule {}
    const context = await NestFactory.createApplicationContext(HandlerModule, { logger: false });
    try {
      return context.get(FastPathTable).describe();
    } finally {
      await context.close();
    }
  }

  it('serves a route with the same requirements', async () => {
    const routes = await routesServedBy(handlerWith(fastPath('quick'), Priority('immediate'), Public()));
    expect(routes).toEqual(['POST   /quick  public']);
  });

  it.each<[string, MethodDecorator[], string]>([
    ['has no policy', [fastPath('quick'), Priority('immediate')], 'has no policy'],
    [
      'has another policy',
      [fastPath('quick'), Priority('immediate'), SignedIn()],
      'has other requirements than',
    ],
    [
      'has another priority',
      [fastPath('slow'), Priority('immediate'), Public()],
      'has other requirements than',
    ],
    ['has another verb', [fastPath('quick', 'GET'), Priority('immediate'), Public()], 'matches no route'],
    ['has an unknown path', [fastPath('gone'), Priority('immediate'), Public()], 'matches no route'],
  ])('fails the boot when it %s', async (_, decorators, why) => {
    await expect(routesServedBy(handlerWith(...decorators))).rejects.toThrow(
      `The fast-path method QuickHandler.serve ${why}`,
    );
  });
});
