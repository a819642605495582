import { DecodeError } from '@ballista-ts/core';
import type { SchemaElement } from './footer-types.js';

/** A node of the schema with its children. */
export interface SchemaNode {
  readonly element: SchemaElement;
  readonly children: readonly SchemaNode[];
  /** Of the leaves below (or of itself), the position of the first one in a row group's columns. */
  readonly firstLeaf: number;
  readonly leafCount: number;
}

const MAX_DEPTH = 100;

/**
 * The tree of a schema that is stored as a list, depth first.
 * @throws DecodeError when the list does not describe one tree
 */
export function schemaTree(elements: readonly SchemaElement[]): SchemaNode {
  let next = 0;
  let leaves = 0;
  const read = (depth: number): SchemaNode => {
    const element = elements[next];
    if (element === undefined) throw new DecodeError('the schema ends in the middle of a group');
    if (depth > MAX_DEPTH) throw new DecodeError(`the schema is nested deeper than ${MAX_DEPTH}`);
    next += 1;
    const firstLeaf = leaves;
    if (element.physicalType !== undefined) {
      leaves += 1;
      return { element, children: [], firstLeaf, leafCount: 1 };
    }
    // Every child takes an element, so that a count which is too large runs into the end of the list.
    const children: SchemaNode[] = [];
    for (let i = 0; i < element.childCount; i += 1) children.push(read(depth + 1));
    return { element, children, firstLeaf, leafCount: leaves - firstLeaf };
  };
  const root = read(0);
  if (next !== elements.length)
    throw new DecodeError(`the schema has ${elements.length - next} elements outside of its root`);
  if (root.element.physicalType !== undefined) throw new DecodeError('the root of the schema is a column');
  return root;
}
