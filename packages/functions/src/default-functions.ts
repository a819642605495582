import { avg } from './aggregate/avg.js';
import { count } from './aggregate/count.js';
import { max } from './aggregate/max.js';
import { min } from './aggregate/min.js';
import { sum } from './aggregate/sum.js';
import type { FunctionDefinition } from './registry.js';
import { coalesce } from './scalar/conditional/coalesce.js';
import { greatest } from './scalar/conditional/greatest.js';
import { least } from './scalar/conditional/least.js';
import { nullif } from './scalar/conditional/nullif.js';
import { nvl } from './scalar/conditional/nvl.js';
import { nvl2 } from './scalar/conditional/nvl2.js';
import { currentDate } from './scalar/datetime/current-date.js';
import { currentTime } from './scalar/datetime/current-time.js';
import { dateBin } from './scalar/datetime/date-bin.js';
import { datePart } from './scalar/datetime/date-part.js';
import { dateTrunc } from './scalar/datetime/date-trunc.js';
import { fromUnixtime } from './scalar/datetime/from-unixtime.js';
import { makeDate } from './scalar/datetime/make-date.js';
import { makeTime } from './scalar/datetime/make-time.js';
import { defineNow } from './scalar/datetime/now.js';
import { toChar } from './scalar/datetime/to-char.js';
import { toDate } from './scalar/datetime/to-date.js';
import { toLocalTime } from './scalar/datetime/to-local-time.js';
import { toTime } from './scalar/datetime/to-time.js';
import { defineToTimestamp } from './scalar/datetime/to-timestamp.js';
import { defineToTimestampMicros } from './scalar/datetime/to-timestamp-micros.js';
import { defineToTimestampMillis } from './scalar/datetime/to-timestamp-millis.js';
import { defineToTimestampNanos } from './scalar/datetime/to-timestamp-nanos.js';
import { defineToTimestampSeconds } from './scalar/datetime/to-timestamp-seconds.js';
import { toUnixtime } from './scalar/datetime/to-unixtime.js';
import { digest } from './scalar/hashing/digest.js';
import { md5 } from './scalar/hashing/md5.js';
import { sha224 } from './scalar/hashing/sha224.js';
import { sha256 } from './scalar/hashing/sha256.js';
import { sha384 } from './scalar/hashing/sha384.js';
import { sha512 } from './scalar/hashing/sha512.js';
import { abs } from './scalar/math/abs.js';
import { acos } from './scalar/math/acos.js';
import { acosh } from './scalar/math/acosh.js';
import { asin } from './scalar/math/asin.js';
import { asinh } from './scalar/math/asinh.js';
import { atan } from './scalar/math/atan.js';
import { atan2 } from './scalar/math/atan2.js';
import { atanh } from './scalar/math/atanh.js';
import { cbrt } from './scalar/math/cbrt.js';
import { ceil } from './scalar/math/ceil.js';
import { cos } from './scalar/math/cos.js';
import { cosh } from './scalar/math/cosh.js';
import { cot } from './scalar/math/cot.js';
import { degrees } from './scalar/math/degrees.js';
import { exp } from './scalar/math/exp.js';
import { factorial } from './scalar/math/factorial.js';
import { floor } from './scalar/math/floor.js';
import { gcd } from './scalar/math/gcd.js';
import { isnan } from './scalar/math/isnan.js';
import { iszero } from './scalar/math/iszero.js';
import { lcm } from './scalar/math/lcm.js';
import { ln } from './scalar/math/ln.js';
import { log } from './scalar/math/log.js';
import { log2 } from './scalar/math/log2.js';
import { log10 } from './scalar/math/log10.js';
import { nanvl } from './scalar/math/nanvl.js';
import { pi } from './scalar/math/pi.js';
import { power } from './scalar/math/power.js';
import { radians } from './scalar/math/radians.js';
import { random } from './scalar/math/random.js';
import { round } from './scalar/math/round.js';
import { signum } from './scalar/math/signum.js';
import { sin } from './scalar/math/sin.js';
import { sinh } from './scalar/math/sinh.js';
import { sqrt } from './scalar/math/sqrt.js';
import { tan } from './scalar/math/tan.js';
import { tanh } from './scalar/math/tanh.js';
import { trunc } from './scalar/math/trunc.js';
import { regexpCount } from './scalar/regexp/regexp-count.js';
import { regexpInstr } from './scalar/regexp/regexp-instr.js';
import { regexpLike } from './scalar/regexp/regexp-like.js';
import { regexpMatch } from './scalar/regexp/regexp-match.js';
import { regexpReplace } from './scalar/regexp/regexp-replace.js';
import { ascii } from './scalar/string/ascii.js';
import { bitLength } from './scalar/string/bit-length.js';
import { btrim } from './scalar/string/btrim.js';
import { characterLength } from './scalar/string/character-length.js';
import { chr } from './scalar/string/chr.js';
import { concat } from './scalar/string/concat.js';
import { concatWs } from './scalar/string/concat-ws.js';
import { contains } from './scalar/string/contains.js';
import { decode } from './scalar/string/decode.js';
import { encode } from './scalar/string/encode.js';
import { endsWith } from './scalar/string/ends-with.js';
import { findInSet } from './scalar/string/find-in-set.js';
import { initcap } from './scalar/string/initcap.js';
import { left } from './scalar/string/left.js';
import { levenshtein } from './scalar/string/levenshtein.js';
import { lower } from './scalar/string/lower.js';
import { lpad } from './scalar/string/lpad.js';
import { ltrim } from './scalar/string/ltrim.js';
import { octetLength } from './scalar/string/octet-length.js';
import { overlay } from './scalar/string/overlay.js';
import { repeat } from './scalar/string/repeat.js';
import { replace } from './scalar/string/replace.js';
import { reverse } from './scalar/string/reverse.js';
import { right } from './scalar/string/right.js';
import { rpad } from './scalar/string/rpad.js';
import { rtrim } from './scalar/string/rtrim.js';
import { splitPart } from './scalar/string/split-part.js';
import { startsWith } from './scalar/string/starts-with.js';
import { strpos } from './scalar/string/strpos.js';
import { substr } from './scalar/string/substr.js';
import { substrIndex } from './scalar/string/substr-index.js';
import { toHex } from './scalar/string/to-hex.js';
import { translate } from './scalar/string/translate.js';
import { upper } from './scalar/string/upper.js';
import { uuid } from './scalar/string/uuid.js';

/**
 * Every built-in function. Those that give a timestamp in the session's zone (`now`, `to_timestamp`) have it in their type, so the
 * list depends on it.
 */
export const createDefaultFunctions = (options: { readonly timeZone?: string } = {}): readonly FunctionDefinition[] => {
  const { timeZone } = options;
  return [
    // Math
    abs,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    cbrt,
    ceil,
    cos,
    cosh,
    cot,
    degrees,
    exp,
    factorial,
    floor,
    gcd,
    isnan,
    iszero,
    lcm,
    ln,
    log,
    log10,
    log2,
    nanvl,
    pi,
    power,
    radians,
    random,
    round,
    signum,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    trunc,
    // Conditional
    coalesce,
    greatest,
    least,
    nullif,
    nvl,
    nvl2,
    // String and binary string
    ascii,
    bitLength,
    btrim,
    characterLength,
    chr,
    concatWs,
    concat,
    contains,
    decode,
    encode,
    endsWith,
    findInSet,
    initcap,
    left,
    levenshtein,
    lower,
    lpad,
    ltrim,
    octetLength,
    overlay,
    repeat,
    replace,
    reverse,
    right,
    rpad,
    rtrim,
    splitPart,
    startsWith,
    strpos,
    substrIndex,
    substr,
    toHex,
    translate,
    upper,
    uuid,
    // Regular expressions
    regexpCount,
    regexpInstr,
    regexpLike,
    regexpMatch,
    regexpReplace,
    // Time and date
    currentDate,
    currentTime,
    dateBin,
    datePart,
    dateTrunc,
    fromUnixtime,
    makeDate,
    makeTime,
    defineNow(timeZone),
    toChar,
    toDate,
    toLocalTime,
    toTime,
    defineToTimestampMicros(timeZone),
    defineToTimestampMillis(timeZone),
    defineToTimestampNanos(timeZone),
    defineToTimestampSeconds(timeZone),
    defineToTimestamp(timeZone),
    toUnixtime,
    // Hashing
    digest,
    md5,
    sha224,
    sha256,
    sha384,
    sha512,
    // Aggregates
    avg,
    count,
    max,
    min,
    sum,
  ];
};

/** The built-in functions of a session without time zone. */
export const defaultFunctions: readonly FunctionDefinition[] = createDefaultFunctions();
