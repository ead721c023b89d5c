package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.schema.internal.regex.EcmaRegex;
import dev.tenon.schema.internal.regex.ValidationBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regular expressions of ECMA-262 are matched in limited time. */
class EcmaRegexTest {
    private static boolean find(String regex, String text) {
        return EcmaRegex.compile(regex).find(text, new ValidationBudget(SchemaLimits.DEFAULT));
    }

    @Test
    void a_class_may_have_very_many_characters() {
        String letters = "ab".repeat(50_000);

        assertThat(find("^[" + letters + "]+$", "abba")).isTrue();
        assertThat(find("^[^" + letters + "]+$", "xyz")).isTrue();
        assertThat(find("^[" + letters + "]+$", "x")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "b+ ¦ abbc ¦ true",
                "^b+ ¦ abbc ¦ false",
                "^[a-c]{2,3}$ ¦ abc ¦ true",
                "^[a-c]{2,3}$ ¦ abca ¦ false",
                "^(foo|bar)?$ ¦ '' ¦ true",
                "^(foo|bar)?$ ¦ foobar ¦ false",
                "^\\d{4}-\\d{2}$ ¦ 2026-11 ¦ true",
                "^\\d+$ ¦ ٣ ¦ false",
                "^\\w+$ ¦ é ¦ false",
                "^\\s$ ¦ '\u00a0' ¦ true",
                "^\\S+$ ¦ a-b ¦ true",
                "^[^a-z]$ ¦ A ¦ true",
                "^[]$ ¦ a ¦ false",
                "^[^]$ ¦ a ¦ true",
                "^[\\w-]+$ ¦ a-b ¦ true",
                "^[a-]+$ ¦ a-a ¦ true",
                "^[\\]\\\\]+$ ¦ ]\\ ¦ true",
                "^[\\b]$ ¦ '\b' ¦ true",
                "^[a&&b[]+$ ¦ a&b[ ¦ true",
                "^.$ ¦ 😀 ¦ true",
                "^..$ ¦ 😀 ¦ false",
                "^\\u{1F600}$ ¦ 😀 ¦ true",
                "^\\uD83D\\uDE00$ ¦ 😀 ¦ true",
                "^[\\uD83D\\uDE00-\\u{1F64F}]$ ¦ 😁 ¦ true",
                "^\\x41\\u0042\\cJ?$ ¦ AB ¦ true",
                "^\\p{Lu}\\p{Letter}+$ ¦ Émile ¦ true",
                "^\\p{Script=Greek}+$ ¦ αβγ ¦ true",
                "^\\P{L}$ ¦ 1 ¦ true",
                "^\\p{Alphabetic}$ ¦ 1 ¦ false",
                "foo(?=bar) ¦ foobar ¦ true",
                "foo(?!bar) ¦ foobar ¦ false",
                "^(?!.*admin).+$ ¦ user ¦ true",
                "^(?!.*admin).+$ ¦ the admin ¦ false",
                "(?<=\\$)\\d+ ¦ cost $15 ¦ true",
                "(?<!\\$)\\b\\d+ ¦ cost $15 ¦ false",
                "\\bcat\\b ¦ a cat! ¦ true",
                "\\bcat\\b ¦ concat ¦ false",
                "\\Bcat ¦ concat ¦ true",
                "^(?<year>\\d+)$ ¦ 2026 ¦ true",
                "^a{,2}$ ¦ a{,2} ¦ true",
                "^a{2$ ¦ a{2 ¦ true",
                "^x{2}?$ ¦ xx ¦ true",
                "^(?:a*)*$ ¦ aaaa ¦ true",
                "^(a|ab)(c|bcd)$ ¦ abcd ¦ true",
                "^\\/\\-\\@$ ¦ /-@ ¦ true",
                "a|^$ ¦ '' ¦ true"
            })
    void matches_as_ecma_262_defines(String regex, String text, boolean expected) {
        assertThat(find(regex, text)).isEqualTo(expected);
    }

    @Test
    void the_end_is_the_end_of_the_text_not_of_a_line() {
        assertThat(find("^a$", "a\n")).isFalse();
        assertThat(find("^.$", "\n")).isFalse();
        assertThat(find("b$", "a\nb")).isTrue();
        assertThat(find("^b", "a\nb")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                ")",
                "[",
                "a**",
                "*",
                "a{2}{3}*+",
                "\\Z",
                "\\a",
                "(?i)a",
                "(?P<n>a)",
                "(a)\\1",
                "\\k<n>",
                "a{3,2}",
                "[b-a]",
                "\\p{Nope}",
                "\\p",
                "\\u12",
                "\\x1",
                "\\",
                "\\cé",
                "a++",
                "(?",
                "\\u{110000}",
                "\\01"
            })
    void an_invalid_or_unsupported_expression_is_rejected(String regex) {
        assertThatThrownBy(() -> EcmaRegex.compile(regex)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"((a{500}){500}){500}", "(a{99999}){99999}", "a{100001}", "(?=(a{40000}))(?=(a{40000}))"})
    void expressions_that_expand_too_much_are_rejected(String regex) {
        assertThatThrownBy(() -> EcmaRegex.compile(regex)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EcmaRegex.compile("(".repeat(900) + ")".repeat(900)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^(a+)+$",
                "^(a|aa)+$",
                "^(a*)*$",
                "^(a|a?)+$",
                "^(([a-z])+.)+[A-Z]([a-z])+$",
                "(?:a?|b?){60}x$",
                "^(?:(?:|)){999}x",
                "(?:(?:a*){100}){50}b",
                "(.*)*(.*)*(.*)*=",
                "^(?=(a+)+$)(a+)+!$",
                "(?<=(a+)+)b"
            })
    @Timeout(60)
    @Covers("2026-07-28/schema/bounds")
    void an_expression_with_catastrophic_backtracking_terminates(String regex) {
        Schema schema = Schema.compile(Json.of(Map.of("pattern", regex)));
        schema.warmUp();
        for (String text : List.of("a".repeat(40) + "!", "a".repeat(2000) + "!")) {
            long start = System.nanoTime();

            List<SchemaIssue> issues = schema.validate(Json.of(text));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(issues).hasSize(1);
        }
        assertThat(schema.validate(Json.of(""))).hasSizeLessThan(2);
    }

    @Test
    void a_search_that_exhausts_its_budget_counts_as_failed() {
        SchemaLimits tight = new SchemaLimits(1000, 10, 10, 100, 1000, 1000, Duration.ofSeconds(30), 5);
        Schema schema = Schema.compile(Json.parse("{\"not\":{\"pattern\":\"(a|aa|aaa)*b\"}}"), tight);

        assertThat(schema.validate(Json.of("a".repeat(500)))).singleElement().satisfies(issue -> {
            assertThat(issue.keyword()).isEqualTo("limit");
            assertThat(issue.message()).contains("regular expression").contains("too long");
        });
    }

    @Test
    void long_texts_are_supported() {
        assertThat(find("^([a-z]|[0-9])*$", "a1".repeat(50_000))).isTrue();
        assertThat(find("^.{1,4000}$", "x".repeat(4000))).isTrue();
        assertThat(find("^.{1,4000}$", "x".repeat(4001))).isFalse();
    }

    @Test
    void agrees_with_java_where_the_syntax_is_the_same() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String regex = expression(random, 3);
            String text = text(random);
            assertThat(find(regex, text))
                    .as("%s in %s", regex, text)
                    .isEqualTo(Pattern.compile(regex).matcher(text).find());
        }
    }

    private static String expression(Random random, int depth) {
        StringBuilder all = new StringBuilder();
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            all.append(part(random, depth));
        }
        return random.nextInt(4) == 0 && depth > 0 ? all + "|" + expression(random, depth - 1) : all.toString();
    }

    private static String part(Random random, int depth) {
        String[] atoms = {"a", "b", ".", "[ab]", "[^a]", "\\w", "\\b", "^", "$", "c"};
        String[] groups = {"(", "(?:", "(?=", "(?!"};
        boolean group = depth > 0 && random.nextInt(3) == 0;
        String kind = groups[random.nextInt(groups.length)];
        String atom = group ? kind + expression(random, depth - 1) + ")" : atoms[random.nextInt(atoms.length)];
        String[] repeats = {"", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}?", "*?"};
        boolean isAssertion = atom.equals("^")
                || atom.equals("$")
                || atom.equals("\\b")
                || atom.startsWith("(?=")
                || atom.startsWith("(?!");
        // Unlike ECMA-262, Java ends a repetition whose last iteration consumed no character.
        boolean mayBeEmpty = group && (atom.contains("(?=") || atom.contains("(?!") || find("^(?:" + atom + ")$", ""));
        return isAssertion || mayBeEmpty ? atom : atom + repeats[random.nextInt(repeats.length)];
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            text.append("abc -".charAt(random.nextInt(5)));
        }
        return text.toString();
    }
}
