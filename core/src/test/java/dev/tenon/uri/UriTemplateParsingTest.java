package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateParsingTest {

    @Covers("core/resources/template-rfc6570")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            x{a            | 1  | without '}'
            {              | 0  | without '}'
            x}             | 1  | without '{'
            {}             | 1  | name
            {+}            | 2  | name
            {a,}           | 3  | name
            {,a}           | 1  | reserved
            {=a}           | 1  | reserved
            {!a}           | 1  | reserved
            {@a}           | 1  | reserved
            {a b}          | 2  | U+0020
            {a-b}          | 2  | '-'
            {{a}}          | 1  | name
            {a{b}}         | 2  | '{'
            {.a..b}        | 4  | name
            {a.}           | 3  | name
            {?.a}          | 2  | name
            {a%4}          | 2  | '%'
            {%FF}          | 1  | UTF-8
            {a:}           | 3  | 1 to 9999
            {a:0}          | 3  | 1 to 9999
            {a:01}         | 3  | 1 to 9999
            {a:10000}      | 3  | 1 to 9999
            {a:3*}         | 4  | '*'
            {a*:3}         | 3  | ':'
            {a**}          | 3  | '*'
            {a,a}          | 3  | twice
            {a}/{b}/{+a:3} | 10 | twice
            x y            | 1  | U+0020
            a<b            | 1  | '<'
            a\\b           | 1  | '\\'
            100%           | 3  | '%'
            %2             | 0  | '%'
            ab{c}%C3x      | 5  | UTF-8
            x%00           | 0  | control
            """)
    void an_invalid_template_is_rejected_with_problem_and_index(String template, int index, String problem) {
        assertThatThrownBy(() -> UriTemplate.parse(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("URI template, index " + index + ":")
                .hasMessageContaining(problem);
    }

    @Covers("core/resources/template-rfc6570")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a:b",
                "{a.b_c%C3%A9}",
                "{a:9999}",
                "{+a}{#b}{.c}{/d}{;e}{?f}{&g}{h*}",
                "it's",
                "ü{a}",
                "%7B{a}%7D"
            })
    void a_template_of_any_level_is_parsed(String template) {
        assertThat(UriTemplate.parse(template)).hasToString(template);
    }

    @Test
    void a_control_character_or_an_unpaired_surrogate_is_rejected() {
        for (String template : new String[] {"a\nb", "a\u0000", "a\u0085", "a\uD83Db", "a\uDE00", "a\uFFFF", "{a\n}"}) {
            assertThatThrownBy(() -> UriTemplate.parse(template))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("U+");
        }
    }

    @Test
    void length_and_number_of_variables_are_limited() {
        assertThat(UriTemplate.parse("x".repeat(2048)).match("x".repeat(2048))).isPresent();
        assertThatThrownBy(() -> UriTemplate.parse("x".repeat(2049)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2048");
        assertThat(UriTemplate.parse(variables(32)).variables()).hasSize(32);
        assertThatThrownBy(() -> UriTemplate.parse(variables(33)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32");
    }

    private static String variables(int count) {
        return IntStream.range(0, count).mapToObj(i -> "{v" + i + "}").collect(Collectors.joining());
    }

    @Test
    void variables_are_returned_in_order() {
        assertThat(UriTemplate.parse("x:{b}/{+a}{?d*,c:3}").variables()).containsExactly("b", "a", "d", "c");
    }

    @Test
    void templates_are_equal_by_their_text() {
        assertThat(UriTemplate.parse("x{a}"))
                .isEqualTo(UriTemplate.parse("x{a}"))
                .hasSameHashCodeAs(UriTemplate.parse("x{a}"))
                .isNotEqualTo(UriTemplate.parse("x{b}"));
    }
}
