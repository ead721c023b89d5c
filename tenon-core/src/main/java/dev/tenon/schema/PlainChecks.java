package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes checks of the keywords that hold no schemas. */
final class PlainChecks {
    /** With more values than these that are not texts, looking through them takes too long. */
    private static final int MOST_VALUES = 50;

    private static final int QUOTES = 2;

    /** As an escaped pair of surrogates a character takes twelve bytes of JSON text; none takes less than one. */
    private static final int WIDEST = 12;

    /** Dividing the very large by the very small fills the memory with digits. */
    private static final int LARGEST_SCALE = 300;

    /** How often a format may go through a text. */
    private static final int FORMAT_TIMES = 8;

    private final CheckCompiler compiler;
    private final Json schema;
    private final KindChecks checks;

    PlainChecks(CheckCompiler compiler, Json schema, KindChecks checks) {
        this.compiler = compiler;
        this.schema = schema;
        this.checks = checks;
    }

    /** Adds what the keyword asks, if it is one of these. */
    boolean add(String keyword, Json value) {
        switch (keyword) {
            case "type" -> type(value);
            case "enum" -> values(value.elements());
            case "const" -> values(List.of(value));
            case "minLength" -> length(count(value), Integer.MAX_VALUE);
            case "maxLength" -> length(0, count(value));
            case "minProperties" -> members(count(value), Integer.MAX_VALUE);
            case "maxProperties" -> members(0, count(value));
            case "minimum" -> checks.add(JsonKind.NUMBER, new RangeCheck(number(value), true, true));
            case "exclusiveMinimum" -> checks.add(JsonKind.NUMBER, new RangeCheck(number(value), true, false));
            case "maximum" -> checks.add(JsonKind.NUMBER, new RangeCheck(number(value), false, true));
            case "exclusiveMaximum" -> checks.add(JsonKind.NUMBER, new RangeCheck(number(value), false, false));
            case "multipleOf" -> multipleOf(number(value));
            case "format" -> format(value.string());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void type(Json value) {
        List<String> names = (value.kind() == JsonKind.ARRAY ? value.elements() : List.of(value))
                .stream().map(Json::string).toList();
        if (names.contains("object") && schema.get("enum") != null) {
            // The validator takes "object" less seriously beside "enum".
            compiler.leaveToValidator();
        }
        for (JsonKind kind : JsonKind.values()) {
            boolean isWhole = kind == JsonKind.NUMBER && names.contains("integer");
            if (isWhole && !names.contains("number")) {
                checks.add(kind, Numbers::isWhole);
            } else if (!isWhole && !names.contains(kind.word())) {
                checks.add(kind, Check.NEVER);
            }
        }
    }

    private void values(List<Json> allowed) {
        for (JsonKind kind : JsonKind.values()) {
            List<Json> same = allowed.stream().filter(v -> v.kind() == kind).toList();
            if (same.isEmpty()) {
                checks.add(kind, Check.NEVER);
            } else if (kind == JsonKind.STRING) {
                Set<String> texts = same.stream().map(Json::string).collect(Collectors.toSet());
                checks.add(
                        kind,
                        (v, allowance) -> allowance.reading(v.size(), 1) && texts.contains(String.valueOf(v.string())));
            } else if (same.size() <= MOST_VALUES) {
                checks.add(
                        kind,
                        (v, allowance) -> (kind != JsonKind.NUMBER || Numbers.of(v, allowance) != null)
                                && allowance.reading(v.size(), same.size())
                                && same.contains(v));
            } else {
                compiler.leaveToValidator();
            }
        }
    }

    /** In characters of Unicode. */
    private void length(int least, int most) {
        checks.add(JsonKind.STRING, (value, allowance) -> {
            int bytes = value.size() - QUOTES;
            if (bytes <= most && (bytes + WIDEST - 1) / WIDEST >= least) {
                return true;
            }
            String text = allowance.reading(bytes, 1) ? value.string() : null;
            int length = text == null ? -1 : text.codePointCount(0, text.length());
            return length >= least && length <= most;
        });
    }

    private void members(int least, int most) {
        checks.add(JsonKind.OBJECT, (value, allowance) -> {
            int count = allowance.reading(value.size(), 1) ? value.members().size() : -1;
            return count >= least && count <= most;
        });
    }

    private void multipleOf(BigDecimal divisor) {
        if (!isPlain(divisor)) {
            compiler.leaveToValidator();
        }
        checks.add(JsonKind.NUMBER, (value, allowance) -> {
            BigDecimal number = Numbers.of(value, allowance);
            return number != null && isPlain(number) ? number.remainder(divisor).signum() == 0 : allowance.giveUp();
        });
    }

    /** Whether a number is one that the validator and these checks understand alike. */
    private static boolean isPlain(BigDecimal number) {
        return Math.abs((long) number.scale()) <= LARGEST_SCALE && number.precision() <= LARGEST_SCALE;
    }

    private void format(@Nullable String name) {
        Formats.Rule rule = compiler.asserted(name);
        if (rule == null) {
            return;
        }
        switch (rule.name()) {
            case "int32" -> within(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int64" -> within(Long.MIN_VALUE, Long.MAX_VALUE);
            default -> {
                if (rule.number() || rule.name().equals("regex")) {
                    compiler.leaveToValidator();
                } else {
                    checks.add(
                            JsonKind.STRING,
                            (value, allowance) -> allowance.reading(value.size(), FORMAT_TIMES)
                                    && rule.fits().test(String.valueOf(value.string())));
                }
            }
        }
    }

    private void within(long least, long most) {
        checks.add(JsonKind.NUMBER, new RangeCheck(BigDecimal.valueOf(least), true, true));
        checks.add(JsonKind.NUMBER, new RangeCheck(BigDecimal.valueOf(most), false, true));
    }

    private static BigDecimal number(Json value) {
        return Objects.requireNonNull(value.number());
    }

    /** More than fit an int are never there. */
    static int count(Json value) {
        return number(value).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
    }
}
