import { anyValue } from './aggregate/any-value.js';
import { approxDistinct } from './aggregate/approx-distinct.js';
import { approxMedian } from './aggregate/approx-median.js';
import { approxPercentileCont } from './aggregate/approx-percentile-cont.js';
import { approxPercentileContWithWeight } from './aggregate/approx-percentile-cont-with-weight.js';
import { arrayAgg } from './aggregate/array-agg.js';
import { avg } from './aggregate/avg.js';
import { bitAnd } from './aggregate/bit-and.js';
import { bitOr } from './aggregate/bit-or.js';
import { bitXor } from './aggregate/bit-xor.js';
import { boolAnd } from './aggregate/bool-and.js';
import { boolOr } from './aggregate/bool-or.js';
import { corr } from './aggregate/corr.js';
import { count } from './aggregate/count.js';
import { covarPop } from './aggregate/covar-pop.js';
import { covarSamp } from './aggregate/covar-samp.js';
import { firstValue } from './aggregate/first-value.js';
import { grouping } from './aggregate/grouping.js';
import { lastValue } from './aggregate/last-value.js';
import { max } from './aggregate/max.js';
import { median } from './aggregate/median.js';
import { min } from './aggregate/min.js';
import { nthValueAgg } from './aggregate/nth-value.js';
import { percentileCont } from './aggregate/percentile-cont.js';
import { regrAvgx } from './aggregate/regr-avgx.js';
import { regrAvgy } from './aggregate/regr-avgy.js';
import { regrCount } from './aggregate/regr-count.js';
import { regrIntercept } from './aggregate/regr-intercept.js';
import { regrR2 } from './aggregate/regr-r2.js';
import { regrSlope } from './aggregate/regr-slope.js';
import { regrSxx } from './aggregate/regr-sxx.js';
import { regrSxy } from './aggregate/regr-sxy.js';
import { regrSyy } from './aggregate/regr-syy.js';
import { stddev } from './aggregate/stddev.js';
import { stddevPop } from './aggregate/stddev-pop.js';
import { stringAgg } from './aggregate/string-agg.js';
import { sum } from './aggregate/sum.js';
import { varSamp } from './aggregate/var.js';
import { varPop } from './aggregate/var-pop.js';
import type { FunctionDefinition } from './registry.js';
import { arrayAdd } from './scalar/array/array-add.js';
import { arrayAnyValue } from './scalar/array/array-any-value.js';
import { arrayAppend } from './scalar/array/array-append.js';
import { arrayAvg } from './scalar/array/array-avg.js';
import { arrayCompact } from './scalar/array/array-compact.js';
import { arrayConcat } from './scalar/array/array-concat.js';
import { arrayDims } from './scalar/array/array-dims.js';
import { arrayDistance } from './scalar/array/array-distance.js';
import { arrayDistinct } from './scalar/array/array-distinct.js';
import { arrayElement } from './scalar/array/array-element.js';
import { arrayExcept } from './scalar/array/array-except.js';
import { arrayHas } from './scalar/array/array-has.js';
import { arrayHasAll } from './scalar/array/array-has-all.js';
import { arrayHasAny } from './scalar/array/array-has-any.js';
import { arrayIntersect } from './scalar/array/array-intersect.js';
import { arrayLength } from './scalar/array/array-length.js';
import { arrayMax } from './scalar/array/array-max.js';
import { arrayMin } from './scalar/array/array-min.js';
import { arrayNdims } from './scalar/array/array-ndims.js';
import { arrayNormalize } from './scalar/array/array-normalize.js';
import { arrayPopBack } from './scalar/array/array-pop-back.js';
import { arrayPopFront } from './scalar/array/array-pop-front.js';
import { arrayPosition } from './scalar/array/array-position.js';
import { arrayPositions } from './scalar/array/array-positions.js';
import { arrayPrepend } from './scalar/array/array-prepend.js';
import { arrayProduct } from './scalar/array/array-product.js';
import { arrayRemove } from './scalar/array/array-remove.js';
import { arrayRemoveAll } from './scalar/array/array-remove-all.js';
import { arrayRemoveN } from './scalar/array/array-remove-n.js';
import { arrayRepeat } from './scalar/array/array-repeat.js';
import { arrayReplace } from './scalar/array/array-replace.js';
import { arrayReplaceAll } from './scalar/array/array-replace-all.js';
import { arrayReplaceN } from './scalar/array/array-replace-n.js';
import { arrayResize } from './scalar/array/array-resize.js';
import { arrayReverse } from './scalar/array/array-reverse.js';
import { arrayScale } from './scalar/array/array-scale.js';
import { arraySlice } from './scalar/array/array-slice.js';
import { arraySort } from './scalar/array/array-sort.js';
import { arraySubtract } from './scalar/array/array-subtract.js';
import { arraySum } from './scalar/array/array-sum.js';
import { arrayToString } from './scalar/array/array-to-string.js';
import { arrayUnion } from './scalar/array/array-union.js';
import { arraysZip } from './scalar/array/arrays-zip.js';
import { cardinality } from './scalar/array/cardinality.js';
import { cosineDistance } from './scalar/array/cosine-distance.js';
import { emptyArray } from './scalar/array/empty.js';
import { flatten } from './scalar/array/flatten.js';
import { generateSeriesArray } from './scalar/array/generate-series.js';
import { innerProduct } from './scalar/array/inner-product.js';
import { makeArray } from './scalar/array/make-array.js';
import { rangeArray } from './scalar/array/range.js';
import { stringToArray } from './scalar/array/string-to-array.js';
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
import { makeMap } from './scalar/map/make-map.js';
import { mapFunction } from './scalar/map/map.js';
import { mapEntries } from './scalar/map/map-entries.js';
import { mapExtract } from './scalar/map/map-extract.js';
import { mapKeys } from './scalar/map/map-keys.js';
import { mapValues } from './scalar/map/map-values.js';
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
import { arrowCast } from './scalar/other/arrow-cast.js';
import { arrowTryCast } from './scalar/other/arrow-try-cast.js';
import { arrowTypeof } from './scalar/other/arrow-typeof.js';
import { castToType } from './scalar/other/cast-to-type.js';
import { tryCastToType } from './scalar/other/try-cast-to-type.js';
import { unionExtract } from './scalar/other/union-extract.js';
import { unionTag } from './scalar/other/union-tag.js';
import { version } from './scalar/other/version.js';
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
import { getField } from './scalar/struct/get-field.js';
import { namedStruct } from './scalar/struct/named-struct.js';
import { structFunction } from './scalar/struct/struct.js';
import { generateSeriesTable } from './table/generate-series.js';
import { rangeTable } from './table/range.js';
import { cumeDist } from './window/cume-dist.js';
import { denseRank } from './window/dense-rank.js';
import { firstValueWindow } from './window/first-value.js';
import { lag } from './window/lag.js';
import { lastValueWindow } from './window/last-value.js';
import { lead } from './window/lead.js';
import { nthValueWindow } from './window/nth-value.js';
import { ntile } from './window/ntile.js';
import { percentRank } from './window/percent-rank.js';
import { rank } from './window/rank.js';
import { rowNumber } from './window/row-number.js';

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
    // Arrays
    arrayAdd,
    arrayAnyValue,
    arrayAppend,
    arrayAvg,
    arrayCompact,
    arrayConcat,
    arrayDims,
    arrayDistance,
    arrayDistinct,
    arrayElement,
    arrayExcept,
    arrayHasAll,
    arrayHasAny,
    arrayHas,
    arrayIntersect,
    arrayLength,
    arrayMax,
    arrayMin,
    arrayNdims,
    arrayNormalize,
    arrayPopBack,
    arrayPopFront,
    arrayPosition,
    arrayPositions,
    arrayPrepend,
    arrayProduct,
    arrayRemoveAll,
    arrayRemoveN,
    arrayRemove,
    arrayRepeat,
    arrayReplaceAll,
    arrayReplaceN,
    arrayReplace,
    arrayResize,
    arrayReverse,
    arrayScale,
    arraySlice,
    arraySort,
    arraySubtract,
    arraySum,
    arrayToString,
    arrayUnion,
    arraysZip,
    cardinality,
    cosineDistance,
    emptyArray,
    flatten,
    generateSeriesArray,
    innerProduct,
    makeArray,
    rangeArray,
    stringToArray,
    // Structs
    getField,
    namedStruct,
    structFunction,
    // Maps
    makeMap,
    mapEntries,
    mapExtract,
    mapKeys,
    mapValues,
    mapFunction,
    // Hashing
    digest,
    md5,
    sha224,
    sha256,
    sha384,
    sha512,
    // Other
    arrowCast,
    arrowTryCast,
    arrowTypeof,
    castToType,
    tryCastToType,
    unionExtract,
    unionTag,
    version,
    // Aggregates
    anyValue,
    approxDistinct,
    approxMedian,
    approxPercentileContWithWeight,
    approxPercentileCont,
    arrayAgg,
    avg,
    bitAnd,
    bitOr,
    bitXor,
    boolAnd,
    boolOr,
    corr,
    count,
    covarPop,
    covarSamp,
    firstValue,
    grouping,
    lastValue,
    max,
    median,
    min,
    nthValueAgg,
    percentileCont,
    regrAvgx,
    regrAvgy,
    regrCount,
    regrIntercept,
    regrR2,
    regrSlope,
    regrSxx,
    regrSxy,
    regrSyy,
    stddevPop,
    stddev,
    stringAgg,
    sum,
    varPop,
    varSamp,
    // Window functions
    cumeDist,
    denseRank,
    firstValueWindow,
    lag,
    lastValueWindow,
    lead,
    nthValueWindow,
    ntile,
    percentRank,
    rank,
    rowNumber,
    // Table functions
    generateSeriesTable,
    rangeTable,
  ];
};

/** The built-in functions of a session without time zone. */
export const defaultFunctions: readonly FunctionDefinition[] = createDefaultFunctions();
