import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

/** What of an asset is shown. */
export class ShownFieldsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'content,summary',
    description: 'Keys of an asset that the answer leaves out, parted by commas.',
  })
  exclude?: string;

  excluded(): ReadonlySet<string> {
    return new Set(this.exclude?.split(',').map((key) => key.trim()));
  }
}
