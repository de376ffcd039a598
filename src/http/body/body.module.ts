import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { BodyBudget } from './incoming-body';
import { BodyReader } from './body-reader';
import { FileStaging } from './uploaded-file';
import { LargeJsonReader } from './read-json';

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
