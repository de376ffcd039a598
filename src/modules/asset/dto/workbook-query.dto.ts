import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag } from '../../../http/validation/field';

export class WorkbookQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    description:
      'True keeps rows that only KoboToolbox knows (score, rank, matrix), for a later import; else they become plain rows.',
  })
  kobo_specific_types?: boolean;
}
