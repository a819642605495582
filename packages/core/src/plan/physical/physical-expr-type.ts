import { InternalError } from '../../errors/errors.js';
import { binarySignature } from '../../expr/binary-types.js';
import { foldTree } from '../../tree.js';
import { Boolean_, type DataType } from '../../types/data-type.js';
import type { Schema } from '../../types/field.js';
import type { PhysicalExpr } from './physical-expr.js';
import { physicalExprShape } from './physical-expr-tree.js';

/** Type of an expression over columns of `schema`. */
export const physicalExprType = (expr: PhysicalExpr, schema: Schema): DataType =>
  foldTree<PhysicalExpr, DataType>(physicalExprShape, expr, (part, types) => typeOf(part, types, schema));

function typeOf(expr: PhysicalExpr, types: readonly DataType[], schema: Schema): DataType {
  switch (expr.kind) {
    case 'Column': {
      const field = schema.fields[expr.index];
      if (field === undefined) {
        throw new InternalError(
          `column ${expr.name}@${expr.index} of an input that has ${schema.fields.length} columns: ${schema.fields.map((one) => one.name).join(', ')}`,
        );
      }
      return field.type;
    }
    case 'Literal':
      return expr.value.type;
    case 'BinaryExpr':
      return binarySignature(types[0]!, expr.op, types[1]!).result;
    case 'Not':
    case 'IsNull':
    case 'IsNotNull':
    case 'InList':
    case 'Like':
      return Boolean_;
    case 'Negative':
      return types[0]!;
    case 'Cast':
    case 'TryCast':
      return expr.type;
    case 'Case': {
      // The analyzer made all branches alike; a NULL constant may still stand among them.
      const offset = expr.expr === undefined ? 0 : 1;
      const branches = [
        ...expr.whenThen.map((_arm, index) => types[offset + 2 * index + 1]!),
        ...(expr.elseExpr === undefined ? [] : [types[types.length - 1]!]),
      ];
      return branches.find((type) => type.kind !== 'Null') ?? branches[0]!;
    }
    case 'ScalarFunction':
      return expr.returnType;
  }
}

/** Whether an expression over columns of `schema` can be NULL. */
export const physicalExprNullable = (expr: PhysicalExpr, schema: Schema): boolean =>
  foldTree<PhysicalExpr, boolean>(physicalExprShape, expr, (part, nullable) => {
    switch (part.kind) {
      case 'Column':
        return schema.fields[part.index]?.nullable ?? true;
      case 'Literal':
        return part.value.value === null;
      case 'IsNull':
      case 'IsNotNull':
        return false;
      case 'BinaryExpr':
        return part.op !== 'IsDistinctFrom' && part.op !== 'IsNotDistinctFrom' && nullable.some(Boolean);
      case 'TryCast':
        return true;
      case 'Case': {
        if (part.elseExpr === undefined) return true;
        const offset = part.expr === undefined ? 0 : 1;
        return part.whenThen.some((_arm, index) => nullable[offset + 2 * index + 1]) || nullable[nullable.length - 1]!;
      }
      case 'ScalarFunction':
        return part.nullable;
      default:
        return nullable.some(Boolean);
    }
  });
