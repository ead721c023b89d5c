package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.internal.document.JsonPointers;
import dev.tenon.schema.internal.document.SchemaDialect;
import dev.tenon.schema.internal.document.SubSchema;
import dev.tenon.schema.internal.validate.FormatRegistry;
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
public final class KeywordCheckBuilder {
    /** Dividing the very large by the very small fills the memory with digits. */
    private static final int MAX_SCALE = 300;
    /** What takes longer to write takes long to calculate with. */
    private static final int MAX_NUMBER_CHARS = 100;
    /** How often a format may go through a text. */
    private static final int FORMAT_PASSES = 8;

    private final CheckCompiler compiler;
    private final SubSchema schema;
    private final CompositeCheck checks;

    KeywordCheckBuilder(CheckCompiler compiler, SubSchema schema, CompositeCheck checks) {
        this.compiler = compiler;
        this.schema = schema;
        this.checks = checks;
    }

    void addAll() {
        if (compiler.isReferenceOnly(schema)) {
            addReferenceCheck();
        } else {
            schema.json.members().forEach(this::addKeyword);
            addMemberChecks();
            addElementChecks();
        }
    }

    private void addKeyword(String keyword, Json value) {
        switch (keyword) {
            case "$schema", "$id", "$anchor", "$dynamicAnchor", "$comment", "$defs", "definitions" -> {}
            case "title", "description", "examples", "deprecated", "readOnly", "writeOnly" -> {}
            case "properties", "additionalProperties", "items", "then", "else" -> {}
            case "$ref" -> addReferenceCheck();
            case "allOf" -> childChecks(keyword).forEach(checks::add);
            case "anyOf" -> addExactlyOneCheck(childChecks(keyword), 1);
            case "oneOf" -> addExactlyOneCheck(childChecks(keyword), 2);
            case "not" -> addNotCheck(childCheck(keyword));
            case "if" -> addConditionalCheck(childCheck(keyword), childCheck("then"), childCheck("else"));
            case "type" -> addTypeCheck(value);
            case "enum" -> addAllowedValuesCheck(value.elements());
            case "const" -> addAllowedValuesCheck(List.of(value));
            case "format" -> addFormatCheck(value.string());
            default -> addTypedKeyword(keyword, value);
        }
    }

    private void addTypedKeyword(String keyword, Json value) {
        switch (keyword) {
            case "minimum" -> addBoundCheck(value, side -> side >= 0);
            case "exclusiveMinimum" -> addBoundCheck(value, side -> side > 0);
            case "maximum" -> addBoundCheck(value, side -> side <= 0);
            case "exclusiveMaximum" -> addBoundCheck(value, side -> side < 0);
            case "multipleOf" -> addMultipleOfCheck(exactNumber(value));
            case "minLength" -> addSizeCheck(JsonKind.STRING, value, side -> side >= 0);
            case "maxLength" -> addSizeCheck(JsonKind.STRING, value, side -> side <= 0);
            case "minItems" -> addSizeCheck(JsonKind.ARRAY, value, side -> side >= 0);
            case "maxItems" -> addSizeCheck(JsonKind.ARRAY, value, side -> side <= 0);
            case "minProperties" -> addSizeCheck(JsonKind.OBJECT, value, side -> side >= 0);
            case "maxProperties" -> addSizeCheck(JsonKind.OBJECT, value, side -> side <= 0);
            case "uniqueItems" -> addUniqueItemsCheck(Boolean.TRUE.equals(value.bool()));
            case "required" -> addRequiredCheck(value);
            default -> checkSupported(keyword);
        }
    }

    /** What no dialect knows means nothing. What only the other dialect knows is better left alone. */
    private void checkSupported(String keyword) {
        boolean ofElements = keyword.equals("prefixItems") || keyword.equals("additionalItems");
        boolean isLookedAt = ofElements && compiler.dialect.keywords().containsKey(keyword);
        if (!isLookedAt
                && Arrays.stream(SchemaDialect.values())
                        .anyMatch(d -> d.keywords().containsKey(keyword))) {
            compiler.markUnsupported();
        }
    }

    private void addReferenceCheck() {
        if (schema.reference == null) {
            compiler.markUnsupported();
        } else {
            checks.add(compiler.checkFor(schema.reference));
        }
    }

    /** Exactly one of these holds, counted up to {@code most}. */
    private void addExactlyOneCheck(List<ValueCheck> all, int most) {
        checks.add((value, allowance) -> {
            int holding = 0;
            for (int i = 0; i < all.size() && holding < most; i++) {
                holding += all.get(i).isSatisfiedBy(value, allowance) ? 1 : 0;
            }
            return holding == 1;
        });
    }

    private void addNotCheck(ValueCheck check) {
        checks.add((value, allowance) -> !check.isSatisfiedBy(value, allowance));
    }

    private void addConditionalCheck(ValueCheck condition, ValueCheck then, ValueCheck otherwise) {
        checks.add((value, allowance) ->
                (condition.isSatisfiedBy(value, allowance) ? then : otherwise).isSatisfiedBy(value, allowance));
    }

    private void addTypeCheck(Json value) {
        List<String> names = (value.kind() == JsonKind.ARRAY ? value.elements() : List.of(value))
                .stream().map(Json::string).toList();
        if (names.contains("object") && schema.json.get("enum") != null) {
            // The validator takes "object" less seriously beside "enum".
            compiler.markUnsupported();
        }
        for (JsonKind kind : JsonKind.values()) {
            boolean isWhole = kind == JsonKind.NUMBER && names.contains("integer");
            if (isWhole && !names.contains("number")) {
                checks.add(kind, KeywordCheckBuilder::isInteger);
            } else if (!isWhole && !names.contains(kind.displayName())) {
                checks.add(kind, ValueCheck.NEVER);
            }
        }
    }

    private void addAllowedValuesCheck(List<Json> allowed) {
        Set<String> texts = allowed.stream()
                .filter(value -> value.kind() == JsonKind.STRING)
                .map(Json::string)
                .collect(Collectors.toSet());
        checks.add((value, allowance) -> switch (value.kind()) {
            case STRING ->
                allowance.trySpendReading(value.sizeInBytes(), 1) && texts.contains(String.valueOf(value.string()));
            case NUMBER -> exactNumber(value, allowance) != null && isOneOf(allowed, value, allowance);
            default -> isOneOf(allowed, value, allowance);
        });
    }

    private static boolean isOneOf(List<Json> allowed, Json value, StepBudget allowance) {
        return allowance.trySpendReading(value.sizeInBytes(), allowed.size()) && allowed.contains(value);
    }

    private void addFormatCheck(@Nullable String name) {
        FormatRegistry.FormatRule rule =
                compiler.formats ? FormatRegistry.rules().get(String.valueOf(name)) : null;
        if (rule == null) {
            return;
        }
        if (rule.name().equals("regex")) {
            compiler.markUnsupported();
        } else if (rule.isNumeric()) {
            checks.add(
                    JsonKind.NUMBER,
                    (value, allowance) -> exactNumber(value, allowance) != null
                            && rule.validator().test(value.toString()));
        } else {
            checks.add(
                    JsonKind.STRING,
                    (value, allowance) -> allowance.trySpendReading(value.sizeInBytes(), FORMAT_PASSES)
                            && rule.validator().test(String.valueOf(value.string())));
        }
    }

    private void addBoundCheck(Json limit, IntPredicate side) {
        BigDecimal bound = exactNumber(limit);
        checks.add(JsonKind.NUMBER, (value, allowance) -> {
            BigDecimal number = exactNumber(value, allowance);
            return number != null && side.test(number.compareTo(bound));
        });
    }

    private void addMultipleOfCheck(BigDecimal divisor) {
        if (!isWithinPrecision(divisor)) {
            compiler.markUnsupported();
        }
        checks.add(JsonKind.NUMBER, (value, allowance) -> {
            BigDecimal number = exactNumber(value, allowance);
            return number != null && isWithinPrecision(number)
                    ? number.remainder(divisor).signum() == 0
                    : allowance.exhaust();
        });
    }

    /** Whether a number is one that the validator and these checks understand alike. */
    private static boolean isWithinPrecision(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_SCALE && number.precision() <= MAX_SCALE;
    }

    private void addSizeCheck(JsonKind kind, Json limit, IntPredicate side) {
        int bound =
                exactNumber(limit).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
        checks.add(
                kind,
                (value, allowance) -> allowance.trySpendReading(value.sizeInBytes(), 1)
                        && side.test(Integer.compare(sizeOf(value), bound)));
    }

    public static int sizeOf(Json value) {
        String text = value.string();
        return text != null
                ? text.codePointCount(0, text.length())
                : value.elements().size() + value.members().size();
    }

    /** Lists within lists are left to the validator. */
    private void addUniqueItemsCheck(boolean wanted) {
        if (wanted) {
            checks.add(JsonKind.ARRAY, (value, allowance) -> {
                List<Json> elements = allowance.trySpendReading(value.sizeInBytes(), 1) ? value.elements() : List.of();
                boolean plain = elements.stream().noneMatch(e -> e.isObject() || e.kind() == JsonKind.ARRAY);
                return plain && allowance.trySpendReading(value.sizeInBytes(), elements.size())
                        ? new HashSet<>(elements).size() == elements.size()
                        : allowance.exhaust();
            });
        }
    }

    private void addRequiredCheck(Json value) {
        List<String> names = value.elements().stream().map(Json::string).toList();
        checks.add(
                JsonKind.OBJECT,
                (object, allowance) -> allowance.trySpendReading(object.sizeInBytes(), 1)
                        && allowance.trySpend(names.size())
                        && object.members().keySet().containsAll(names));
    }

    private void addMemberChecks() {
        Json properties = schema.json.get("properties");
        if (properties == null && schema.json.get("additionalProperties") == null) {
            return;
        }
        Map<String, ValueCheck> described = new HashMap<>();
        if (properties != null) {
            String at = pointerTo("properties");
            properties
                    .members()
                    .keySet()
                    .forEach(name -> described.put(name, compiler.checkAt(JsonPointers.append(at, name))));
        }
        ValueCheck others = childCheck("additionalProperties");
        checks.add(JsonKind.OBJECT, (object, allowance) -> {
            boolean[] fits = {allowance.trySpendReading(object.sizeInBytes(), 1)};
            object.members()
                    .forEach((name, value) -> fits[0] =
                            fits[0] && described.getOrDefault(name, others).isSatisfiedBy(value, allowance));
            return fits[0];
        });
    }

    private void addElementChecks() {
        Json items = schema.json.get("items");
        boolean isOldTuple = items != null && items.kind() == JsonKind.ARRAY;
        List<ValueCheck> first = childChecks(isOldTuple ? "items" : "prefixItems");
        ValueCheck others = childCheck(isOldTuple ? "additionalItems" : "items");
        if (first.isEmpty() && others == ValueCheck.ALWAYS) {
            return;
        }
        checks.add(JsonKind.ARRAY, (array, allowance) -> {
            boolean fits = allowance.trySpendReading(array.sizeInBytes(), 1);
            List<Json> elements = fits ? array.elements() : List.of();
            for (int i = 0; fits && i < elements.size(); i++) {
                fits = (i < first.size() ? first.get(i) : others).isSatisfiedBy(elements.get(i), allowance);
            }
            return fits;
        });
    }

    private String pointerTo(String keyword) {
        return JsonPointers.append(schema.pointer, keyword);
    }

    /** The check for the schema under that keyword; one that always holds when there is none. */
    private ValueCheck childCheck(String keyword) {
        return schema.json.get(keyword) == null ? ValueCheck.ALWAYS : compiler.checkAt(pointerTo(keyword));
    }

    /** The checks for the list of schemas under that keyword. */
    private List<ValueCheck> childChecks(String keyword) {
        Json list = schema.json.get(keyword);
        List<ValueCheck> children = new ArrayList<>();
        int size = list == null ? 0 : list.elements().size();
        for (int i = 0; i < size; i++) {
            children.add(compiler.checkAt(JsonPointers.append(pointerTo(keyword), i)));
        }
        return children;
    }

    /** Whether the number has no fraction, whichever way it is written. */
    private static boolean isInteger(Json value, StepBudget allowance) {
        return exactNumber(value, allowance) != null && value.isInteger();
    }

    /** The exact number; null, and the allowance spent, when it is too long to calculate with here. */
    private static @Nullable BigDecimal exactNumber(Json value, StepBudget allowance) {
        if (value.sizeInBytes() > MAX_NUMBER_CHARS) {
            allowance.exhaust();
            return null;
        }
        return value.number();
    }

    private static BigDecimal exactNumber(Json value) {
        return Objects.requireNonNull(value.number());
    }
}
