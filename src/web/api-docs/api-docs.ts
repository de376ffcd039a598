import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { RouteTable } from '../../authorization/route-table';
import { addSharedRefusals, describeRefusals } from './error-answers';
import { type Operation, operationsOf } from './operation';
import { describeRequestBody } from './request-bodies';

/** The description of every route, read from the controllers and from the table of routes. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('fieldhouse')
    .setDescription('Survey projects and the data collected with them.')
    .setVersion('2')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`Token <key>`; the key is at /token/.',
      },
      'token',
    )
    .addBasicAuth({ type: 'http', scheme: 'basic' }, 'basic')
    .addOAuth2(
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: '/o/authorize/',
            tokenUrl: '/o/token/',
            scopes: { read: 'safe methods', write: 'all other methods', groups: 'accepted, opens nothing' },
          },
        },
      },
      'oauth2',
    )
    .addSecurityRequirements('token')
    .addSecurityRequirements('basic')
    .addSecurityRequirements('oauth2')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  nameParametersOfPaths(document);
  const operations = operationsOf(document);
  for (const route of app.get(RouteTable).routes()) {
    const operation = operations.get(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
    if (operation === undefined) continue;
    describeRequestBody(operation);
    describeRefusals(route, operation);
  }
  addSharedRefusals(document);
  return document;
}

/** A parameter that only a guard reads, such as the uid of an asset, is on no method for the library to find. */
function nameParametersOfPaths({ paths }: OpenAPIObject): void {
  for (const [path, item] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    for (const operation of Object.values(item as Record<string, Operation>)) {
      const known = new Set(operation.parameters?.map((each) => ('name' in each ? each.name : '')));
      const missing = names
        .filter((name) => !known.has(name))
        .map((name) => ({ name, in: 'path' as const, required: true, schema: { type: 'string' as const } }));
      operation.parameters = [...missing, ...(operation.parameters ?? [])];
    }
  }
}

/** The description for people at /api/docs/ and for programs at /api/openapi.json; made when first asked for. */
export function serveApiDocs(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('api/docs', app, () => (document ??= describeApi(app)), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'fieldhouse API',
  });
}
