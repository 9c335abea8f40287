// Definitions as flat fields: the difference between two definitions, and a three-way merge.

export type Json = unknown;

export interface Field {
  /** Path of the field, such as `action.target`. */
  path: string;
  was: Json;
  theirs: Json;
  mine: Json;
  /** Whether both sides changed the field to different values. */
  isConflict: boolean;
}

export type Side = 'theirs' | 'mine';

/** Fields compared as a whole, because their parts only make sense together. */
const ATOMIC_FIELDS = new Set(['spec.recurrence', 'spec.dst', 'spec.jitter', 'spec.first_run']);

/** Returns every field that at least one side changed since the common base. */
export function changedFields(was: Json, theirs: Json, mine: Json): Field[] {
  const [a, b, c] = [flatten(was), flatten(theirs), flatten(mine)];
  const paths = [...new Set([...a.keys(), ...b.keys(), ...c.keys()])].toSorted();
  return paths.flatMap((path) => {
    const field = { path, was: a.get(path), theirs: b.get(path), mine: c.get(path) };
    const [byThem, byMe] = [!isSame(field.was, field.theirs), !isSame(field.was, field.mine)];
    if (!byThem && !byMe) return [];
    return [{ ...field, isConflict: byThem && byMe && !isSame(field.theirs, field.mine) }];
  });
}

/** Returns the default side of a field: the side that changed it, or `mine` if both did. */
export function defaultSide({ was, mine }: Field): Side {
  return isSame(was, mine) ? 'theirs' : 'mine';
}

/** Returns `theirs`, with `mine` for the fields where that side is selected. */
export function mergeFields(theirs: Json, fields: Field[], sides: Map<string, Side>): Json {
  const made = structuredClone(theirs) as Record<string, Json>;
  for (const field of fields) {
    if ((sides.get(field.path) ?? defaultSide(field)) === 'mine') setPath(made, split(field.path), field.mine);
  }
  return made;
}

function setPath(into: Record<string, Json>, [name = '', ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    if (value === undefined) delete into[name];
    else into[name] = value;
    return;
  }
  const below = isObject(into[name]) ? into[name] : {};
  into[name] = below;
  setPath(below, rest, value);
}

/**
 * Separator of path segments. Names such as labels may contain dots, so the separator is a character that names
 * cannot contain.
 */
const SEPARATOR = '\u0000';

function split(path: string): string[] {
  return path.split(SEPARATOR);
}

/** Formats a path for display. */
export function formatPath(path: string): string {
  return path.replaceAll(SEPARATOR, '.');
}

function flatten(value: Json, path = '', into = new Map<string, Json>()): Map<string, Json> {
  if (isObject(value) && !ATOMIC_FIELDS.has(formatPath(path))) {
    for (const [name, below] of Object.entries(value)) flatten(below, path ? path + SEPARATOR + name : name, into);
  } else if (!isEmpty(value)) {
    into.set(path, value);
  }
  return into;
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is absent, null or empty. All three are equivalent. */
function isEmpty(value: Json): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
