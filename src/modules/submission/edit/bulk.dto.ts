import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type BulkEdit,
  type BulkSelection,
  type BulkValidationStatus,
  readBulkEdit,
  readSelection,
  readBulkValidationStatus,
  readStatusChange,
} from '../../../domain/submission/bulk-selection';
import {
  parseValidationStatusUid,
  type ValidationStatusUid,
} from '../../../domain/submission/validation-status';
import { ParsedBy } from '../../../http/validation/field';

const SELECTION =
  'Selection: `submission_ids`, or `query` as in the submission list, or `confirm: true` for all. JSON text is accepted too.';

const payload = (example: object) => ({
  type: 'object',
  additionalProperties: true,
  description: SELECTION,
  example,
});

export class BulkRemovalDto {
  @ParsedBy(readSelection, { required: true })
  @ApiProperty(payload({ submission_ids: [1, 2] }) as object)
  payload!: BulkSelection;
}

/** `data` maps question paths to answers. */
export class BulkEditDto {
  @ParsedBy(readBulkEdit, { required: true })
  @ApiProperty(payload({ submission_ids: [1, 2], data: { 'person/age': '35' } }) as object)
  payload!: BulkEdit;
}

export class BulkValidationStatusDto {
  @ParsedBy(readBulkValidationStatus, { required: true })
  @ApiProperty(payload({ confirm: true, 'validation_status.uid': 'validation_status_approved' }) as object)
  payload!: BulkValidationStatus;
}

export class UndoValidationStatusDto {
  @ParsedBy(readStatusChange, { required: true })
  @ApiProperty({ type: String, example: '74213', description: 'As the change returned it.' })
  change_id!: number;
}

export class SetValidationStatusDto {
  @ParsedBy((value) => value)
  @ApiProperty({
    type: String,
    example: 'validation_status_approved',
    description:
      '`validation_status_not_approved`, `validation_status_approved` or `validation_status_on_hold`.',
  })
  'validation_status.uid'?: unknown;

  toInput(): ValidationStatusUid {
    return parseValidationStatusUid(this['validation_status.uid']);
  }
}

/** Empty if the status is unset. */
export class ValidationStatusDto {
  @ApiPropertyOptional({ example: 1772352885, description: 'Unix time in seconds.' }) timestamp?: number;
  @ApiPropertyOptional({ example: 'validation_status_approved' }) uid?: string;
  @ApiPropertyOptional({ example: 'owner' }) by_whom?: string;
  @ApiPropertyOptional({ example: 'Approved' }) label?: string;
}

export class BulkResultDto {
  @ApiProperty({ example: '2 submissions have been updated' }) detail!: string;
}

export class StatusResultDto extends BulkResultDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '74213',
    description:
      'Undoes the change by `POST …/data/validation_statuses/undo/`; null if nothing was selected.',
  })
  change_id!: string | null;
}

export class StatusUndoResultDto extends StatusResultDto {
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Submissions of the change that keep their status, because it was changed since.',
  })
  skipped!: number;
}

class EditResultDto {
  @ApiProperty({ example: '3f15cdfe-3eab-4678-8352-7806febf158d' }) uuid!: string;
  @ApiProperty({ type: String, nullable: true, example: '5e3b1c2a-0000-4000-8000-000000000001' })
  root_uuid!: string | null;
  @ApiProperty({ example: 201 }) status_code!: number;
  @ApiProperty({ example: 'Successful submission' }) message!: string;
}

export class BulkEditResultDto {
  @ApiProperty({ example: 1 }) count!: number;
  @ApiProperty({ example: 1 }) successes!: number;
  @ApiProperty({ example: 0 }) failures!: number;
  @ApiProperty({ type: [EditResultDto] }) results!: EditResultDto[];
}
