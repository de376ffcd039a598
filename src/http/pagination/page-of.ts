import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import type { PageWindow } from '../../domain/page';
import { urlOf } from '../url/request-links';
import {
  type DescribesPage,
  ListWindowPipe,
  type PageQuestion,
  type PageWindowPipe,
} from './page-window.pipe';

type WindowPipe = Type<PageWindowPipe<PageWindow>> & DescribesPage;

const Question = createParamDecorator((_: unknown, context: ExecutionContext): PageQuestion => {
  const request = context.switchToHttp().getRequest<Request>();
  return { query: request.query, url: urlOf(request) };
});

/**
 * The argument of a list's handler: the `AskedPage`, which goes to the service (its window) and to `presentPage`.
 * Describes the answer as an envelope of such items, and the parameters that choose the page.
 *
 * @param item the DTO of one item
 * @param pipe how this list reads its window
 * @param beside what the envelope has besides
 */
export function PageOf(
  item: Type<unknown>,
  pipe: WindowPipe = ListWindowPipe,
  beside: readonly Type<unknown>[] = [],
): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    const parts = [envelopeOf(item), ...beside];
    const describe: MethodDecorator[] = [
      ApiExtraModels(item, ...parts),
      ApiOkResponse(
        beside.length === 0
          ? { type: parts[0]! }
          : { schema: { allOf: parts.map((part) => ({ $ref: getSchemaPath(part) })) } },
      ),
    ];
    for (const decorate of describe) decorate(controller, name!, handler);
    AskedPageOf(pipe)(controller, name, index);
  };
}

/** The same where the answer is no envelope: describes the parameters alone. */
export function AskedPageOf(pipe: WindowPipe): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    for (const { name: parameter, description, ...schema } of pipe.parameters) {
      ApiQuery({ name: parameter, description, required: false, schema })(controller, name!, handler);
    }
    Question(pipe)(controller, name, index);
  };
}

const envelopes = new Map<Type<unknown>, Type<unknown>>();

/** One class for all lists of an item, named after it: `AssetListDto` of `AssetDto`. */
function envelopeOf(item: Type<unknown>): Type<unknown> {
  const known = envelopes.get(item);
  if (known !== undefined) return known;
  class ListDto {
    @ApiProperty({ type: 'integer', example: 1, description: 'Items of the whole list.' })
    count!: number;

    @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of the next page.' })
    next!: string | null;

    @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of the page before.' })
    previous!: string | null;

    @ApiProperty({ type: [item] })
    results!: unknown[];
  }
  Object.defineProperty(ListDto, 'name', { value: item.name.replace(/(Dto)?$/, 'ListDto') });
  envelopes.set(item, ListDto);
  return ListDto;
}
