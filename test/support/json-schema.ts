/** Checks a value against the part of JSON Schema (2020-12) that our own schemas use; anything else is an error. */

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
  items: (value, schema, path, root) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => validate(item, schema as Schema, `${path}[${index}]`, root))
      : [],
  anyOf: (value, schemas, path, root) =>
    (schemas as Schema[]).some((schema) => validate(value, schema, path, root).length === 0)
      ? []
      : [`${path} fits none of the alternatives`],
  $ref: (value, reference, path, root) => validate(value, resolved(reference as string, root), path, root),
};

const annotations = new Set(['$schema', '$id', '$defs', 'title', 'description']);

/** What is wrong with the value; nothing if it fits. */
export function validate(value: unknown, schema: Schema, path = '$', root: Schema = schema): string[] {
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    if (annotations.has(keyword)) return [];
    const check = checks[keyword];
    if (check === undefined) throw new Error(`the validator does not know "${keyword}"`);
    return check(value, argument, path, root);
  });
}
