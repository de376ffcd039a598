import fc from '../../../../test/fixtures/fast-check';
import { findSyntaxError as findError } from './expression-check';
import { tokenize } from './expression-tokens';

const findSyntaxError = (source: string) => findError(tokenize(source));

describe('findSyntaxError', () => {
  it.each([
    '1',
    '${a} + 1',
    '${a}-1',
    '5 -3',
    '-${a}',
    'today()',
    'if(${a} > 1, ${b}, -1)',
    "concat('a', \"b'\")",
    '. >= 0 and . < 150',
    "not(selected(${a}, 'x')) or (${b} = '' and ${c} != '')",
    '(1)and(2)',
    "instance('l')/root/item[name = ${q} and position() = 1]/label",
    '../../name',
    '/data/hh[position() = 2]/name',
    '/',
    '//*',
    'current()/../q',
    'parent::node()/@id',
    'count(../*)',
    '${a} div 2 mod 3 * 4',
    'a | b',
    "format-date(${d}, '%Y-%m-%d')",
    'yes',
    "date('2024-01-31') - 1",
    'if (${a} > 1, 2, 3)',
    'if(${a} > 1, int(${a}), if (${a} = 0, 1, 2))',
    'count\n\t(${a})',
    "selected (${a}, '1')",
    "${a} = '1'and ${a} > 0",
    '${a}="1"or"2"=${b}',
    '(${a} = 1)and ${a} > 0',
    '(${a} = 1)and(${b} = 2)',
    '${a} = 1and ${a} > 0',
    '${a} = 1or ${b} = 2',
    '${a} = 1.and .5 < ${b}',
    '.=1 or.=9',
    '. = 1 or..=9',
    '/data/r[1]and /data/r[2]or /data/r[3]',
    '7div 2mod 3',
    '(7)div(2)',
    '${a}div ${b}',
    "true()and\nnot (false())\r\nor\t'x' != ''",
    '${and} and ${div} div ${mod} mod ${or}',
    'and and and',
    'div div div',
    '* * *',
    'or',
    '/data/and/or = 1 and ../div > 2',
    'my-name.x - other-name',
    '.5 + 5. - 0.5',
    '2024-01-31 < ${d}',
    '${n}-2024-01-31',
    'x:*',
    '@*',
    "text () | processing-instruction('x')",
    '/ = 1',
    'count(/)',
    'prénom = 1 and имя = 2',
  ])('accepts %s', (source) => {
    expect(findSyntaxError(source)).toBeNull();
  });

  const errors: [string, string][] = [
    ['', 'it is empty'],
    ['if(${a} > 1, 2, 3', 'a "(" is never closed'],
    ['${a} > 1)', 'a ")" closes nothing'],
    ['(${a}]', 'a "]" closes nothing'],
    ['item[name = 1', 'a "[" is never closed'],
    ['[1]', 'a "[" has nothing before it to choose from'],
    ['${a} ${b}', 'an operator is missing before "${b}"'],
    ['${a} = yes no', 'an operator is missing before "no"'],
    ["${a} = 'x", "a quote (') is never closed"],
    ['${a} =', 'something is missing after "="'],
    ['= 5', 'something is missing before "="'],
    ['${a} > = 5', 'something is missing before "="'],
    ['${a} == 5', 'something is missing before "="'],
    ['${a} && ${b}', '"&" has no meaning here'],
    ['10^2', '"^" has no meaning here; write a power as pow(base, exponent)'],
    ['if(${a}, , 1)', 'something is missing before ","'],
    ['concat(1, )', 'something is missing before ")"'],
    ['()', 'something is missing before ")"'],
    ['1, 2', 'a "," is outside the parentheses of a function'],
    ['(1, 2)', 'a "," is outside the parentheses of a function'],
    ['1 (b)', 'an operator is missing before "("'],
    ['${a}(b)', 'an operator is missing before "("'],
    ['a/', 'something is missing after "/"'],
    ['1 and or 2', 'an operator is missing before "2"'],
    ['1 and', 'something is missing after "and"'],
    ['(${a} = ) or 1', 'something is missing before ")"'],
    ['1.2.3', 'an operator is missing before ".3"'],
    ['1 + today() today()', 'an operator is missing before "today("'],
    ['::a', 'a "::" has no axis before it'],
    ['http://x.example', '"http://x.example" has no meaning here'],
  ];
  it.each(errors)('finds the error in %j', (source, error) => {
    expect(findSyntaxError(source)).toBe(error);
  });

  it('accepts every expression built by the grammar', () => {
    const operands = ['${a}', '1', '-2.5', "'x'", '.', '../b', '/data/c', "instance('l')/root/item", 'now()'];
    const operators = [' + ', ' - ', '*', ' div ', ' and ', '=', ' != ', '<=', '|'];
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...operands),
        fc
          .tuple(tie('expression'), fc.constantFrom(...operators), tie('expression'))
          .map((parts) => parts.join('')),
        tie('expression').map((inner) => `(${inner})`),
        fc.array(tie('expression'), { minLength: 1, maxLength: 3 }).map((args) => `f(${args.join(', ')})`),
        tie('expression').map((inner) => `../item[${inner}]/name`),
      ),
    }));
    fc.assert(fc.property(expression, (source) => expect(findSyntaxError(source)).toBeNull()));
  });

  it('does not throw for any text', () => {
    fc.assert(fc.property(fc.string(), (source) => void findSyntaxError(source)));
  });
});
