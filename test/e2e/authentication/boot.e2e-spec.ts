import { Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Door, type DoorHandler, InFrontOf } from '../../../src/authorization/door';
import { DoorTable } from '../../../src/authorization/door-table';
import { Public, Requires, SignedIn } from '../../../src/authorization/policy';
import { ServedAtOnce } from '../../../src/authorization/served';
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

describe('a route that needs a permission on an asset', () => {
  it('stops the boot when its path has no :uid', async () => {
    await expect(routesOf(MisnamedModule)).rejects.toThrow(
      'These routes need a permission on the asset that :uid names, and have no :uid in their path: GET /misnamed/:asset/content (MisnamedController.content)',
    );
  });
});

describe('a route without a policy', () => {
  it('stops the boot, naming the route and the method', async () => {
    await expect(routesOf(ForgottenModule)).rejects.toThrow(
      'These routes have no policy; say who may call them: GET /forgotten/:id (ForgottenController.show)',
    );
  });

  it('is the only reason', async () => {
    await expect(routesOf(GuardedModule)).resolves.toHaveLength(1);
  });
});

describe('a door', () => {
  @Controller()
  class PostsController {
    @Post('quick')
    @ServedAtOnce()
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

  const answer: DoorHandler = async () => new Reply(200, undefined);

  /** A door whose one method has these decorators. */
  function doorWith(...decorators: MethodDecorator[]): Type<Door> {
    class OneDoor extends Door {
      isPlain = () => true;
      serve(...given: Parameters<DoorHandler>): ReturnType<DoorHandler> {
        return answer(...given);
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(OneDoor.prototype, 'serve')!;
    for (const decorate of decorators) decorate(OneDoor.prototype, 'serve', descriptor);
    return OneDoor;
  }

  const inFrontOf = (path: string, method: 'GET' | 'POST' = 'POST') =>
    InFrontOf(method, path) as MethodDecorator;

  async function placesOf(door: Type<Door>): Promise<string[]> {
    @Module({
      imports: [DiscoveryModule],
      controllers: [PostsController],
      providers: [RouteTable, DoorTable, door],
    })
    class DoorModule {}
    const context = await NestFactory.createApplicationContext(DoorModule, { logger: false });
    try {
      return context.get(DoorTable).describe();
    } finally {
      await context.close();
    }
  }

  it('stands in front of a route and asks what that asks', async () => {
    const places = await placesOf(doorWith(inFrontOf('quick'), ServedAtOnce(), Public()));
    expect(places).toEqual(['POST   /quick  public']);
  });

  it.each<[string, MethodDecorator[], string]>([
    ['has no policy', [inFrontOf('quick'), ServedAtOnce()], 'has no policy'],
    ['asks for less', [inFrontOf('quick'), ServedAtOnce(), SignedIn()], 'asks for something else than'],
    ['serves earlier', [inFrontOf('slow'), ServedAtOnce(), Public()], 'asks for something else than'],
    [
      'has another verb',
      [inFrontOf('quick', 'GET'), ServedAtOnce(), Public()],
      'stands in front of no route',
    ],
    ['leads nowhere', [inFrontOf('gone'), ServedAtOnce(), Public()], 'stands in front of no route'],
  ])('stops the boot when it %s', async (_, decorators, why) => {
    await expect(placesOf(doorWith(...decorators))).rejects.toThrow(`The door OneDoor.serve ${why}`);
  });
});
