import type { Ident, ObjectName } from '../ast/common.js';
import type { SqlDataType } from '../ast/data-type.js';

/** A name as it was written: quotes stay, and only quoted names can hold anything but word characters. */
export const formatIdent = (ident: Ident): string =>
  ident.quoted ? `"${ident.value.replaceAll('"', '""')}"` : ident.value;
export const formatName = (name: ObjectName): string => name.map(formatIdent).join('.');
export const formatIdents = (idents: readonly Ident[]): string => idents.map(formatIdent).join(', ');
export const quoteString = (value: string): string => `'${value.replaceAll("'", "''")}'`;
/** Joins the parts that are there by blanks. */
export const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');

export function formatDataType(type: SqlDataType): string {
  switch (type.kind) {
    case 'NamedType':
      return words(
        type.args.length === 0 ? type.name : `${type.name}(${type.args.join(', ')})`,
        type.unsigned && 'UNSIGNED',
        type.timeZone === 'with' && 'WITH TIME ZONE',
        type.timeZone === 'without' && 'WITHOUT TIME ZONE',
        type.qualifier,
      );
    case 'CustomType':
      return type.args.length === 0
        ? formatName(type.name)
        : `${formatName(type.name)}(${type.args.map(quoteString).join(', ')})`;
    case 'ArrayType':
      return type.element === undefined ? 'ARRAY' : `${formatDataType(type.element)}[${type.size ?? ''}]`;
    case 'StructType':
      return `STRUCT<${type.fields.map((one) => words(one.name && formatIdent(one.name), formatDataType(one.type))).join(', ')}>`;
    case 'MapType':
      return `MAP<${formatDataType(type.key)}, ${formatDataType(type.value)}>`;
  }
}
