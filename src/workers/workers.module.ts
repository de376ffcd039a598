import { Global, Module } from '@nestjs/common';
import { ExportWriter } from './export-writer/export-writer';
import { FormEngine } from './form-engine/form-engine';
import { ImageResizer } from './image-resizer/image-resizer';
import { PasswordStrength } from './password-strength/password-strength';
import { SubmissionParser } from './submission-parser/submission-parser';
import { TableWriter } from './table-writer/table-writer';

const WORKERS = [ExportWriter, FormEngine, ImageResizer, PasswordStrength, SubmissionParser, TableWriter];

@Global()
@Module({ providers: WORKERS, exports: WORKERS })
export class WorkersModule {}
