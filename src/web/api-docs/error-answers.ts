import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Route } from '../../authorization/route-table';
import type { Operation } from './operation';
import { REASONS, type Refusal, refusalsOf } from './refusals';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;
type Content = Readonly<Record<string, { schema: Schemas[string] }>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The shapes of errors (decision 2). */
const SCHEMAS: Schemas = {
  Error: {
    description: 'One sentence in `detail`, or sentences for each field that does not hold.',
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
    description: 'Collectors hear in OpenRosa XML; whoever sent JSON hears in JSON.',
    type: 'object',
    minProperties: 1,
    properties: { error: { type: 'string' }, detail: { type: 'string' } },
  },
  FeedError: {
    description: 'As OData has it.',
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', example: 'NotFound' },
          message: { type: 'string', example: 'There is no such set.' },
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
      error_description: { type: 'string', example: 'The code is used up.' },
    },
  },
};

/** How each protocol says what went wrong. */
const PROTOCOLS = {
  Api: { 'application/json': { schema: ref('Error') } },
  OAuth: { 'application/json': { schema: ref('OAuthError') } },
  Feed: { 'application/json': { schema: ref('FeedError') } },
  OpenRosa: {
    'text/xml': { schema: { type: 'string' } },
    'application/json': { schema: ref('CollectorError') },
  },
} satisfies Record<string, Content>;

type Protocol = keyof typeof PROTOCOLS;

const REFUSALS = Object.keys(REASONS).map((status) => Number(status) as Refusal);
const PROTOCOL_NAMES = Object.keys(PROTOCOLS) as Protocol[];

/** Describes every refusal of the route: those that it declares by word, and those that follow from what it declares. */
export function describeRefusals(route: Route, operation: Operation): void {
  const protocol = protocolOf(route, operation);
  const declared = Object.keys(operation.responses).map(Number).filter(isRefusal);
  for (const status of new Set([...declared, ...refusalsOf(route, operation)])) {
    const said = operation.responses[status];
    const description = said !== undefined && 'description' in said ? said.description : '';
    if (route.method === 'HEAD') {
      operation.responses[status] = { description: description || REASONS[status] };
    } else if (description === '') {
      operation.responses[status] = { $ref: `#/components/responses/${nameOf(protocol, status)}` };
    } else {
      operation.responses[status] = { description, content: besideErrors(said, PROTOCOLS[protocol]) };
    }
  }
}

/** A refusal may also have a shape of its own, such as what became of each of many. */
function besideErrors(said: Operation['responses'][string], errors: Content): Content {
  const own = said !== undefined && 'content' in said ? said.content : undefined;
  return Object.fromEntries(
    Object.entries(errors).map(([type, { schema }]) => {
      const shape = own?.[type]?.schema;
      const isOwn = shape !== undefined && !isDeepStrictEqual(shape, schema);
      return [type, { schema: isOwn ? { anyOf: [shape, schema] } : schema }];
    }),
  );
}

/** Adds what the refusals of all routes share. */
export function addSharedRefusals(document: OpenAPIObject): void {
  const { schemas, responses, ...components } = document.components ?? {};
  const shared: Responses = {};
  for (const protocol of PROTOCOL_NAMES) {
    for (const status of REFUSALS) {
      shared[nameOf(protocol, status)] = { description: REASONS[status], content: PROTOCOLS[protocol] };
    }
  }
  document.components = {
    ...components,
    schemas: { ...schemas, ...SCHEMAS },
    responses: { ...responses, ...shared },
  };
}

function nameOf(protocol: Protocol, status: Refusal): string {
  return `${protocol}${status}`;
}

function isRefusal(status: number): status is Refusal {
  return status in REASONS;
}

/** What a route answers with when all goes well tells what it speaks. */
function protocolOf({ path, policy }: Route, { responses }: Operation): Protocol {
  if (policy.kind === 'application') return 'OAuth';
  if (policy.kind === 'asset' && policy.family === 'openrosa') return 'OpenRosa';
  if (policy.kind === 'asset' && policy.family === 'feed') return 'Feed';
  // Files have types of their own there, and refusals have not.
  if (path.startsWith('/collector/')) return 'OpenRosa';
  const speaksXml = Object.values(responses).some(
    (response) => response !== undefined && 'content' in response && 'text/xml' in (response.content ?? {}),
  );
  return speaksXml ? 'OpenRosa' : 'Api';
}
