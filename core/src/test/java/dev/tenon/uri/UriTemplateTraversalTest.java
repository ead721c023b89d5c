package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that would lead a handler out of its directory never reach it. */
@Covers("2026-07-28/resources/path-traversal")
class UriTemplateTraversalTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "%2e%2e",
                "%2E.",
                ".%2e",
                "%2e",
                "..%2f",
                "..%2Fetc",
                "..%5c",
                "..%5Cetc",
                "a%2f..",
                "a%5c..",
                "a%2Fb",
                "a%5Cb",
                "%2Fetc%2Fpasswd",
                "%5C%5Chost%5Cshare",
                "C:%5Cx",
                "a%00",
                "%00",
                "a%0A",
                "a%0d",
                "%1B",
                "%7F",
                "%C2%85"
            })
    void no_value_of_one_segment_traverses(String value) {
        assertThat(UriTemplate.parse("file:///docs/{name}").match("file:///docs/" + value))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs{/name}").match("file:///docs/" + value))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs{/name*}").match("file:///docs/" + value))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs{/name*}").match("file:///docs/a/" + value))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs{/name*}").match("file:///docs/" + value + "/a"))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs{.name}").match("file:///docs." + value))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "../etc",
                "a/..",
                "a/../b",
                "a/./b",
                "./a",
                "%2e%2e/etc",
                "a/%2E%2e/b",
                "..%2fetc",
                "a%2f..%2fb",
                "..%5cetc",
                "a%5C..%5cb",
                "a/..%5cb",
                "a%5c../b",
                "a,..",
                "/etc",
                "//etc",
                "%2Fetc",
                "%5Cetc",
                "a%00",
                "a/b%0Ac",
                "\u0001"
            })
    void no_value_of_several_segments_traverses(String value) {
        assertThat(UriTemplate.parse("file:///docs/{+path}").match("file:///docs/" + value))
                .isEmpty();
        assertThat(UriTemplate.parse("file:///docs/{+path}/x").match("file:///docs/" + value + "/x"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "../etc",
                "a/../b",
                "%2e%2e%2fetc",
                "..%5Cetc",
                "a%2f%2E%2E",
                "x,..",
                "x,../y",
                "a%00",
                "a%09b"
            })
    void no_named_value_or_fragment_traverses(String value) {
        assertThat(UriTemplate.parse("x{?a}").match("x?a=" + value)).isEmpty();
        assertThat(UriTemplate.parse("x{?a*}").match("x?a=1&a=" + value)).isEmpty();
        assertThat(UriTemplate.parse("x?f=1{&a}").match("x?f=1&a=" + value)).isEmpty();
        assertThat(UriTemplate.parse("x{;a}").match("x;a=" + value)).isEmpty();
        assertThat(UriTemplate.parse("x{#a}").match("x#" + value)).isEmpty();
        assertThat(UriTemplate.parse("x:{a*}").match("x:" + value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            f:/{a}{b}  | f:/..
            f:/{a}{b}  | f:/..x
            f:/{a}{b}  | f:/x..
            f:/{a}.{b} | f:/...
            f:/.{a}    | f:/..
            f:/.{+a}   | f:/../etc
            f:/{+a}/{b} | f:/x/..
            f:/{+a}/{+b} | f:/x/../y
            f:/{+a}{b} | f:/../x
            f:/{a}{.b} | f:/...
            f:/.{.a}   | f:/...
            f:/{a,b}   | f:/..,x
            """)
    void no_values_traverse_together(String template, String uri) {
        assertThat(UriTemplate.parse(template).match(uri)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "..a", "a..", ".hidden", "a.b", "%2e%2e%2e", "..%20", "%252e%252e", "v1..v2"})
    void dots_that_are_not_a_whole_segment_are_allowed(String value) {
        assertThat(UriTemplate.parse("file:///docs/{name}").match("file:///docs/" + value))
                .isPresent();
        assertThat(UriTemplate.parse("file:///docs{/p*}").match("file:///docs/x/" + value))
                .isPresent();
        assertThat(UriTemplate.parse("file:///docs/{+p}").match("file:///docs/" + value + "/x"))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "file://{+path},file:///etc/motd",
        "http://{host}{+path},http://h/a/b",
        "x:{+p},x:/a",
        "{+uri},http://h/a"
    })
    void an_absolute_path_is_allowed_unless_it_follows_a_slash(String template, String uri) {
        assertThat(UriTemplate.parse(template).match(uri)).isPresent();
    }
}
