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
 * Trees for the validator. Every number is an exact decimal without trailing zeros, so that 1 and 1.0 are equal
 * wherever they stand; with other kinds of number the validator rounds some, and fails on others.
 */
final class ValidatorTreeFactory {
    /** The parser's own limits are out of the way: ours were kept when the value was read. */
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

    /** Names that the validator uses for itself and would take for keywords; in a schema they mean nothing. */
    private static final List<String> RESERVED_NAMES = List.of(
            "id", "true", "false", "notAllowed", "discriminator", "nullable", "$recursiveRef", "$recursiveAnchor");

    private ValidatorTreeFactory() {}

    static JsonNode toTree(Json json) {
        return json.readBytes((bytes, from, length) -> MAPPER.readTree(bytes, from, length));
    }

    /** The schema as a tree that the validator understands as the specification does. */
    static JsonNode toTree(SchemaDocument schema) {
        JsonNode root = toTree(schema.root);
        for (SubSchema sub : schema.subschemas()) {
            if (root.at(sub.pointer) instanceof ObjectNode node) {
                node.remove(RESERVED_NAMES);
                sub.json.members().forEach((keyword, value) -> clampCount(schema, node, keyword, value));
                if (!schema.needsIdentifiers()) {
                    replaceReferences(sub, node);
                }
            }
        }
        return root;
    }

    /** All references have been resolved: the validator, which stumbles over some identifiers, gets plain pointers. */
    private static void replaceReferences(SubSchema sub, ObjectNode node) {
        node.remove(List.of("$id", "$anchor", "$dynamicAnchor"));
        if (!sub.pointer.isEmpty()) {
            node.remove("$schema");
        }
        if (sub.reference != null) {
            node.put("$ref", JsonPointers.encodeFragment(sub.reference.pointer));
        }
        if (sub.dynamicReference != null) {
            // Where there is one resource only, no other anchor can be meant than the one found.
            node.remove("$dynamicRef");
            ObjectNode place =
                    sub.reference == null ? node : node.withArray("allOf").addObject();
            place.put("$ref", JsonPointers.encodeFragment(sub.dynamicReference.pointer));
        }
    }

    /** A count beyond the range of an int, which the validator cannot read, means no more than that. */
    private static void clampCount(SchemaDocument schema, ObjectNode node, String keyword, Json value) {
        if (schema.dialect.keywords().get(keyword) == KeywordValueType.COUNT && isBeyondInt(value)) {
            node.put(keyword, Integer.MAX_VALUE);
        }
    }

    private static boolean isBeyondInt(Json count) {
        BigDecimal number = count.number();
        return number != null && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0;
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
