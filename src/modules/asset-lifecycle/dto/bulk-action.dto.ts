import { ApiProperty } from '@nestjs/swagger';
import { type BulkAction, readBulkAction } from '../../../domain/asset/bulk-action';
import { ReadBy, readObject } from '../../../http/validation/field';

export class BulkActionDto {
  @ReadBy((sent) => readBulkAction(readObject(sent)), { required: true })
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { asset_uids: ['aSAvYreNzVEkrWg5Gdcvg2'], action: 'archive' },
    description:
      '`action` is archive, unarchive, delete or, for superusers, undelete. Which assets: `asset_uids`, or `confirm: true` for all that the caller owns. Also as JSON text.',
  })
  payload!: BulkAction;

  toInput(): BulkAction {
    return this.payload;
  }
}

export class BulkOutcomeDto {
  @ApiProperty({ example: '2 projects have been archived' })
  detail!: string;
}
