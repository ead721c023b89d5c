package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateMatchingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            test://template/{id}/data  | test://template/42/data  | id=42
            {a}                        | caf%C3%A9                | a=café
            {a}                        | café                     | a=café
            {a}                        | %2B%20                   | a=+_
            {a}{b}                     | xyz                      | a=xy b=z
            {name}.{ext}               | a.tar.gz                 | name=a.tar ext=gz
            {+dir}/{name}              | a/b/c                    | dir=a/b name=c
            {a,b}                      | 1,2                      | a=1 b=2
            {a:2}{b}                   | xyz                      | a=xy b=z
            {a:1}{b}                   | %C3%A9x                  | a=é b=x
            {a:5}                      | xyz                      | a=xyz
            {a*}                       | x,y                      | a=x,y
            {+a}                       | /x,y?z                   | a=/x,y?z
            {+a}                       | a%2Fb                    | a=a/b
            file://{+path}             | file:///etc/motd         | path=/etc/motd
            {+a,b}                     | 1,2,3                    | a=1,2 b=3
            x{#a}                      | x#f/g                    | a=f/g
            x{#a,b}                    | x#f,g                    | a=f b=g
            www{.a}                    | www.x                    | a=x
            www{.a}                    | www.x.y                  | a=x.y
            www{.a*}                   | www.x.y                  | a=x.y
            www{.a,b}                  | www.x.y                  | a=x b=y
            {/a}                       | /x                       | a=x
            {/a,b}                     | /x/y                     | a=x b=y
            {/a*}                      | /x/y/z                   | a=x/y/z
            {/a*}/end                  | /x/y/end                 | a=x/y
            {/a*}{?q}                  | /x/y?q=1                 | a=x/y q=1
            {/a*,b}                    | /x/y/z                   | a=x/y b=z
            m{;x,y}/t                  | m;y=2;x=1/t              | x=1 y=2
            m{;x,y}                    | m;x                      | x=
            m{;x}.json                 | m;x=1.json               | x=1
            m{;x*}                     | m;x=1;x=2                | x=1,2
            s{?a,b}                    | s?b=2&a=1                | a=1 b=2
            s{?a,b}                    | s?b=2                    | b=2
            s{?a}                      | s?a=                     | a=
            s{?a}                      | s?a=1,2                  | a=1,2
            s{?a*}                     | s?a=1&a=2                | a=1,2
            s{?a}                      | s?a=x:y@z/w?v=+          | a=x:y@z/w?v=+
            s{?a:2}                    | s?a=xy                   | a=xy
            s{?a,ab}                   | s?ab=1                   | ab=1
            s{?a}{&b}                  | s?a=1&b=2                | a=1 b=2
            s?f=1{&a,b}                | s?f=1&b=2                | b=2
            s{?a}{#f}                  | s?a=1#x                  | a=1 f=x
            a%20b{c}                   | a%20bx                   | c=x
            a~{c}                      | a%7Ex                    | c=x
            a%7e{c}                    | a~x                      | c=x
            é{c}                       | %C3%A9x                  | c=x
            a%2Fb{c}                   | a%2fbx                   | c=x
            """)
    void a_uri_gives_its_decoded_values(String template, String uri, String values) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (String pair : values.split(" ")) {
            expected.put(
                    pair.substring(0, pair.indexOf('=')),
                    pair.substring(pair.indexOf('=') + 1).replace('_', ' '));
        }
        assertThat(UriTemplate.parse(template).match(uri))
                .hasValueSatisfying(found -> assertThat(found).containsExactlyEntriesOf(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            x{a}y      | xy
            x{a}       | x
            x{a}       | y1
            {a}        | a/b
            {a}        | a?b
            {a}        | a#b
            {a}        | a,b
            {a}        | a:b
            {a}        | a@b
            {a}        | a+b
            {a}        | a=b
            {a}        | a&b
            {a}        | a'b
            {a}        | a<b
            {a}        | a\\b
            {+a}       | a\\b
            {+a}       | a"b
            {a,b}      | 1
            {a:2}      | xyz
            {a*}       | x,,y
            {a*}       | x,
            {a*}       | ,x
            {/a}       | /
            {/a}       | x
            {/a}       | /x/y
            {/a}       | /x/
            {/a*}      | /x//y
            {/a*}      | /x/
            {/a*}      | //x
            x{.a}      | x
            x{#a}      | x#
            x{#a,b}    | x#1
            s{?a}      | s?b=1
            s{?a}      | s?a
            s{?a}      | s?
            s{?a}      | s?a=1&a=2
            s{?a}      | s?a=1&
            s{?a}      | s?a=1&b=2
            s{?a}      | s&a=1
            s{?a}      | s?a=1#f
            s{?a:2}    | s?a=xyz
            s{?a}      | s?A=1
            m{;a}      | m;a=1;a=2
            m{;a}      | m;b
            a%2Fb{c}   | a/bx
            a/b{c}     | a%2Fbx
            a{b}       | A1
            """)
    void a_uri_of_another_form_does_not_match(String template, String uri) {
        assertThat(UriTemplate.parse(template).match(uri)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%4",
                "%G1",
                "a%zz",
                "%80",
                "%C3",
                "%C3x",
                "%C3%28",
                "%C0%AE",
                "%C0%AF",
                "%E0%80%AF",
                "%ED%A0%80",
                "%F4%90%80%80",
                "%F8%88%80%80%80",
                "%FF",
                "%F0%9F%98",
                "%F0%80%80%AF",
                "%uFF0E",
                "\uD83D",
                "\uDE00"
            })
    void invalid_encoding_does_not_match(String value) {
        assertThat(UriTemplate.parse("{a}").match(value)).isEmpty();
        assertThat(UriTemplate.parse("{+a}").match("x" + value)).isEmpty();
        assertThat(UriTemplate.parse("x{?a}").match("x?a=" + value)).isEmpty();
    }

    @Test
    void a_template_without_variables_must_match_exactly() {
        assertThat(UriTemplate.parse("a:b").match("a:b")).hasValue(Map.of());
        assertThat(UriTemplate.parse("a:b").match("a:bc")).isEmpty();
        assertThat(UriTemplate.parse("").match("")).hasValue(Map.of());
        assertThat(UriTemplate.parse("").match("x")).isEmpty();
        assertThat(UriTemplate.parse("{a}").match("")).isEmpty();
        assertThat(UriTemplate.parse("x{?a}{#b}").match("x")).hasValue(Map.of());
    }

    @Test
    void a_uri_beyond_the_length_limit_does_not_match() {
        assertThat(UriTemplate.parse("{a}").match("x".repeat(8192))).isPresent();
        assertThat(UriTemplate.parse("{a}").match("x".repeat(8193))).isEmpty();
    }
}
