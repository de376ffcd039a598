import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type BulkEdit,
  type BulkSelection,
  type BulkVerdict,
  readBulkEdit,
  readSelection,
  readVerdicts,
} from '../../../domain/submission/bulk-selection';
import {
  parseValidationStatusUid,
  type ValidationStatusUid,
} from '../../../domain/submission/validation-status';
import { ReadBy } from '../../../http/validation/field';

const CHOICE =
  'Which submissions: `submission_ids`, or `query` as the list takes it, or `confirm: true` for all. Also as JSON text.';

const payload = (example: object) => ({
  type: 'object',
  additionalProperties: true,
  description: CHOICE,
  example,
});

/** Submissions to be removed. */
export class BulkRemovalDto {
  @ReadBy(readSelection, { required: true })
  @ApiProperty(payload({ submission_ids: [1, 2] }) as object)
  payload!: BulkSelection;

  toInput(): BulkSelection {
    return this.payload;
  }
}

/** Submissions to be given the same answers: `data` maps paths to texts. */
export class BulkEditDto {
  @ReadBy(readBulkEdit, { required: true })
  @ApiProperty(payload({ submission_ids: [1, 2], data: { 'person/age': '35' } }) as object)
  payload!: BulkEdit;

  toInput(): BulkEdit {
    return this.payload;
  }
}

/** Submissions to be judged. */
export class BulkVerdictDto {
  @ReadBy(readVerdicts, { required: true })
  @ApiProperty(payload({ confirm: true, 'validation_status.uid': 'validation_status_approved' }) as object)
  payload!: BulkVerdict;

  toInput(): BulkVerdict {
    return this.payload;
  }
}

/** A verdict on one submission. */
export class VerdictDto {
  @ReadBy((sent) => sent)
  @ApiProperty({ type: String, example: 'validation_status_approved' })
  'validation_status.uid'?: unknown;

  /** @throws InvalidError for what is no verdict */
  toInput(): ValidationStatusUid {
    return parseValidationStatusUid(this['validation_status.uid']);
  }
}

/** A verdict as it was given; none of the keys where nobody has judged. */
export class ValidationStatusDto {
  @ApiPropertyOptional({ example: 1772352885, description: 'Seconds since 1970.' }) timestamp?: number;
  @ApiPropertyOptional({ example: 'validation_status_approved' }) uid?: string;
  @ApiPropertyOptional({ example: 'owner' }) by_whom?: string;
  @ApiPropertyOptional({ example: 'Approved' }) label?: string;
}

/** How many it was done to. */
export class BulkOutcomeDto {
  @ApiProperty({ example: '2 submissions have been updated' }) detail!: string;
}

class EditOutcomeDto {
  @ApiProperty({ example: '3f15cdfe-3eab-4678-8352-7806febf158d' }) uuid!: string;
  @ApiProperty({ type: String, nullable: true, example: '5e3b1c2a-0000-4000-8000-000000000001' })
  root_uuid!: string | null;
  @ApiProperty({ example: 201 }) status_code!: number;
  @ApiProperty({ example: 'Successful submission' }) message!: string;
}

/** What became of each. */
export class BulkEditOutcomeDto {
  @ApiProperty({ example: 1 }) count!: number;
  @ApiProperty({ example: 1 }) successes!: number;
  @ApiProperty({ example: 0 }) failures!: number;
  @ApiProperty({ type: [EditOutcomeDto] }) results!: EditOutcomeDto[];
}
