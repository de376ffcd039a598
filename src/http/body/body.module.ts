import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { BodyBudget } from './body-budget';
import { BodyReader } from './body-reader';
import { FileDrafts } from './file-drafts.port';
import { LargeJsonReader } from './large-json-reader';

/** Bodies as they come in. */
@Global()
@Module({})
export class BodyModule {
  /** @param drafts what keeps the files of a request while it is read */
  static over(drafts: abstract new () => FileDrafts): DynamicModule {
    return {
      module: BodyModule,
      providers: [
        { provide: FileDrafts, useExisting: drafts as Type<FileDrafts> },
        BodyBudget,
        BodyReader,
        LargeJsonReader,
      ],
      exports: [BodyReader],
    };
  }
}
