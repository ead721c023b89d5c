package dev.tenon.schema;

import dev.tenon.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
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
 * Trees for the validator. Every number is an exact decimal without trailing zeros, so that 1 and 1.0 are equal wherever
 * they stand; with other kinds of number the validator rounds some, and fails on others.
 */
final class Trees {
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
            .nodeFactory(new Decimals())
            .build();

    private Trees() {}

    static JsonNode of(Json json) {
        return json.lend((bytes, from, length) -> MAPPER.readTree(bytes, from, length));
    }

    /** The schema as a tree. Counts beyond the range of an int, which the validator cannot read, mean no more than that. */
    static JsonNode of(SchemaTree schema) {
        JsonNode root = of(schema.root);
        for (SubSchema sub : schema.subschemas()) {
            for (Map.Entry<String, Json> member : sub.json.members().entrySet()) {
                boolean count = schema.dialect.keywords().get(member.getKey()) == Shape.COUNT;
                if (count && isBeyondInt(member.getValue())) {
                    ((ObjectNode) root.at(sub.pointer)).put(member.getKey(), Integer.MAX_VALUE);
                }
            }
        }
        return root;
    }

    private static boolean isBeyondInt(Json count) {
        BigDecimal number = count.number();
        return number != null && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0;
    }

    private static final class Decimals extends JsonNodeFactory {
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
