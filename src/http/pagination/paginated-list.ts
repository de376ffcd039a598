import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import type { PageWindow } from '../../domain/page';
import { urlOf } from '../url/links';
import {
  type PaginationParameters,
  ListWindowPipe,
  type PageQuery,
  type PageWindowPipe,
} from './page-window.pipe';

type WindowPipe = Type<PageWindowPipe<PageWindow>> & PaginationParameters;

const PageQueryParameter = createParamDecorator((_: unknown, context: ExecutionContext): PageQuery => {
  const request = context.switchToHttp().getRequest<Request>();
  return { query: request.query, url: urlOf(request) };
});

/**
 * Injects the `PageRequest` into a list handler, and documents the envelope and the pagination parameters.
 *
 * @param item DTO of one item
 * @param pipe reads the window of this list
 * @param extensions DTOs of further envelope keys
 */
export function PaginatedList(
  item: Type<unknown>,
  pipe: WindowPipe = ListWindowPipe,
  extensions: readonly Type<unknown>[] = [],
): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    const parts = [envelopeFor(item), ...extensions];
    const describe: MethodDecorator[] = [
      ApiExtraModels(item, ...parts),
      ApiOkResponse(
        extensions.length === 0
          ? { type: parts[0]! }
          : { schema: { allOf: parts.map((part) => ({ $ref: getSchemaPath(part) })) } },
      ),
    ];
    for (const decorate of describe) decorate(controller, name!, handler);
    Pagination(pipe)(controller, name, index);
  };
}

/** Injects the `PageRequest` and documents the parameters only, for lists without envelope. */
export function Pagination(pipe: WindowPipe): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    for (const { name: parameter, description, ...schema } of pipe.parameters) {
      ApiQuery({ name: parameter, description, required: false, schema })(controller, name!, handler);
    }
    PageQueryParameter(pipe)(controller, name, index);
  };
}

const envelopes = new Map<Type<unknown>, Type<unknown>>();

/** Returns the envelope class of an item, named after it: `AssetListDto` for `AssetDto`. */
function envelopeFor(item: Type<unknown>): Type<unknown> {
  const existing = envelopes.get(item);
  if (existing !== undefined) return existing;
  class ListDto {
    @ApiProperty({ type: 'integer', example: 1, description: 'Total number of items in the list.' })
    count!: number;

    @ApiProperty({
      type: String,
      nullable: true,
      example: null,
      description: 'URL of the next page; null on the last.',
    })
    next!: string | null;

    @ApiProperty({
      type: String,
      nullable: true,
      example: null,
      description: 'URL of the previous page; null on the first.',
    })
    previous!: string | null;

    @ApiProperty({ type: [item] })
    results!: unknown[];
  }
  Object.defineProperty(ListDto, 'name', { value: item.name.replace(/(Dto)?$/, 'ListDto') });
  envelopes.set(item, ListDto);
  return ListDto;
}
