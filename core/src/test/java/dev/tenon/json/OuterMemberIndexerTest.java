package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that are indexed during validation equal those that are parsed on access. */
class OuterMemberIndexerTest {
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);
    private static final int ROUNDS = 3000;

    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                " {\"a\" : 1 , \"b\":{ } , \"c\" : [ ] , \"d\":null}\n",
                "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{\"f\":1}},\"g\":[{\"h\":1}]}}}}",
                "{\"a\":[{\"b\":1},{\"b\":{\"c\":2}}],\"d\":{\"e\":[1,2,[3]],\"f\":\"x\"}}",
                "{\"\\u0061b\":\"\\u0041\",\"\":{\"\\\"\":true}}",
                "[{\"a\":{\"b\":1}},{\"c\":-1.5e3}]",
            })
    void members_are_equal_for_every_kind_of_text(String text) {
        assertIndexMatchesParsing(text);
    }

    @Test
    void members_are_equal_for_an_object_beyond_the_index_limit() {
        for (int memberCount : new int[] {12, 13, 63, 64, 65, 66, 200}) {
            String members = IntStream.range(0, memberCount)
                    .mapToObj(i -> "\"m" + i + "\":" + i)
                    .collect(Collectors.joining(","));
            assertIndexMatchesParsing("{" + members + "}");
            assertIndexMatchesParsing("{\"first\":{" + members + "},\"second\":{\"a\":{\"b\":1}}}");
            assertIndexMatchesParsing("{\"first\":{\"a\":{\"b\":1}},\"second\":{" + members + "},\"third\":{\"c\":1}}");
        }
    }

    @Test
    void members_are_equal_for_random_texts() {
        for (int i = 0; i < ROUNDS; i++) {
            assertIndexMatchesParsing(randomValue(0));
        }
    }

    private String randomValue(int depth) {
        int kind = random.nextInt(depth > 6 ? 4 : 8);
        return switch (kind) {
            case 0 -> "\"t" + random.nextInt(9) + "\\n\"";
            case 1 -> String.valueOf(random.nextInt());
            case 2 -> "true";
            case 3 -> "null";
            case 4 -> randomList("[", "]", depth, i -> "");
            default -> randomList("{", "}", depth, i -> "\"" + (random.nextInt(5) == 0 ? "\\u006e" : "n") + i + "\" :");
        };
    }

    private String randomList(String open, String close, int depth, IntFunction<String> name) {
        return IntStream.range(0, random.nextInt(random.nextInt(10) == 0 ? 40 : 5))
                .mapToObj(i -> name.apply(i) + randomValue(depth + 1))
                .collect(Collectors.joining(random.nextBoolean() ? "," : " , ", open, close));
    }

    private static void assertIndexMatchesParsing(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Json read = READER.read(bytes);
        byte[] document = text.strip().getBytes(StandardCharsets.UTF_8);
        assertSame(read, new Json(document, 0, document.length));
    }

    private static void assertSame(Json indexed, Json parsed) {
        assertThat(indexed).hasToString(parsed.toString());
        Iterator<Map.Entry<String, Json>> expected = parsed.members().entrySet().iterator();
        for (Map.Entry<String, Json> member : indexed.members().entrySet()) {
            Map.Entry<String, Json> other = expected.next();
            assertThat(member.getKey()).isEqualTo(other.getKey());
            assertThat(indexed.get(member.getKey())).isSameAs(member.getValue());
            assertSame(member.getValue(), other.getValue());
        }
        assertThat(expected.hasNext()).isFalse();
        List<Json> elements = parsed.elements();
        assertThat(indexed.elements()).hasSameSizeAs(elements);
        for (int i = 0; i < elements.size(); i++) {
            assertSame(indexed.elements().get(i), elements.get(i));
        }
    }
}
