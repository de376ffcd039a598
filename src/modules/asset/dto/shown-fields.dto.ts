import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

export class ShownFieldsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'content,summary',
    description: 'Comma-separated asset keys to omit from the response.',
  })
  exclude?: string;

  excluded(): ReadonlySet<string> {
    return new Set(this.exclude?.split(',').map((key) => key.trim()));
  }
}
