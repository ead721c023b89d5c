package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes checks of all keywords of one schema. */
final class KeywordChecks {
    /** Dividing the very large by the very small fills the memory with digits. */
    private static final int LARGEST_SCALE = 300;
    /** What takes longer to write takes long to calculate with. */
    private static final int LONGEST_NUMBER = 100;
    /** How often a format may go through a text. */
    private static final int FORMAT_TIMES = 8;

    private final CheckCompiler compiler;
    private final SubSchema schema;
    private final SchemaCheck checks;

    KeywordChecks(CheckCompiler compiler, SubSchema schema, SchemaCheck checks) {
        this.compiler = compiler;
        this.schema = schema;
        this.checks = checks;
    }

    void add() {
        if (compiler.isOverridden(schema)) {
            reference();
        } else {
            schema.json.members().forEach(this::ofAnyKind);
            members();
            elements();
        }
    }

    private void ofAnyKind(String keyword, Json value) {
        switch (keyword) {
            case "$schema", "$id", "$anchor", "$dynamicAnchor", "$comment", "$defs", "definitions" -> {}
            case "title", "description", "examples", "deprecated", "readOnly", "writeOnly" -> {}
            case "properties", "additionalProperties", "items", "then", "else" -> {}
            case "$ref" -> reference();
            case "allOf" -> children(keyword).forEach(checks::add);
            case "anyOf" -> holding(children(keyword), 1);
            case "oneOf" -> holding(children(keyword), 2);
            case "not" -> not(child(keyword));
            case "if" -> condition(child(keyword), child("then"), child("else"));
            case "type" -> type(value);
            case "enum" -> values(value.elements());
            case "const" -> values(List.of(value));
            case "format" -> format(value.string());
            default -> ofOneKind(keyword, value);
        }
    }

    private void ofOneKind(String keyword, Json value) {
        switch (keyword) {
            case "minimum" -> bound(value, side -> side >= 0);
            case "exclusiveMinimum" -> bound(value, side -> side > 0);
            case "maximum" -> bound(value, side -> side <= 0);
            case "exclusiveMaximum" -> bound(value, side -> side < 0);
            case "multipleOf" -> multipleOf(number(value));
            case "minLength" -> size(JsonKind.STRING, value, side -> side >= 0);
            case "maxLength" -> size(JsonKind.STRING, value, side -> side <= 0);
            case "minItems" -> size(JsonKind.ARRAY, value, side -> side >= 0);
            case "maxItems" -> size(JsonKind.ARRAY, value, side -> side <= 0);
            case "minProperties" -> size(JsonKind.OBJECT, value, side -> side >= 0);
            case "maxProperties" -> size(JsonKind.OBJECT, value, side -> side <= 0);
            case "uniqueItems" -> unique(Boolean.TRUE.equals(value.bool()));
            case "required" -> required(value);
            default -> other(keyword);
        }
    }

    /** What no dialect knows means nothing. What only the other dialect knows is better left alone. */
    private void other(String keyword) {
        boolean ofElements = keyword.equals("prefixItems") || keyword.equals("additionalItems");
        boolean isLookedAt = ofElements && compiler.dialect.keywords().containsKey(keyword);
        if (!isLookedAt
                && Arrays.stream(Dialect.values()).anyMatch(d -> d.keywords().containsKey(keyword))) {
            compiler.leaveToValidator();
        }
    }

    private void reference() {
        if (schema.reference == null) {
            compiler.leaveToValidator();
        } else {
            checks.add(compiler.of(schema.reference));
        }
    }

    /** Exactly one of these holds, counted up to {@code most}. */
    private void holding(List<Check> all, int most) {
        checks.add((value, allowance) -> {
            int holding = 0;
            for (int i = 0; i < all.size() && holding < most; i++) {
                holding += all.get(i).holds(value, allowance) ? 1 : 0;
            }
            return holding == 1;
        });
    }

    private void not(Check check) {
        checks.add((value, allowance) -> !check.holds(value, allowance));
    }

    private void condition(Check condition, Check then, Check otherwise) {
        checks.add(
                (value, allowance) -> (condition.holds(value, allowance) ? then : otherwise).holds(value, allowance));
    }

    private void type(Json value) {
        List<String> names = (value.kind() == JsonKind.ARRAY ? value.elements() : List.of(value))
                .stream().map(Json::string).toList();
        if (names.contains("object") && schema.json.get("enum") != null) {
            // The validator takes "object" less seriously beside "enum".
            compiler.leaveToValidator();
        }
        for (JsonKind kind : JsonKind.values()) {
            boolean isWhole = kind == JsonKind.NUMBER && names.contains("integer");
            if (isWhole && !names.contains("number")) {
                checks.add(kind, KeywordChecks::isWhole);
            } else if (!isWhole && !names.contains(kind.word())) {
                checks.add(kind, Check.NEVER);
            }
        }
    }

    private void values(List<Json> allowed) {
        Set<String> texts = allowed.stream()
                .filter(value -> value.kind() == JsonKind.STRING)
                .map(Json::string)
                .collect(Collectors.toSet());
        checks.add((value, allowance) -> switch (value.kind()) {
            case STRING -> allowance.reading(value.size(), 1) && texts.contains(String.valueOf(value.string()));
            case NUMBER -> number(value, allowance) != null && isOneOf(allowed, value, allowance);
            default -> isOneOf(allowed, value, allowance);
        });
    }

    private static boolean isOneOf(List<Json> allowed, Json value, Allowance allowance) {
        return allowance.reading(value.size(), allowed.size()) && allowed.contains(value);
    }

    private void format(@Nullable String name) {
        Formats.Rule rule = compiler.formats ? Formats.known().get(String.valueOf(name)) : null;
        if (rule == null) {
            return;
        }
        if (rule.name().equals("regex")) {
            compiler.leaveToValidator();
        } else if (rule.number()) {
            checks.add(
                    JsonKind.NUMBER,
                    (value, allowance) ->
                            number(value, allowance) != null && rule.fits().test(value.toString()));
        } else {
            checks.add(
                    JsonKind.STRING,
                    (value, allowance) -> allowance.reading(value.size(), FORMAT_TIMES)
                            && rule.fits().test(String.valueOf(value.string())));
        }
    }

    private void bound(Json limit, IntPredicate side) {
        BigDecimal bound = number(limit);
        checks.add(JsonKind.NUMBER, (value, allowance) -> {
            BigDecimal number = number(value, allowance);
            return number != null && side.test(number.compareTo(bound));
        });
    }

    private void multipleOf(BigDecimal divisor) {
        if (!isPlain(divisor)) {
            compiler.leaveToValidator();
        }
        checks.add(JsonKind.NUMBER, (value, allowance) -> {
            BigDecimal number = number(value, allowance);
            return number != null && isPlain(number) ? number.remainder(divisor).signum() == 0 : allowance.giveUp();
        });
    }

    /** Whether a number is one that the validator and these checks understand alike. */
    private static boolean isPlain(BigDecimal number) {
        return Math.abs((long) number.scale()) <= LARGEST_SCALE && number.precision() <= LARGEST_SCALE;
    }

    private void size(JsonKind kind, Json limit, IntPredicate side) {
        int bound = number(limit).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
        checks.add(
                kind,
                (value, allowance) ->
                        allowance.reading(value.size(), 1) && side.test(Integer.compare(sizeOf(value), bound)));
    }

    static int sizeOf(Json value) {
        String text = value.string();
        return text != null
                ? text.codePointCount(0, text.length())
                : value.elements().size() + value.members().size();
    }

    /** Lists within lists are left to the validator. */
    private void unique(boolean wanted) {
        if (wanted) {
            checks.add(JsonKind.ARRAY, (value, allowance) -> {
                List<Json> elements = allowance.reading(value.size(), 1) ? value.elements() : List.of();
                boolean plain = elements.stream().noneMatch(e -> e.isObject() || e.kind() == JsonKind.ARRAY);
                return plain && allowance.reading(value.size(), elements.size())
                        ? new HashSet<>(elements).size() == elements.size()
                        : allowance.giveUp();
            });
        }
    }

    private void required(Json value) {
        List<String> names = value.elements().stream().map(Json::string).toList();
        checks.add(
                JsonKind.OBJECT,
                (object, allowance) -> allowance.reading(object.size(), 1)
                        && allowance.steps(names.size())
                        && object.members().keySet().containsAll(names));
    }

    private void members() {
        Json properties = schema.json.get("properties");
        if (properties == null && schema.json.get("additionalProperties") == null) {
            return;
        }
        Map<String, Check> described = new HashMap<>();
        if (properties != null) {
            String at = at("properties");
            properties.members().keySet().forEach(name -> described.put(name, compiler.at(Pointers.child(at, name))));
        }
        Check others = child("additionalProperties");
        checks.add(JsonKind.OBJECT, (object, allowance) -> {
            boolean[] fits = {allowance.reading(object.size(), 1)};
            object.members()
                    .forEach((name, value) -> fits[0] =
                            fits[0] && described.getOrDefault(name, others).holds(value, allowance));
            return fits[0];
        });
    }

    private void elements() {
        Json items = schema.json.get("items");
        boolean isOldTuple = items != null && items.kind() == JsonKind.ARRAY;
        List<Check> first = children(isOldTuple ? "items" : "prefixItems");
        Check others = child(isOldTuple ? "additionalItems" : "items");
        if (first.isEmpty() && others == Check.ALWAYS) {
            return;
        }
        checks.add(JsonKind.ARRAY, (array, allowance) -> {
            boolean fits = allowance.reading(array.size(), 1);
            List<Json> elements = fits ? array.elements() : List.of();
            for (int i = 0; fits && i < elements.size(); i++) {
                fits = (i < first.size() ? first.get(i) : others).holds(elements.get(i), allowance);
            }
            return fits;
        });
    }

    private String at(String keyword) {
        return Pointers.child(schema.pointer, keyword);
    }

    /** The check for the schema under that keyword; one that always holds when there is none. */
    private Check child(String keyword) {
        return schema.json.get(keyword) == null ? Check.ALWAYS : compiler.at(at(keyword));
    }

    /** The checks for the list of schemas under that keyword. */
    private List<Check> children(String keyword) {
        Json list = schema.json.get(keyword);
        List<Check> children = new ArrayList<>();
        int size = list == null ? 0 : list.elements().size();
        for (int i = 0; i < size; i++) {
            children.add(compiler.at(Pointers.child(at(keyword), i)));
        }
        return children;
    }

    /** Whether the number has no fraction, whichever way it is written. */
    private static boolean isWhole(Json value, Allowance allowance) {
        return number(value, allowance) != null && value.isInteger();
    }

    /** The exact number; null, and the allowance spent, when it is too long to calculate with here. */
    private static @Nullable BigDecimal number(Json value, Allowance allowance) {
        if (value.size() > LONGEST_NUMBER) {
            allowance.giveUp();
            return null;
        }
        return value.number();
    }

    private static BigDecimal number(Json value) {
        return Objects.requireNonNull(value.number());
    }
}
