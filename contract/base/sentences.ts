/** Validation errors as sentences for users. The validator's own messages never leave this file. */
import { nearestNames } from '@omicon/domain/identifiers/nearest-names.ts';
import { z } from 'zod';
import { FIELD_LABELS } from './field-labels.ts';

type Path = readonly PropertyKey[];
/** Issues as raised, with their input, and issues inside a union, without it. */
type Issue = Parameters<z.core.$ZodErrorMap>[0] | z.core.$ZodIssue;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Bounds that only concern how a number is stored. */
const LOWEST_STORED = -(2 ** 31);
const HIGHEST_EXACT = Number.MAX_SAFE_INTEGER;

/** The part of a shape at a path; null if the path leads outside. */
function partAt(shape: unknown, path: Path): z.ZodType | null {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return partAt(shape.unwrap(), path);
  // A pipe has the shape of its input, or of its output if the input may be anything.
  if (shape instanceof z.ZodPipe)
    return partAt(shape.in instanceof z.ZodTransform ? shape.out : shape.in, path);
  if (!(shape instanceof z.ZodType)) return null;
  const [step, ...rest] = path;
  if (step === undefined) return shape;
  if (shape instanceof z.ZodObject) return partAt(shape.shape[String(step)], rest);
  if (shape instanceof z.ZodArray) return partAt(shape.element, rest);
  if (shape instanceof z.ZodUnion)
    return shape.options.map((option) => partAt(option, path)).find((part) => part !== null) ?? null;
  return null;
}

function subjectOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'The request';
  return typeof last === 'number'
    ? `Entry ${last + 1} of ${subjectOf(path.slice(0, -1))}`
    : `"${String(last)}"`;
}

/** "set_source" and "setSource" as "a set source". */
function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return FIELD_LABELS[name] ?? `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

const written = (count: number) => count.toLocaleString('en');

function describeRange(noun: string, least: number | undefined, most: number | undefined): string {
  const isAnything = least !== undefined && least <= LOWEST_STORED;
  const from = least === undefined || isAnything ? null : written(least);
  const to = most === undefined || isAnything || most >= HIGHEST_EXACT ? null : written(most);
  if (from !== null && to !== null) return `${noun} from ${from} to ${to}`;
  if (from !== null) return `${noun} of at least ${from}`;
  return to === null ? noun : `${noun} of at most ${to}`;
}

function describeList({ minItems, maxItems }: JsonSchema): string {
  if (minItems === undefined)
    return maxItems === undefined ? 'a list' : `a list of at most ${written(maxItems)} entries`;
  if (maxItems === undefined)
    return `a list of at least ${written(minItems)} ${minItems === 1 ? 'entry' : 'entries'}`;
  return `a list of ${written(minItems)} to ${written(maxItems)} entries`;
}

/** Describes valid values, such as "a whole number from 1 to 100". */
function describeExpected(schema: JsonSchema): string {
  const { type, minimum, maximum, exclusiveMinimum } = schema;
  if (schema.anyOf)
    return [
      ...new Set(
        schema.anyOf.map((each) => (typeof each === 'boolean' ? 'anything' : describeExpected(each))),
      ),
    ].join(' or ');
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (type === 'integer') return describeRange('a whole number', minimum, maximum);
  if (type === 'number' && typeof exclusiveMinimum === 'number')
    return `a number above ${written(exclusiveMinimum)}${maximum === undefined ? '' : ` and up to ${maximum}`}`;
  if (type === 'number') return describeRange('a number', minimum, maximum);
  if (type === 'string') return 'text';
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return describeList(schema);
  if (type === 'null') return 'empty';
  return 'an object with named fields';
}

function toJsonSchema(part: z.ZodType): JsonSchema {
  return z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
}

/** The contract's message for an empty text, such as "Enter user name"; else a sentence with the field's label. */
function blankSentence(part: z.ZodType, path: Path): string {
  const general =
    typeof path.at(-1) === 'string'
      ? `Enter ${labelOf(String(path.at(-1)))}.`
      : `${subjectOf(path)} is text.`;
  return part.safeParse('', { error: () => general }).error?.issues[0]?.message ?? general;
}

function valueSentence(issue: Issue, part: z.ZodType | null, path: Path): string {
  if (part === null) return `${subjectOf(path)} cannot be read.`;
  const expected = toJsonSchema(part);
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  if (expected.type === 'string' && isMissing) return blankSentence(part, path);
  return `${subjectOf(path)} is ${describeExpected(expected)}.`;
}

/** For a union, the message of the member with the value's type; else lists all members. */
function unionSentence(issue: Extract<Issue, { code: 'invalid_union' }>, root: Root, path: Path): string {
  const fitting = issue.errors
    .flatMap((issues) => issues.slice(0, 1))
    .find((first) => first.code !== 'invalid_type' || first.path.length > 0);
  if (fitting === undefined) return valueSentence(issue, partAt(root.shape, path), [...root.above, ...path]);
  const own = sentenceOf(fitting, root, fitting.path);
  return fitting.message === own ? sentenceOf(fitting, root, [...path, ...fitting.path]) : fitting.message;
}

function sizeSentence(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  part: z.ZodType | null,
  path: Path,
): string {
  if (issue.origin !== 'string') return valueSentence(issue, part, path);
  if (issue.code === 'too_big') return `Maximum length is ${issue.maximum}`;
  return issue.input === '' ? valueSentence(issue, part, path) : `Minimum length is ${issue.minimum}`;
}

/** A shape and its path in the input. */
interface Root {
  shape: z.ZodType;
  above: Path;
}

/** Names the unknown fields, each with the known one that it resembles. */
function unknownSentence(keys: readonly string[], part: z.ZodType | null): string {
  const known = part instanceof z.ZodObject ? Object.keys(part.shape) : [];
  const named = keys.map((key) => {
    const [nearest] = nearestNames(key, known, 1);
    return nearest === undefined ? key : `${key} (did you mean ${nearest}?)`;
  });
  return `Unknown ${keys.length === 1 ? 'field' : 'fields'}: ${named.join(', ')}.`;
}

function sentenceOf(issue: Issue, root: Root, path: Path): string {
  const part = partAt(root.shape, path);
  const fullPath = [...root.above, ...path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownSentence(issue.keys, part);
    case 'invalid_value':
      return issue.values.length === 1
        ? `${subjectOf(fullPath)} is ${String(issue.values[0])}.`
        : `Choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return unionSentence(issue, root, path);
    case 'too_small':
    case 'too_big':
      return sizeSentence(issue, part, fullPath);
    case 'invalid_type':
      return valueSentence(issue, part, fullPath);
    default:
      return issue.input === ''
        ? valueSentence(issue, part, fullPath)
        : `${subjectOf(fullPath)} is not written as it is needed.`;
  }
}

/**
 * For `safeParse(input, { error })`: a sentence for every issue without a message of its own.
 * @param above path of the shape in the input
 */
export function sentencesFor(shape: z.ZodType, above: Path = []): z.core.$ZodErrorMap {
  return (issue) => sentenceOf(issue, { shape, above }, issue.path ?? []);
}

export type ReadInput<T> = { data: T } | { fields: Record<string, string> };

/**
 * Parses input by its shape, or returns a sentence for every invalid field, in the order of the shape. Fields are named
 * by their dotted path; `body` is the whole input.
 */
export function readInput<S extends z.ZodType>(shape: S, input: unknown): ReadInput<z.output<S>> {
  const parsed = shape.safeParse(input, { error: sentencesFor(shape) });
  if (parsed.success) return { data: parsed.data };
  const fields: Record<string, string> = Object.create(null);
  for (const issue of parsed.error.issues) {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const name of names) fields[name.join('.') || 'body'] ??= issue.message;
  }
  return { fields };
}
