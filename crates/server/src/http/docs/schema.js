// Schemas of bodies: as a tree that expands level by level, and as an example.

import { fold, make, prose } from './dom.js';

/** Maximum depth of an example; deeper levels are left empty. */
const DEPTH_MAX = 6;

/** Resolves a reference. */
export function resolve(api, schema) {
  let found = schema;
  for (let steps = 0; found?.$ref && steps < 20; steps += 1) {
    found = found.$ref.slice(2).split('/').reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], api);
  }
  return found ?? {};
}

const nameOf = (schema) => schema?.$ref?.split('/').pop();

/** Returns the variants of a schema, without null. */
function variants(schema) {
  const all = schema.oneOf ?? schema.anyOf ?? [];
  return all.filter((variant) => variant.type !== 'null');
}

const mayBeNull = (schema) =>
  [schema.type].flat().includes('null') || (schema.oneOf ?? schema.anyOf ?? []).some((variant) => variant.type === 'null');

/** Returns the type of a value in a few words. */
export function kind(api, schema) {
  const named = nameOf(schema);
  const found = resolve(api, schema);
  const parts = [found.type].flat().filter((type) => type && type !== 'null');
  const choices = variants(found);
  let text = named ?? found.title ?? parts.join(' or ');
  if (!named && parts.includes('array')) text = `array of ${kind(api, found.items ?? {})}`;
  else if (!named && choices.length === 1) text = kind(api, choices[0]);
  else if (!named && choices.length > 1) text = found.title ?? `one of ${choices.length}`;
  else if (!named && found.allOf) text = 'object';
  else if (!named && parts.includes('object') && found.additionalProperties?.type) {
    text = `map to ${kind(api, found.additionalProperties)}`;
  }
  if (!named && found.format) text += ` (${found.format})`;
  return (text || 'anything') + (mayBeNull(found) ? ' or null' : '');
}

/** Returns all fields of a schema, including those of its `allOf` parts. */
function fields(api, schema) {
  const found = resolve(api, schema);
  const own = Object.entries(found.properties ?? {}).map(([name, value]) => ({ name, value, isRequired: (found.required ?? []).includes(name) }));
  return (found.allOf ?? []).flatMap((part) => fields(api, part)).concat(own);
}

/** Returns the schema one level below, if there is one. */
function deeper(api, schema) {
  const found = resolve(api, schema);
  if (fields(api, found).length > 0 || found.allOf) return found;
  const choices = variants(found);
  if (choices.length === 1) return deeper(api, choices[0]);
  if (choices.length > 1) return found;
  if (found.items) return deeper(api, found.items);
  if (found.additionalProperties?.type || found.additionalProperties?.$ref) return deeper(api, found.additionalProperties);
  return undefined;
}

function limits(schema) {
  const told = [];
  const tell = (name, text) => { if (schema[name] !== undefined) told.push(`${text} ${schema[name]}`); };
  tell('minimum', 'at least');
  tell('maximum', 'at most');
  tell('minLength', 'length at least');
  tell('maxLength', 'length at most');
  tell('maxItems', 'items at most');
  tell('pattern', 'matches');
  if (schema.default !== undefined && schema.default !== null) told.push(`default ${JSON.stringify(schema.default)}`);
  return told.join(', ');
}

/** Returns the notes on a value: description, allowed values and limits. */
export function notes(api, schema) {
  const found = resolve(api, schema);
  const choices = variants(found);
  const only = choices.length === 1 ? resolve(api, choices[0]) : found;
  const description = schema.description ?? found.description ?? (choices.length === 1 ? choices[0].description : undefined);
  const told = limits(only);
  const values = only.enum ?? (only.const === undefined ? undefined : [only.const]);
  return [
    description && make('span', { class: 'note' }, prose(description)),
    values && make('span', { class: 'values' }, values.filter((value) => value !== null).map((value) => make('code', {}, String(value)))),
    told && make('span', { class: 'limits' }, told),
  ];
}

/** Returns the tree of a schema. */
export function tree(api, schema) {
  const found = deeper(api, schema) ?? resolve(api, schema);
  const choices = variants(found);
  if (choices.length > 1) return make('ul', { class: 'tree' }, choices.map((choice) => variant(api, choice)));
  const all = fields(api, found);
  const open = (found.allOf ?? []).flatMap((part) => [resolve(api, part)].map(variants).filter((part) => part.length > 1));
  if (all.length + open.length === 0) return make('p', { class: 'leaf' }, kind(api, schema), ' ', notes(api, schema));
  return make('ul', { class: 'tree' }, all.map(({ name, value, isRequired }) => {
    const title = make('code', { class: isRequired ? 'field required' : 'field', title: isRequired && 'required' }, name);
    return make('li', {}, branch(api, value, title));
  }), open.flat().map((choice) => variant(api, choice)));
}

/** Returns the tree of one of several variants. */
function variant(api, choice) {
  const title = nameOf(choice) ?? choice.title ?? label(api, choice);
  return make('li', {}, branch(api, choice, make('em', {}, title)));
}

/** Returns the label of an unnamed variant: the constant that distinguishes it. */
function label(api, choice) {
  const fixed = fields(api, choice).find(({ value }) => resolve(api, value).enum?.length === 1);
  return fixed ? `${fixed.name}: ${resolve(api, fixed.value).enum[0]}` : kind(api, choice);
}

function branch(api, schema, title) {
  const told = kind(api, schema);
  const head = [title, ' ', told !== title.textContent && make('span', { class: 'kind' }, told), notes(api, schema)].flat();
  if (!deeper(api, schema)) return make('div', { class: 'row' }, head);
  return fold({ class: 'branch' }, make('span', { class: 'row' }, head), () => tree(api, schema));
}

/** Returns an example of a schema: a given example first, then a default or constant, then a plain value. */
export function example(api, schema, depth = 0) {
  const found = resolve(api, schema);
  for (const given of [schema?.example, schema?.examples?.[0], found.example, found.examples?.[0], found.default, found.const, found.enum?.[0]]) {
    if (given !== undefined && given !== null) return given;
  }
  const choices = variants(found);
  const inside = choices.length > 0 ? example(api, choices[0], depth) : undefined;
  const all = fields(api, found);
  if (all.length > 0 || (inside && typeof inside === 'object' && !Array.isArray(inside))) {
    const shown = depth < DEPTH_MAX ? all.filter(({ value, isRequired }) => isRequired || isTold(api, value)) : [];
    return { ...inside, ...Object.fromEntries(shown.map(({ name, value }) => [name, example(api, value, depth + 1)])) };
  }
  if (inside !== undefined) return inside;
  return plain(api, found, depth);
}

/** An optional field is part of an example only if it has an example of its own. */
const isTold = (api, schema) => resolve(api, schema).example !== undefined || schema.example !== undefined;

function plain(api, schema, depth) {
  const type = [schema.type].flat().find((name) => name !== 'null');
  if (type === 'array') return depth < DEPTH_MAX && schema.items ? [example(api, schema.items, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'string') return schema.format === 'date-time' ? '2026-03-01T09:00:00Z' : 'text';
  return type === 'object' ? {} : null;
}
