import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { BodyBudget } from './incoming-body';
import { BodyReader } from './body-reader';
import { FileStaging } from './file-staging.port';
import { LargeJsonReader } from './large-json-reader';

@Global()
@Module({})
export class BodyModule {
  /** @param staging stores uploaded files until they are promoted */
  static forRoot(staging: abstract new () => FileStaging): DynamicModule {
    return {
      module: BodyModule,
      providers: [
        { provide: FileStaging, useExisting: staging as Type<FileStaging> },
        BodyBudget,
        BodyReader,
        LargeJsonReader,
      ],
      exports: [BodyReader],
    };
  }
}
