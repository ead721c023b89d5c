package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.internal.document.JsonPointers;
import dev.tenon.schema.internal.document.SchemaDialect;
import dev.tenon.schema.internal.document.SubSchema;
import dev.tenon.schema.internal.validate.FormatRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the checks for the keywords of one schema. */
public record KeywordCheckBuilder(CheckCompiler compiler, SubSchema schema, CompositeCheck checks) {
    /** The maximum scale and precision of a number. Dividing very large by very small numbers yields huge quotients. */
    private static final int MAX_SCALE = 300;
    /** The maximum length of a number; calculating with longer ones is slow. */
    private static final int MAX_NUMBER_CHARS = 100;
    /** The number of passes over a text that a format is charged for. */
    private static final int FORMAT_PASSES = 8;

    void addAll() {
        if (compiler.document.isReferenceOnly(schema)) {
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
            case "anyOf" -> addAnyOfOrOneOfCheck(childChecks(keyword), 1);
            case "oneOf" -> addAnyOfOrOneOfCheck(childChecks(keyword), 2);
            case "not" -> addNotCheck(childCheck(keyword));
            case "if" -> addConditionalCheck(childCheck(keyword), childCheck("then"), childCheck("else"));
            case "type" -> addTypeCheck(value);
            case "enum" -> addAllowedValuesCheck(value.elements());
            case "const" -> addAllowedValuesCheck(List.of(value));
            case "format" -> addFormatCheckIfAsserted(value.string());
            default -> addTypedKeyword(keyword, value);
        }
    }

    private void addTypedKeyword(String keyword, Json value) {
        switch (keyword) {
            case "minimum" -> addBoundCheck(value, comparison -> comparison >= 0);
            case "exclusiveMinimum" -> addBoundCheck(value, comparison -> comparison > 0);
            case "maximum" -> addBoundCheck(value, comparison -> comparison <= 0);
            case "exclusiveMaximum" -> addBoundCheck(value, comparison -> comparison < 0);
            case "multipleOf" -> addMultipleOfCheck(exactNumber(value));
            case "minLength" -> addSizeCheck(JsonKind.STRING, value, comparison -> comparison >= 0);
            case "maxLength" -> addSizeCheck(JsonKind.STRING, value, comparison -> comparison <= 0);
            case "minItems" -> addSizeCheck(JsonKind.ARRAY, value, comparison -> comparison >= 0);
            case "maxItems" -> addSizeCheck(JsonKind.ARRAY, value, comparison -> comparison <= 0);
            case "minProperties" -> addSizeCheck(JsonKind.OBJECT, value, comparison -> comparison >= 0);
            case "maxProperties" -> addSizeCheck(JsonKind.OBJECT, value, comparison -> comparison <= 0);
            case "uniqueItems" -> addUniqueItemsCheck(Boolean.TRUE.equals(value.bool()));
            case "required" -> addRequiredCheck(value);
            default -> markIfUnsupported(keyword);
        }
    }

    /**
     * Unknown keywords are ignored. Keywords that are not handled here, or that belong to another dialect only, are
     * left to the validator library.
     */
    private void markIfUnsupported(String keyword) {
        boolean ofElements = keyword.equals("prefixItems") || keyword.equals("additionalItems");
        boolean isHandled = ofElements && compiler.document.dialect.keywords.containsKey(keyword);
        if (!isHandled && Stream.of(SchemaDialect.values()).anyMatch(d -> d.keywords.containsKey(keyword))) {
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

    /**
     * Adds a check that counts the satisfied alternatives, stops at {@code stopCount}, and requires the count to be
     * one. If it stops at 1, at least one must be satisfied ({@code anyOf}); if it stops at 2, exactly one
     * ({@code oneOf}).
     */
    private void addAnyOfOrOneOfCheck(List<ValueCheck> all, int stopCount) {
        checks.add((value, budget) -> {
            int count = 0;
            for (int i = 0; i < all.size() && count < stopCount; i++) {
                count += all.get(i).isSatisfiedBy(value, budget) ? 1 : 0;
            }
            return count == 1;
        });
    }

    private void addNotCheck(ValueCheck check) {
        checks.add((value, budget) -> !check.isSatisfiedBy(value, budget));
    }

    private void addConditionalCheck(ValueCheck condition, ValueCheck then, ValueCheck otherwise) {
        checks.add((value, budget) ->
                (condition.isSatisfiedBy(value, budget) ? then : otherwise).isSatisfiedBy(value, budget));
    }

    private void addTypeCheck(Json value) {
        List<String> names = (value.kind() == JsonKind.ARRAY ? value.elements() : List.of(value))
                .stream().map(Json::string).toList();
        if (names.contains("object") && schema.json.get("enum") != null) {
            // The validator library is less strict about "object" next to "enum".
            compiler.markUnsupported();
        }
        for (JsonKind kind : JsonKind.values()) {
            boolean isWhole = kind == JsonKind.NUMBER && names.contains("integer");
            if (isWhole && !names.contains("number")) {
                checks.add(kind, (number, budget) -> exactNumber(number, budget) != null && number.isInteger());
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
        checks.add((value, budget) -> switch (value.kind()) {
            case STRING ->
                budget.trySpendReading(value.sizeInBytes(), 1) && texts.contains(String.valueOf(value.string()));
            case NUMBER -> exactNumber(value, budget) != null && isOneOf(allowed, value, budget);
            default -> isOneOf(allowed, value, budget);
        });
    }

    private static boolean isOneOf(List<Json> allowed, Json value, StepBudget budget) {
        return budget.trySpendReading(value.sizeInBytes(), allowed.size()) && allowed.contains(value);
    }

    private void addFormatCheckIfAsserted(@Nullable String name) {
        FormatRegistry.FormatRule rule = compiler.formats ? FormatRegistry.ALL.get(String.valueOf(name)) : null;
        if (rule == null) {
            return;
        }
        if (rule.name().equals("regex")) {
            compiler.markUnsupported();
        } else if (rule.isNumeric()) {
            checks.add(
                    JsonKind.NUMBER,
                    (value, budget) -> exactNumber(value, budget) != null
                            && rule.validator().test(value.toString()));
        } else {
            checks.add(
                    JsonKind.STRING,
                    (value, budget) -> budget.trySpendReading(value.sizeInBytes(), FORMAT_PASSES)
                            && rule.validator().test(String.valueOf(value.string())));
        }
    }

    private void addBoundCheck(Json limit, IntPredicate comparison) {
        BigDecimal bound = exactNumber(limit);
        checks.add(JsonKind.NUMBER, (value, budget) -> {
            BigDecimal number = exactNumber(value, budget);
            return number != null && comparison.test(number.compareTo(bound));
        });
    }

    private void addMultipleOfCheck(BigDecimal divisor) {
        if (!isWithinPrecision(divisor)) {
            compiler.markUnsupported();
        }
        checks.add(JsonKind.NUMBER, (value, budget) -> {
            BigDecimal number = exactNumber(value, budget);
            return number != null && isWithinPrecision(number)
                    ? number.remainder(divisor).signum() == 0
                    : budget.exhaust();
        });
    }

    /** Returns whether the validator library and these checks treat the number alike. */
    private static boolean isWithinPrecision(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_SCALE && number.precision() <= MAX_SCALE;
    }

    private void addSizeCheck(JsonKind kind, Json limit, IntPredicate comparison) {
        int bound =
                exactNumber(limit).min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
        checks.add(
                kind,
                (value, budget) -> budget.trySpendReading(value.sizeInBytes(), 1)
                        && comparison.test(Integer.compare(sizeOf(value), bound)));
    }

    public static int sizeOf(Json value) {
        String text = value.string();
        return text != null
                ? text.codePointCount(0, text.length())
                : value.elements().size() + value.members().size();
    }

    /** Arrays that contain arrays or objects are left to the validator library. */
    private void addUniqueItemsCheck(boolean wanted) {
        if (wanted) {
            checks.add(JsonKind.ARRAY, (value, budget) -> {
                List<Json> elements = budget.trySpendReading(value.sizeInBytes(), 1) ? value.elements() : List.of();
                boolean plain = elements.stream().noneMatch(e -> e.isObject() || e.kind() == JsonKind.ARRAY);
                return plain && budget.trySpendReading(value.sizeInBytes(), elements.size())
                        ? new HashSet<>(elements).size() == elements.size()
                        : budget.exhaust();
            });
        }
    }

    private void addRequiredCheck(Json value) {
        List<String> names = value.elements().stream().map(Json::string).toList();
        checks.add(
                JsonKind.OBJECT,
                (object, budget) -> budget.trySpendReading(object.sizeInBytes(), 1)
                        && budget.trySpend(names.size())
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
            for (String name : properties.members().keySet()) {
                described.put(name, compiler.checkAt(JsonPointers.append(at, name)));
            }
        }
        ValueCheck others = childCheck("additionalProperties");
        checks.add(JsonKind.OBJECT, (object, budget) -> {
            boolean[] satisfied = {budget.trySpendReading(object.sizeInBytes(), 1)};
            object.members()
                    .forEach((name, value) -> satisfied[0] =
                            satisfied[0] && described.getOrDefault(name, others).isSatisfiedBy(value, budget));
            return satisfied[0];
        });
    }

    private void addElementChecks() {
        Json items = schema.json.get("items");
        boolean isDraft07Tuple = items != null && items.kind() == JsonKind.ARRAY;
        List<ValueCheck> first = childChecks(isDraft07Tuple ? "items" : "prefixItems");
        ValueCheck others = childCheck(isDraft07Tuple ? "additionalItems" : "items");
        if (first.isEmpty() && others == ValueCheck.ALWAYS) {
            return;
        }
        checks.add(JsonKind.ARRAY, (array, budget) -> {
            boolean satisfied = budget.trySpendReading(array.sizeInBytes(), 1);
            List<Json> elements = satisfied ? array.elements() : List.of();
            for (int i = 0; satisfied && i < elements.size(); i++) {
                satisfied = (i < first.size() ? first.get(i) : others).isSatisfiedBy(elements.get(i), budget);
            }
            return satisfied;
        });
    }

    private String pointerTo(String keyword) {
        return JsonPointers.append(schema.pointer, keyword);
    }

    /** Returns the check for the schema under a keyword, or one that is always satisfied when the keyword is absent. */
    private ValueCheck childCheck(String keyword) {
        return schema.json.get(keyword) == null ? ValueCheck.ALWAYS : compiler.checkAt(pointerTo(keyword));
    }

    /** Returns the checks for the list of schemas under a keyword. */
    private List<ValueCheck> childChecks(String keyword) {
        Json list = schema.json.get(keyword);
        List<ValueCheck> children = new ArrayList<>();
        int size = list == null ? 0 : list.elements().size();
        for (int i = 0; i < size; i++) {
            children.add(compiler.checkAt(JsonPointers.append(pointerTo(keyword), i)));
        }
        return children;
    }

    /** Returns the exact number; null, with the budget exhausted, when it is too long to calculate with here. */
    private static @Nullable BigDecimal exactNumber(Json value, StepBudget budget) {
        if (value.sizeInBytes() > MAX_NUMBER_CHARS) {
            budget.exhaust();
            return null;
        }
        return value.number();
    }

    private static BigDecimal exactNumber(Json value) {
        return Objects.requireNonNull(value.number());
    }
}
