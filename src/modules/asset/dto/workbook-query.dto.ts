import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag } from '../../../http/validation/field';

export class WorkbookQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    description:
      '`true` keeps rows that only KoboToolbox supports (score, rank, matrix), for reimport. Default: false, which expands them to standard XLSForm.',
  })
  kobo_specific_types?: boolean;
}
