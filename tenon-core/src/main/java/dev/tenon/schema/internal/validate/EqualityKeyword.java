package dev.tenon.schema.internal.validate;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
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
 * A keyword that asks whether values are equal. The library's own look values up by a hash code alone, which a peer can
 * make the same for many of them; here they are looked up by their {@linkplain CanonicalText canonical text}, which a
 * set has in order where hash codes are the same.
 */
record EqualityKeyword(String name, Function<JsonNode, EqualityRule> rule)
        implements com.networknt.schema.keyword.Keyword {
    static final List<com.networknt.schema.keyword.Keyword> ALL = List.of(
            new EqualityKeyword("uniqueItems", EqualityKeyword::uniqueItemsRule),
            new EqualityKeyword("enum", EqualityKeyword::enumRule));

    /** Whether a value satisfies the keyword; what it reads of the value, it says in characters. */
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
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode node, com.networknt.schema.Schema parent, SchemaContext context) {
        EqualityRule asked = rule.apply(node);
        return new BaseKeywordValidator(this, node, location, parent, context) {
            @Override
            public void validate(ExecutionContext execution, JsonNode value, JsonNode root, NodePath at) {
                if (!(execution instanceof BoundedValidationContext bounded)) {
                    throw new IllegalStateException("A schema is checked in a BoundedContext");
                }
                if (!asked.isSatisfiedBy(value, bounded::chargeReading)) {
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
