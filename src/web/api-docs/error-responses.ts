import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Route } from '../../authorization/route-table';
import { ANY_TYPE, isNegotiated, isODataPath, isSafe } from '../../http/negotiation/request';

const STATUS_DESCRIPTIONS = {
  400: 'The path, query or body is invalid; the response says why.',
  401: 'The credentials are missing or invalid.',
  402: 'The operator limits what is stored, and the limit is reached; the response names it.',
  403: 'The credentials do not permit this operation.',
  404: 'The resource does not exist, or the caller may not view it.',
  405: 'The state of the resource does not allow this operation.',
  406: '`Accept` has none of the media types of the response.',
  408: 'Timeout while receiving the body.',
  409: 'The request conflicts with stored data.',
  410: 'The resource was deleted.',
  413: 'The body is too large; the response states the limit.',
  415: 'Unsupported media type, charset or content encoding.',
  416: '`Range` starts after the end of the file.',
  429: 'Too many attempts. Retry after the seconds in `Retry-After`.',
  501: 'Part of the protocol that this service does not implement.',
  503: 'The service is overloaded, or a dependency is unavailable. Retry after the seconds in `Retry-After`.',
  507: 'Insufficient storage.',
} as const;

type ErrorStatus = keyof typeof STATUS_DESCRIPTIONS;

/** Error statuses that follow from policy, parameters, body and response of a route (decision 57). */
function errorStatusesOf(
  { method, path, policy, body }: Route,
  operation: Operation,
): readonly ErrorStatus[] {
  if (policy.kind === 'unauthenticated') return [];
  const isForApplications = policy.kind === 'application';
  const acceptsBody = !isSafe(method) && body.text !== 'none';
  const storesFiles = body.file !== undefined || body.inParts === true;
  const parameters = operation.parameters ?? [];
  return [
    ...when(acceptsBody || parameters.length > 0, 400),
    401,
    // Scopes and sign-in limits apply wherever credentials are checked, also on public routes.
    ...when(!isForApplications, 403, 429),
    ...when(path.includes(':') || policy.kind === 'in-service', 404),
    ...when(isNegotiated(path) && !NAMES_FORMAT.test(path) && !respondsWithFile(operation), 406),
    ...when(acceptsBody, 408, 413, 415),
    ...when(isODataPath(path), 501),
    503,
    ...when(storesFiles, 507),
  ];
}

/** The path fixes the format. */
const NAMES_FORMAT = /\.\w+$/;

function when(condition: boolean, ...statuses: readonly ErrorStatus[]): readonly ErrorStatus[] {
  return condition ? statuses : [];
}

function respondsWithFile({ responses }: Operation): boolean {
  return Object.values(responses).some(
    (response) => response !== undefined && 'content' in response && ANY_TYPE in (response.content ?? {}),
  );
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;
type Content = Readonly<Record<string, { schema: Schemas[string] }>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of error bodies (decision 2). */
const SCHEMAS: Schemas = {
  Error: {
    description: 'One message in `detail`, or a list of messages per invalid field.',
    anyOf: [
      {
        type: 'object',
        required: ['detail'],
        properties: { detail: { type: 'string', example: 'Not found.' } },
        additionalProperties: true,
      },
      ref('FieldErrors'),
    ],
  },
  FieldErrors: {
    type: 'object',
    minProperties: 1,
    additionalProperties: { anyOf: [{ type: 'array', items: { type: 'string' } }, ref('FieldErrors')] },
    example: { name: ['This field is required.'] },
  },
  CollectorError: {
    description: 'Errors of JSON requests; all others get OpenRosa XML.',
    type: 'object',
    minProperties: 1,
    properties: { error: { type: 'string' }, detail: { type: 'string' } },
  },
  ODataError: {
    description: 'OData error response.',
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', example: 'NotFound' },
          message: { type: 'string', example: 'There is no such entity set.' },
        },
      },
    },
  },
  OAuthError: {
    description: 'RFC 6749 5.2',
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', example: 'invalid_grant' },
      error_description: { type: 'string', example: 'The authorization code was already used.' },
    },
  },
};

const PROTOCOLS = {
  Api: { 'application/json': { schema: ref('Error') } },
  OAuth: { 'application/json': { schema: ref('OAuthError') } },
  OData: { 'application/json': { schema: ref('ODataError') } },
  OpenRosa: {
    'text/xml': { schema: { type: 'string' } },
    'application/json': { schema: ref('CollectorError') },
  },
} satisfies Record<string, Content>;

type Protocol = keyof typeof PROTOCOLS;

const ERROR_STATUSES = Object.keys(STATUS_DESCRIPTIONS).map((status) => Number(status) as ErrorStatus);
const PROTOCOL_NAMES = Object.keys(PROTOCOLS) as Protocol[];

/** Describes all errors of a route: those that it declares, and those that follow from its policy and parameters. */
export function describeErrorResponses(route: Route, operation: Operation): void {
  const protocol = protocolOf(route, operation);
  const declared = Object.keys(operation.responses).map(Number).filter(isErrorStatus);
  for (const status of new Set([...declared, ...errorStatusesOf(route, operation)])) {
    const response = operation.responses[status];
    const description = response !== undefined && 'description' in response ? response.description : '';
    if (route.method === 'HEAD') {
      operation.responses[status] = { description: description || STATUS_DESCRIPTIONS[status] };
    } else if (description === '') {
      operation.responses[status] = { $ref: `#/components/responses/${nameOf(protocol, status)}` };
    } else {
      operation.responses[status] = { description, content: withErrorContent(response, PROTOCOLS[protocol]) };
    }
  }
}

/** Some errors also have a specific schema, such as the result per item of a bulk request. */
function withErrorContent(response: Operation['responses'][string], errors: Content): Content {
  const own = response !== undefined && 'content' in response ? response.content : undefined;
  return Object.fromEntries(
    Object.entries(errors).map(([type, { schema }]) => {
      const shape = own?.[type]?.schema;
      const isOwn = shape !== undefined && !isDeepStrictEqual(shape, schema);
      return [type, { schema: isOwn ? { anyOf: [shape, schema] } : schema }];
    }),
  );
}

/** Adds the error responses that routes reference. */
export function addSharedErrorResponses(document: OpenAPIObject): void {
  const { schemas, responses, ...components } = document.components ?? {};
  const shared: Responses = {};
  for (const protocol of PROTOCOL_NAMES) {
    for (const status of ERROR_STATUSES) {
      shared[nameOf(protocol, status)] = {
        description: STATUS_DESCRIPTIONS[status],
        content: PROTOCOLS[protocol],
      };
    }
  }
  document.components = {
    ...components,
    schemas: { ...schemas, ...SCHEMAS },
    responses: { ...responses, ...shared },
  };
}

function nameOf(protocol: Protocol, status: ErrorStatus): string {
  return `${protocol}${status}`;
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status in STATUS_DESCRIPTIONS;
}

/** Derives the protocol of a route from its policy, path or successful response. */
function protocolOf({ path, policy }: Route, { responses }: Operation): Protocol {
  if (policy.kind === 'application') return 'OAuth';
  if (policy.kind === 'asset' && policy.family === 'openrosa') return 'OpenRosa';
  if (isODataPath(path)) return 'OData';
  // Files have other media types, but their errors are OpenRosa.
  if (path.startsWith('/collector/')) return 'OpenRosa';
  const speaksXml = Object.values(responses).some(
    (response) => response !== undefined && 'content' in response && 'text/xml' in (response.content ?? {}),
  );
  return speaksXml ? 'OpenRosa' : 'Api';
}

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Operations by route: `GET /api/v2/assets/{uid}`. */
export function operationsOf({ paths }: OpenAPIObject): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  );
}
