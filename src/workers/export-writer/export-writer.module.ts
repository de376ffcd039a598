import { Global, Module } from '@nestjs/common';
import { ExportWriter } from './export-writer.port';
import { ThreadedExportWriter } from './threaded.export-writer';

@Global()
@Module({
  providers: [{ provide: ExportWriter, useClass: ThreadedExportWriter }],
  exports: [ExportWriter],
})
export class ExportWriterModule {}
