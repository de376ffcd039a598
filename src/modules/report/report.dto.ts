import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../http/validation/field';
import type { ReportInput } from './report.service';

const freeObject = { type: 'object', additionalProperties: true } as const;

export class ReportQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'sex,age',
    description: 'Comma-separated names of questions. Default: all.',
  })
  names?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: '',
    description:
      'Name of a select_one question, outside of repeat groups, to group by. Default: no grouping.',
  })
  split_by?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: '',
    description: 'Language of the labels, as in the form. Default: the unnamed language.',
  })
  lang?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: '',
    description:
      '`newest`: only submissions of the version deployed last; uid of a deployed version: only those of that one; `all`: ' +
      'the questions of all versions. Default: the questions of the version deployed last, in submissions of all versions.',
  })
  version?: string;

  toInput(): ReportInput {
    const { names = '', split_by, lang, version } = this;
    return {
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      splitBy: emptyToUndefined(split_by),
      language: emptyToUndefined(lang),
      version: emptyToUndefined(version),
    };
  }
}

function emptyToUndefined(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

export class ReportDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/reports/' })
  url!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Number of questions in `list`.' })
  count!: number;

  @ApiProperty({
    type: 'array',
    items: freeObject,
    example: [
      {
        name: 'sex',
        row: { type: 'select_one' },
        data: {
          total_count: 3,
          not_provided: 0,
          provided: 3,
          show_graph: true,
          responses: ['Female', 'Male'],
          frequencies: [2, 1],
          percentages: [66.67, 33.33],
        },
        kuid: 'ab3cd4',
        style: {},
      },
    ],
  })
  list!: object[];
}
