import { applyDecorators, Controller, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PAGE } from '../../authorization/policy';

/** A controller of pages for people: the description of the API leaves it out. */
export const PageController = (path: string) =>
  applyDecorators(Controller(path), ApiExcludeController(), SetMetadata(PAGE, true));
