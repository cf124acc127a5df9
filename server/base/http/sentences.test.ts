/** Every refusal of input, of every call, is a sentence and names its field. */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { type EndpointSpec, knownInputs } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aForm } from '../../test-support/files/report-forms.ts';
import { type Caller, openTestPortal, type RawInput, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
});
afterAll(() => portal.close());

/** Texts of the specification that end without a full stop; a blank field is always "Enter {description}". */
const OF_SPECIFICATION = [
  /^Enter [A-Za-z ]+$/,
  /^(Minimum|Maximum) length is \d+$/,
  /^Please enter a (valid number|value to be searched for)$/,
  /^Please provide a valid key for download$/,
  /^Invalid or no token available!$/,
];
const SENTENCE = /^[A-Z"].*\.$/;
const OF_VALIDATOR =
  /\b(expected|received|Invalid (input|option|type)|Too (small|big)|Unrecognized|regex|union|undefined|NaN|nullish|pattern)\b/i;

const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  {},
  ['a', 5],
  { colour: 1 },
  true,
  1e12,
  'colour',
  'a\u0000b',
  'x'.repeat(21_000),
];
/** In an address all values are text. */
const WRONG_TEXT = ['', '-1', '1.5', '1e12', 'colour', 'a\u0000b', 'x'.repeat(3000)];

type InputPart = 'query' | 'body' | 'form';

function shapesOf(endpoint: EndpointSpec): [InputPart, z.ZodType][] {
  const { query, body } = knownInputs(endpoint);
  const { form } = endpoint;
  const all: [InputPart, z.ZodType | undefined][] = [
    ['query', query],
    ['body', body],
    ['form', form?.json.shape],
  ];
  return all.flatMap(([part, shape]): [InputPart, z.ZodType][] =>
    shape === undefined ? [] : [[part, shape]],
  );
}

function fieldsOf(shape: z.ZodType): string[] {
  return Object.keys(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }).properties ?? {});
}

/** Input with one field wrong, and every other one missing; only what the shape refuses, so that nothing is done. */
function wrongInputs(part: InputPart, shape: z.ZodType): Record<string, unknown>[] {
  const values = part === 'query' ? WRONG_TEXT : WRONG;
  const inputs = fieldsOf(shape).flatMap((name) => values.map((value) => ({ [name]: value })));
  const refused = (input: unknown) => !shape.safeParse(input).success;
  return [{}, { colour: 'red' }, ...inputs].filter(refused);
}

/** Where the shape finds faults, by the validator alone. */
function faultyFields(shape: z.ZodType, input: unknown): string[] {
  return (shape.safeParse(input).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.') || 'body'],
  );
}

/** Fields that take one of several words, and are refused by a sentence that does not say which. */
function choicesNotListed(
  shape: z.ZodType,
  input: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
): string[] {
  const { properties = {} } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, part]) => {
    const choices = typeof part === 'object' ? (part.enum ?? []) : [];
    const said = fields[name];
    // A blank field is asked for in the words of its form.
    const isBlank = [undefined, null, ''].some((blank) => input[name] === blank);
    return said === undefined || isBlank || choices.every((each) => said.includes(String(each)))
      ? []
      : [`${name}: ${said}`];
  });
}

/** Parameters that the contract takes, of records that do not exist. */
function someParams(shape: z.ZodType): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      typeof part === 'object' ? (part.enum?.[0] ?? 999_999) : 1,
    ]),
  );
}

function requestWith(part: InputPart, { params }: EndpointSpec, input: Record<string, unknown>): RawInput {
  const as = admin;
  const filled = params === undefined ? {} : { params: someParams(params) };
  if (part === 'query') return { as, ...filled, query: input };
  if (part === 'body') return { as, ...filled, body: input };
  const form = aForm([{ name: 'metadata', bytes: JSON.stringify(input) }]);
  return { as, body: form.body, headers: form.headers };
}

function isSentence(said: string): boolean {
  return (
    (SENTENCE.test(said) || OF_SPECIFICATION.some((text) => text.test(said))) && !OF_VALIDATOR.test(said)
  );
}

const CASES = [...ENDPOINTS].flatMap(([name, endpoint]) =>
  shapesOf(endpoint).map(([part, shape]): [string, InputPart, EndpointSpec, z.ZodType] => [
    name,
    part,
    endpoint,
    shape,
  ]),
);

test.each(CASES)(
  '%s refuses a wrong %s in sentences that name the field',
  async (_, part, endpoint, shape) => {
    for (const input of wrongInputs(part, shape)) {
      const sent = requestWith(part, endpoint, input);
      // Every guess comes from elsewhere: open forms are counted by address.
      const remoteAddress = `2001:db8::${Math.floor(Math.random() * 65_536).toString(16)}`;
      const answer = await portal.ask(endpoint, { ...sent, remoteAddress });
      if (answer.status !== 400) {
        // Refused for another reason before its input was looked at.
        expect([303, 401, 403, 404, 409, 413, 429, 501], JSON.stringify(input)).toContain(answer.status);
        continue;
      }
      const { detail, fields = {} } = answer.refusal;
      expect(
        [detail, ...Object.values(fields)].filter((said) => !isSentence(said)),
        JSON.stringify(input),
      ).toEqual([]);
      if (Object.keys(fields).length === 0) continue;
      expect(detail, JSON.stringify(input)).toBe(Object.values(fields)[0]);
      expect(choicesNotListed(shape, input, fields), JSON.stringify(input)).toEqual([]);
      expect(Object.keys(fields).sort(), JSON.stringify(input)).toEqual(
        [...new Set(faultyFields(shape, input))].sort(),
      );
    }
  },
);

test.each([...ENDPOINTS].filter(([, { params }]) => params !== undefined))(
  '%s refuses wrong parts of its address in sentences',
  async (_, endpoint) => {
    const { params } = endpoint;
    if (params === undefined) return;
    for (const value of ['0', '-1', '1.5', 'colour', 'a b', '99999999999', 'x'.repeat(200)]) {
      const input = Object.fromEntries(fieldsOf(params).map((name) => [name, value]));
      if (params.safeParse(input).success) continue;
      const answer = await portal.ask(endpoint, { as: admin, params: input });
      expect(answer.status).toBe(400);
      const { detail, fields = {} } = answer.refusal;
      expect(
        [detail, ...Object.values(fields)].filter((said) => !isSentence(said)),
        value,
      ).toEqual([]);
      expect(Object.keys(fields).sort()).toEqual([...new Set(faultyFields(params, input))].sort());
    }
  },
);
