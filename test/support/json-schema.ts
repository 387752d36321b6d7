/**
 * Checks a value against the part of JSON Schema (2020-12) that our own schemas and the one of ACP use for what we check;
 * any other keyword is an error.
 */

export interface Schema {
  [keyword: string]: unknown;
}

type Check = (value: unknown, argument: unknown, path: string, root: Schema) => string[];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

function resolved(reference: string, root: Schema): Schema {
  const names = reference.replace(/^#\//, '').split('/');
  const found = names.reduce<unknown>((schema, name) => (schema as Schema | undefined)?.[name], root);
  if (!isObject(found)) throw new Error(`the schema has no ${reference}`);
  return found;
}

const fits = (value: unknown, schema: unknown, path: string, root: Schema): boolean =>
  validate(value, schema as Schema, path, root).length === 0;

const checks: Record<string, Check> = {
  const: (value, wanted, path) => (value === wanted ? [] : [`${path} is not ${JSON.stringify(wanted)}`]),
  enum: (value, wanted, path) =>
    (wanted as unknown[]).includes(value) ? [] : [`${path} is none of ${JSON.stringify(wanted)}`],
  type: (value, wanted, path) => {
    const type = typeOf(value);
    const types = [wanted].flat();
    const isFine = types.includes(type) || (type === 'integer' && types.includes('number'));
    return isFine ? [] : [`${path} is of type ${type}, not ${types.join(' or ')}`];
  },
  minimum: (value, least, path) =>
    typeof value !== 'number' || value >= (least as number) ? [] : [`${path} is below ${least}`],
  maximum: (value, most, path) =>
    typeof value !== 'number' || value <= (most as number) ? [] : [`${path} is above ${most}`],
  minLength: (value, least, path) =>
    typeof value !== 'string' || [...value].length >= (least as number) ? [] : [`${path} is too short`],
  required: (value, names, path) =>
    isObject(value)
      ? (names as string[]).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`)
      : [],
  properties: (value, properties, path, root) =>
    isObject(value)
      ? Object.entries(properties as Record<string, Schema>).flatMap(([name, schema]) =>
          name in value ? validate(value[name], schema, `${path}.${name}`, root) : [],
        )
      : [],
  // Next to `properties` it would need to know these; the schemas have it alone.
  additionalProperties: (value, schema, path, root) =>
    schema === true || !isObject(value)
      ? []
      : Object.entries(value).flatMap(([name, item]) =>
          validate(item, schema as Schema, `${path}.${name}`, root),
        ),
  items: (value, schema, path, root) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => validate(item, schema as Schema, `${path}[${index}]`, root))
      : [],
  anyOf: (value, schemas, path, root) =>
    (schemas as Schema[]).some((schema) => fits(value, schema, path, root))
      ? []
      : [`${path} fits none of the alternatives`],
  oneOf: (value, schemas, path, root) => {
    const count = (schemas as Schema[]).filter((schema) => fits(value, schema, path, root)).length;
    return count === 1 ? [] : [`${path} fits ${count} of the alternatives, not one`];
  },
  allOf: (value, schemas, path, root) =>
    (schemas as Schema[]).flatMap((schema) => validate(value, schema, path, root)),
  $ref: (value, reference, path, root) => validate(value, resolved(reference as string, root), path, root),
};

const annotations = new Set([
  ...['$schema', '$id', '$defs', 'title', 'description', 'default', 'format'],
  // An extension of OpenAPI, which only helps to read the alternatives.
  'discriminator',
]);

const isAnnotation = (keyword: string): boolean => annotations.has(keyword) || keyword.startsWith('x-');

/** What is wrong with the value; nothing if it fits. */
export function validate(value: unknown, schema: Schema, path = '$', root: Schema = schema): string[] {
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    if (isAnnotation(keyword)) return [];
    if (keyword === 'additionalProperties' && 'properties' in schema && argument !== true)
      throw new Error('the validator does not know "additionalProperties" next to "properties"');
    const check = checks[keyword];
    if (check === undefined) throw new Error(`the validator does not know "${keyword}"`);
    return check(value, argument, path, root);
  });
}
