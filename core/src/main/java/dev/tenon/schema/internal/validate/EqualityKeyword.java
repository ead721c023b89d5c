package dev.tenon.schema.internal.validate;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A keyword that compares values for equality. The validator library looks values up by their hash code alone, and a
 * peer can send many values with the same hash code. Here they are looked up by their {@linkplain CanonicalText
 * canonical text}, which hash sets keep in a sorted tree when hash codes collide.
 */
record EqualityKeyword(String name, Function<JsonNode, EqualityRule> rule) implements Keyword {
    static final List<Keyword> ALL = List.of(
            new EqualityKeyword("uniqueItems", EqualityKeyword::uniqueItemsRule),
            new EqualityKeyword("enum", EqualityKeyword::enumRule));

    /** The rule of a keyword. It reports the characters that it reads of the value. */
    @FunctionalInterface
    interface EqualityRule {
        boolean isSatisfiedBy(JsonNode value, IntConsumer reading);
    }

    private static EqualityRule uniqueItemsRule(JsonNode wanted) {
        return (value, reading) -> {
            Set<String> seen = new HashSet<>();
            return !wanted.asBoolean(false)
                    || !value.isArray()
                    || elements(value).allMatch(element -> seen.add(CanonicalText.of(element, reading)));
        };
    }

    private static EqualityRule enumRule(JsonNode list) {
        Set<String> texts = elements(list)
                .map(value -> CanonicalText.of(value, chars -> {}))
                .collect(Collectors.toSet());
        return (value, reading) -> texts.contains(CanonicalText.of(value, reading));
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    @Override
    public String getValue() {
        return name;
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
        EqualityRule equalityRule = rule.apply(node);
        return new BaseKeywordValidator(this, node, location, parent, context) {
            @Override
            public void validate(ExecutionContext execution, JsonNode value, JsonNode root, NodePath at) {
                if (!(execution instanceof BoundedValidationContext bounded)) {
                    throw new IllegalStateException("The validation context must be a BoundedValidationContext");
                }
                if (!equalityRule.isSatisfiedBy(value, bounded.budget::chargeReading)) {
                    execution.addError(error().instanceNode(value)
                            .instanceLocation(at)
                            .evaluationPath(execution.getEvaluationPath())
                            .locale(execution.getExecutionConfig().getLocale())
                            .build());
                }
            }
        };
    }
}
