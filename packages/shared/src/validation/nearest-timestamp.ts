import { formatTimestamp } from './timestamp.ts';

const LOOSE =
  /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:t|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?)?\s*$/i;
const EPOCH_SECONDS = /^\d{10}$/;
const EPOCH_MILLISECONDS = /^\d{13}$/;
/** A date is shorter; the shape takes long for blanks without end. */
const LONGEST = 100;
const MINUTE = 60_000;
const DAY = 86_400_000;
const LATEST = Date.UTC(10_000, 0) - 1;

/** A date as somebody wrote it, made one that exists. */
interface Moment {
  /** The date and the time of day as if they were UTC, in milliseconds, without the fraction. */
  wall: number;
  hasTime: boolean;
  hasSeconds: boolean;
  /** Digits. */
  fraction: string;
  /** `Z`, `±hh:mm`, or empty. */
  zone: string;
}

/**
 * The valid `timestamp` (`parseTimestamp`) that is nearest to a text, or to a number of seconds or milliseconds
 * since 1970; undefined for what is no date.
 */
export function nearestTimestamp(value: string | number): string | undefined {
  const text = String(value);
  if (EPOCH_MILLISECONDS.test(text)) return formatTimestamp(Number(text));
  if (EPOCH_SECONDS.test(text)) return formatTimestamp(Number(text) * 1000);
  const moment = readMoment(text);
  if (!moment) return undefined;
  const instant = Math.max(0, moment.wall - offsetOf(moment.zone));
  return instant > LATEST ? undefined : `${textOf(instant, 19)}${fractionOf(moment, 9)}Z`;
}

/** The nearest value for the date attributes (`isCalendarDate`): as much of a date as was sent, in its zone. */
export function nearestCalendarDate(text: string): string | undefined {
  const moment = readMoment(text);
  if (!moment) return undefined;
  const { wall, hasTime, hasSeconds, zone } = moment;
  if (!hasTime) return textOf(wall, 10);
  return `${textOf(wall, hasSeconds ? 19 : 16)}${fractionOf(moment)}${zone}`;
}

/** The nearest `YYYY-MM-DD`. */
export function nearestDay(text: string): string | undefined {
  const moment = readMoment(text);
  return moment && textOf(moment.wall, 10);
}

/** The nearest date with a time and a zone: UTC unless another was sent. */
export function nearestDateTime(text: string): string | undefined {
  const moment = readMoment(text);
  return moment && `${textOf(moment.wall, 19)}${fractionOf(moment, 9)}${moment.zone || 'Z'}`;
}

function readMoment(text: string): Moment | undefined {
  const match = text.length > LONGEST ? null : LOOSE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', zone = ''] = match;
  const date = dayOf(Number(year), Number(month), Number(day));
  const time = timeOf(Number(hours), Number(minutes), Number(seconds));
  const offset = zoneOf(zone);
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  if (date + time > LATEST) return undefined;
  return {
    wall: date + time,
    hasTime: match[4] !== undefined,
    hasSeconds: match[6] !== undefined,
    fraction: seconds === '60' ? '' : fraction,
    zone: offset,
  };
}

/** 30 February is the last of it. */
function dayOf(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  // Date.UTC would make 1970 of the year 70.
  const lastDay = new Date(0).setUTCFullYear(year, month, 0);
  return Math.min(new Date(0).setUTCFullYear(year, month - 1, day), lastDay);
}

/** 24:00 is the next midnight, and a leap second the one before it. */
function timeOf(hours: number, minutes: number, seconds: number): number | undefined {
  if (hours === 24 && minutes === 0 && seconds === 0) return DAY;
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return (hours * 60 + minutes) * MINUTE + Math.min(seconds, 59) * 1000;
}

function zoneOf(text: string): string | undefined {
  if (text === '') return '';
  if (!/^[+-]/.test(text)) return 'Z';
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [digits.slice(0, 2), digits.slice(2)];
  return Number(hours) > 23 || Number(minutes) > 59 ? undefined : `${text.charAt(0)}${hours}:${minutes}`;
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return minutes * (zone.startsWith('-') ? -MINUTE : MINUTE);
}

function textOf(instant: number, length: number): string {
  return new Date(instant).toISOString().slice(0, length);
}

function fractionOf({ fraction }: Moment, longest?: number): string {
  return fraction === '' ? '' : `.${fraction.slice(0, longest)}`;
}
