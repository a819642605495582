import { civilFromDays, daysFromCivil } from '@ballista-ts/core';

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1]!;

/** Adds months to a day number; a day the month does not have becomes its last one (January 31 + 1 month = February 28 or 29). */
export function addMonths(days: number, months: number): number {
  if (months === 0) return days;
  const { year, month, day } = civilFromDays(days);
  const total = year * 12 + (month - 1) + months;
  const newYear = Math.floor(total / 12);
  const newMonth = total - newYear * 12 + 1;
  return daysFromCivil(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

/** 0 is Sunday. */
export const dayOfWeek = (days: number): number => (((days + 4) % 7) + 7) % 7;
/** 1 is Monday, 7 is Sunday. */
export const isoDayOfWeek = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;
/** 1 is January 1. */
export const dayOfYear = (days: number): number => days - daysFromCivil(civilFromDays(days).year, 1, 1) + 1;

/** ISO 8601 week: the week belongs to the year that holds its Thursday. */
export function isoWeek(days: number): { readonly year: number; readonly week: number } {
  const thursday = days - isoDayOfWeek(days) + 4;
  const { year } = civilFromDays(thursday);
  return { year, week: Math.floor((thursday - daysFromCivil(year, 1, 1)) / 7) + 1 };
}
