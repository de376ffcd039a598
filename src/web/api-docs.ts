import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The description of every route, read from the controllers. */
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
  return SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
}

/** The description for people at /api/docs/ and for programs at /api/openapi.json; made when first asked for. */
export function serveApiDocs(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('api/docs', app, () => (document ??= describeApi(app)), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'fieldhouse API',
  });
}
