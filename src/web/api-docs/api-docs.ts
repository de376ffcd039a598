import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { RouteTable } from '../../authorization/route-table';
import {
  addSharedErrorResponses,
  describeErrorResponses,
  type Operation,
  operationsOf,
} from './error-responses';

/** Generates the OpenAPI description from the controllers and the route table. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('fieldhouse')
    .setDescription('Survey projects and the data collected with them: the KoboToolbox v2 API and OpenRosa.')
    .setVersion('2')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`Token <key>`; get the key from /token/.',
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
            scopes: { read: 'GET and HEAD', write: 'all other methods', groups: 'accepted, grants nothing' },
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
    operationIdFactory: (_controller, method) => method,
  });
  numberRepeatedIds(document);
  addMissingPathParameters(document);
  const operations = operationsOf(document);
  for (const route of app.get(RouteTable).routes()) {
    const operation = operations.get(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
    if (operation === undefined) continue;
    describeRequestBody(operation);
    describeErrorResponses(route, operation);
  }
  addSharedErrorResponses(document);
  return document;
}

/** Makes ids unique: a method with two paths, `getForm[0]` and `getForm[1]`, has `getForm` and `getForm2`. */
function numberRepeatedIds(document: OpenAPIObject): void {
  const uses = new Map<string, number>();
  for (const operation of operationsOf(document).values()) {
    const id = (operation.operationId ?? '').replace(/\[\d+\]$/, '');
    const count = (uses.get(id) ?? 0) + 1;
    uses.set(id, count);
    operation.operationId = count > 1 ? `${id}${count}` : id;
  }
}

/** The library finds only parameters of methods; some, such as the uid of an asset, are read by guards only. */
function addMissingPathParameters({ paths }: OpenAPIObject): void {
  for (const [path, item] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    for (const operation of Object.values(item as Record<string, Operation>)) {
      const declared = new Set(operation.parameters?.map((each) => ('name' in each ? each.name : '')));
      const missing = names
        .filter((name) => !declared.has(name))
        .map((name) => ({ name, in: 'path' as const, required: true, schema: { type: 'string' as const } }));
      operation.parameters = [...missing, ...(operation.parameters ?? [])];
    }
  }
}

/** Serves HTML at /api/docs/ and OpenAPI at /api/openapi.json, generated on the first request. */
export function serveApiDocs(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('api/docs', app, () => (document ??= describeApi(app)), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'fieldhouse API',
  });
}

const JSON_TYPE = 'application/json';
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Adds form media types to JSON bodies (contract-assets 0.6), except where a route declares its own. */
function describeRequestBody({ requestBody }: Operation): void {
  if (requestBody === undefined || !('content' in requestBody)) return;
  const { content } = requestBody;
  const json = content[JSON_TYPE];
  if (json === undefined || Object.keys(content).length > 1) return;
  for (const type of FORM_TYPES) content[type] = json;
}
