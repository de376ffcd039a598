import { ApiProperty } from '@nestjs/swagger';
import { type BulkAction, readBulkAction } from '../../../domain/asset/bulk-action';
import { ParsedBy, readObject } from '../../../http/validation/field';

export class BulkActionDto {
  @ParsedBy((sent) => readBulkAction(readObject(sent)), { required: true })
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { asset_uids: ['aSAvYreNzVEkrWg5Gdcvg2'], action: 'archive' },
    description:
      '`action`: archive, unarchive, delete or, for superusers, undelete. Assets: `asset_uids`, or `confirm: true` for all assets of the caller. An object, or its JSON text.',
  })
  payload!: BulkAction;

  toInput(): BulkAction {
    return this.payload;
  }
}

export class BulkOutcomeDto {
  @ApiProperty({ example: '2 projects have been archived' }) detail!: string;
}
