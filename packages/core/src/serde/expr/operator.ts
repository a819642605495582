import type { Message } from '@bufbuild/protobuf';
import { DecodeError } from '../../errors/errors.js';
import { type BinaryOperator, binaryOperators } from '../../expr/operator.js';

const known: ReadonlySet<string> = new Set(binaryOperators);

/** Operators travel by name. @throws DecodeError for a name we do not read. */
export function operatorFromProto(op: string, owner: Message): BinaryOperator {
  if (!known.has(op))
    throw new DecodeError(`${owner.$typeName}.op is the unknown operator ${JSON.stringify(op.slice(0, 40))}`);
  return op as BinaryOperator;
}

interface Binary<E> {
  readonly kind: 'BinaryExpr';
  readonly left: E;
  readonly op: BinaryOperator;
  readonly right: E;
}

/** The operands of `a op b op c`, nested to the left, in order: however long, the chain is one level on the wire. */
export function chainOperands<E extends { readonly kind: string }>(chain: Binary<E>): E[] {
  const operands: E[] = [chain.right];
  let left: E | (E & Binary<E>) = chain.left;
  while (left.kind === 'BinaryExpr' && (left as E & Binary<E>).op === chain.op) {
    operands.push((left as E & Binary<E>).right);
    left = (left as E & Binary<E>).left;
  }
  operands.push(left);
  return operands.reverse();
}
