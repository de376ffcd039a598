import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

/** Which entries a list of history is about. */
export class ListEntriesDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'action:archive AND date_created__gte:2026-05-01',
    description:
      'A search on `action`, `username`, `date_created` and what is inside `metadata`, in the language of the asset list.',
  })
  q?: string;
}
