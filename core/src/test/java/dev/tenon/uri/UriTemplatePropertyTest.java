package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplatePropertyTest {
    private static final String ALPHABET = "abz09-._~:?#[]@!$&'()*+,;= %\"<>^`{|}éÿ€\u2028😀\uFFFD/\\";
    private static final int ROUNDS = 2000;

    private final Random random = new Random(6570);

    @Covers("core/resources/template-rfc6570")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "test://x/{a}",
                "{a}/{b}?{c}",
                "x:{a,b,c}",
                "x:/{a:9}/y",
                "x{.a}/{b}",
                "x{/a,b,c}",
                "x{;a,b}/{c}",
                "x{?a,b,c}",
                "x?f=1{&a,b,c}",
                "x{/a}{?b,c}",
                "x{?a}{&b}",
                "x{/a}{;b}{?c}",
                "x/{a*}",
                "x{?a*,b}",
                "é%2F{a}é"
            })
    void expanded_values_are_matched(String text) {
        assertRoundTrip(text);
    }

    @Covers("core/resources/template-rfc6570")
    @ParameterizedTest
    @ValueSource(strings = {"file:///docs/{+a}", "x:{+a}", "x{#a}", "{b}{?c}{#a}", "{+a}/{b}"})
    void expanded_reserved_characters_are_matched(String text) {
        assertRoundTrip(text);
    }

    @Covers("core/resources/template-rfc6570")
    @Test
    void expanded_segments_are_matched() {
        UriTemplate template = UriTemplate.parse("x{/a*}/end{?b}");
        for (int round = 0; round < ROUNDS; round++) {
            String path = randomValue(ALPHABET.length() - 2) + "/" + randomValue(ALPHABET.length() - 2);
            if (isSafe(path)) {
                Map<String, String> values = Map.of("a", path, "b", "1");
                assertThat(template.match(template.expand(values))).hasValue(values);
            }
        }
    }

    private void assertRoundTrip(String text) {
        UriTemplate template = UriTemplate.parse(text);
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String name : template.variables()) {
                boolean reserved = name.equals("a") && text.matches(".*\\{[+#]a.*");
                values.put(name, safeValue(reserved));
            }
            assertThat(template.match(template.expand(values))).as("%s", values).hasValue(values);
        }
    }

    /**
     * Returns a value that can be matched. For reserved expansion it must not look percent-encoded, since such a value
     * is kept and would be decoded.
     */
    private String safeValue(boolean reserved) {
        while (true) {
            String value = randomValue(reserved ? ALPHABET.length() : ALPHABET.length() - 2);
            if (isSafe(value) && !(reserved && value.matches(".*%[0-9a-b]{2}.*"))) {
                return value;
            }
        }
    }

    /** Returns whether the traversal protection accepts the value; a leading slash would be an absolute path. */
    private static boolean isSafe(String value) {
        Predicate<String> dots = item -> item.equals(".") || item.equals("..");
        return List.of(value.split("[/\\\\,]")).stream().noneMatch(dots)
                && !value.startsWith("/")
                && !value.startsWith("\\");
    }

    private String randomValue(int letters) {
        int length = 1 + random.nextInt(8);
        StringBuilder value = new StringBuilder();
        while (value.codePointCount(0, value.length()) < length) {
            value.appendCodePoint(ALPHABET.codePointAt(randomIndex(letters)));
        }
        return value.toString();
    }

    private int randomIndex(int letters) {
        int at = random.nextInt(letters);
        return Character.isLowSurrogate(ALPHABET.charAt(at)) ? at - 1 : at;
    }

    @Test
    void matching_random_uris_never_fails() {
        String[] tokens = {
            "{", "}", "a", "b", "+", "#", ".", "/", ";", "?", "&", ",", ":", "1", "*", "%", "2", "E", "=", "\u0000", "é"
        };
        int matched = 0;
        for (int round = 0; round < 50_000; round++) {
            UriTemplate template =
                    parseOrLiteral(randomText(tokens) + "{" + randomText(tokens) + "}" + randomText(tokens));
            Map<String, String> values = template.match(randomText(tokens)).orElse(Map.of());
            matched += values.size();
            assertThat(template.variables()).containsAll(values.keySet());
        }
        assertThat(matched).isPositive();
    }

    private static UriTemplate parseOrLiteral(String text) {
        try {
            return UriTemplate.parse(text);
        } catch (IllegalArgumentException expected) {
            return UriTemplate.parse("{a}{/b*}{?c}");
        }
    }

    private String randomText(String[] tokens) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(tokens[random.nextInt(tokens.length)]);
        }
        return text.toString();
    }
}
