import { Global, Module } from '@nestjs/common';
import { SubmissionParser } from './submission-parser.port';
import { ThreadedSubmissionParser } from './threaded.submission-parser';

@Global()
@Module({
  providers: [{ provide: SubmissionParser, useClass: ThreadedSubmissionParser }],
  exports: [SubmissionParser],
})
export class SubmissionParserModule {}
