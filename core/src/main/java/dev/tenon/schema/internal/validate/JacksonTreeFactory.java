package dev.tenon.schema.internal.validate;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.document.JsonPointers;
import dev.tenon.schema.internal.document.KeywordValueType;
import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.document.SubSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.ValueNode;

/**
 * Creates trees for the validator library. Every number is an exact decimal without trailing zeros, so that 1 and 1.0
 * are equal everywhere; with other number types the library rounds some numbers and fails on others.
 */
final class JacksonTreeFactory {
    /** The parser's limits are disabled: {@link Json} enforced limits when the value was parsed. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(new ExactDecimalNodeFactory())
            .build();

    /** Names that the library would treat as keywords although they have no meaning in a schema. */
    private static final List<String> RESERVED_NAMES = List.of(
            "id", "true", "false", "notAllowed", "discriminator", "nullable", "$recursiveRef", "$recursiveAnchor");

    private JacksonTreeFactory() {}

    static JsonNode toTree(Json json) {
        return json.readBytes((bytes, from, length) -> MAPPER.readTree(bytes, from, length));
    }

    /** Returns the schema as a tree that the library interprets as the specification does. */
    static JsonNode toTree(SchemaDocument schema) {
        JsonNode root = toTree(schema.root);
        for (SubSchema sub : schema.subschemas) {
            if (root.at(sub.pointer) instanceof ObjectNode node) {
                node.remove(RESERVED_NAMES);
                sub.json.members().forEach((keyword, value) -> clampCount(schema, node, keyword, value));
                if (!schema.hasDynamicRefsAcrossResources()) {
                    replaceReferencesByPointers(sub, node);
                }
            }
        }
        return root;
    }

    /** Replaces resolved references by plain pointers, since the library fails on some identifiers. */
    private static void replaceReferencesByPointers(SubSchema sub, ObjectNode node) {
        node.remove(List.of("$id", "$anchor", "$dynamicAnchor"));
        if (!sub.pointer.isEmpty()) {
            node.remove("$schema");
        }
        if (sub.reference != null) {
            node.put("$ref", JsonPointers.encodeFragment(sub.reference.pointer));
        }
        if (sub.dynamicReference != null) {
            // With a single resource, the dynamic reference can only mean the anchor found.
            node.remove("$dynamicRef");
            ObjectNode target =
                    sub.reference == null ? node : node.withArray("allOf").addObject();
            target.put("$ref", JsonPointers.encodeFragment(sub.dynamicReference.pointer));
        }
    }

    /** Replaces a count above the range of an int, which the library cannot read, by the maximum. */
    private static void clampCount(SchemaDocument schema, ObjectNode node, String keyword, Json value) {
        boolean isCount = schema.dialect.keywords.get(keyword) == KeywordValueType.COUNT;
        BigDecimal count = isCount ? value.number() : null;
        if (count != null && count.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            node.put(keyword, Integer.MAX_VALUE);
        }
    }

    private static final class ExactDecimalNodeFactory extends JsonNodeFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public NumericNode numberNode(int v) {
            return exact(BigDecimal.valueOf(v));
        }

        @Override
        public NumericNode numberNode(long v) {
            return exact(BigDecimal.valueOf(v));
        }

        @Override
        public ValueNode numberNode(BigInteger v) {
            return exact(new BigDecimal(v));
        }

        @Override
        public ValueNode numberNode(BigDecimal v) {
            return exact(v);
        }

        private static NumericNode exact(BigDecimal v) {
            return DecimalNode.valueOf(v.stripTrailingZeros());
        }
    }
}
