import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

export class ListEntriesDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'action:archive AND date_created__gte:2026-05-01',
    description:
      'Search on `action`, `username`, `date_created` and members of `metadata`, in the query language of the asset list.',
  })
  q?: string;
}
