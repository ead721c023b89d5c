package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Covers("core/resources/template-rfc6570")
class UriTemplateExpansionTest {
    /** The string variables of the examples in the RFC. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("var", "value"),
            Map.entry("hello", "Hello World!"),
            Map.entry("half", "50%"),
            Map.entry("path", "/foo/bar"),
            Map.entry("empty", ""),
            Map.entry("who", "fred"),
            Map.entry("dub", "me/too"),
            Map.entry("base", "http://example.com/home/"),
            Map.entry("dom", "example.com"),
            Map.entry("semi", ";"),
            Map.entry("v", "6"),
            Map.entry("x", "1024"),
            Map.entry("y", "768"));

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            {var} value
            {hello} Hello%20World%21
            {half} 50%25
            O{empty}X OX
            O{undef}X OX
            {x,y} 1024,768
            {x,hello,y} 1024,Hello%20World%21,768
            ?{x,empty} ?1024,
            ?{x,undef} ?1024
            ?{undef,y} ?768
            {var:3} val
            {var:30} value
            {semi} %3B
            {semi:2} %3B
            {var*} value
            {+var} value
            {+hello} Hello%20World!
            {+half} 50%25
            {base}index http%3A%2F%2Fexample.com%2Fhome%2Findex
            {+base}index http://example.com/home/index
            O{+empty}X OX
            O{+undef}X OX
            {+path}/here /foo/bar/here
            {+path:6}here /foo/bhere
            here?ref={+path} here?ref=/foo/bar
            up{+path}{var}/here up/foo/barvalue/here
            {+x,hello,y} 1024,Hello%20World!,768
            {+path,x}/here /foo/bar,1024/here
            {#var} #value
            {#hello} #Hello%20World!
            {#half} #50%25
            foo{#empty} foo#
            foo{#undef} foo
            {#x,hello,y} #1024,Hello%20World!,768
            {#path,x}/here #/foo/bar,1024/here
            {#path:6}here #/foo/bhere
            {.who} .fred
            {.half} .50%25
            www{.dom} www.example.com
            X{.var} X.value
            X{.var:3} X.val
            X{.empty} X.
            X{.undef} X
            X{.x,y} X.1024.768
            {/who} /fred
            {/half,who} /50%25/fred
            {/who,dub} /fred/me%2Ftoo
            {/var,empty} /value/
            {/var,undef} /value
            {/var,x}/here /value/1024/here
            {/var:1,x} /v/1024
            {/dub*} /me/too
            {;who} ;who=fred
            {;half} ;half=50%25
            {;empty} ;empty
            {;hello:5} ;hello=Hello
            {;v,empty,who} ;v=6;empty;who=fred
            {;v,undef,who} ;v=6;who=fred
            {?who} ?who=fred
            {?half} ?half=50%25
            {?x,y,empty} ?x=1024&y=768&empty=
            {?x,y,undef} ?x=1024&y=768
            {?var:3} ?var=val
            {&who} &who=fred
            ?fixed=yes{&x} ?fixed=yes&x=1024
            {&var:3} &var=val
            {&x,y,empty} &x=1024&y=768&empty=
            """)
    void examples_of_the_rfc_expand_as_specified(String template, String expanded) {
        assertThat(UriTemplate.parse(template).expand(VALUES)).isEqualTo(expanded);
    }

    @Test
    void an_undefined_exploded_path_expands_to_nothing() {
        assertThat(UriTemplate.parse("x{/none*}").expand(VALUES)).isEqualTo("x");
    }

    @Test
    void text_beyond_ascii_is_encoded_in_literals_and_values() {
        assertThat(UriTemplate.parse("n:/é/{a}").expand(Map.of("a", "ü😀"))).isEqualTo("n:/%C3%A9/%C3%BC%F0%9F%98%80");
        assertThat(UriTemplate.parse("{a:2}").expand(Map.of("a", "😀é!"))).isEqualTo("%F0%9F%98%80%C3%A9");
    }

    @Test
    void percent_encoded_triplets_are_kept_only_in_reserved_expansion() {
        Map<String, String> value = Map.of("a", "x%20y");
        assertThat(UriTemplate.parse("{a}").expand(value)).isEqualTo("x%2520y");
        assertThat(UriTemplate.parse("{+a}").expand(value)).isEqualTo("x%20y");
        assertThat(UriTemplate.parse("{#a:2}").expand(value)).isEqualTo("#x%20");
    }

    @Test
    void an_unpaired_surrogate_is_rejected_with_the_name_of_its_variable() {
        assertThatThrownBy(() -> UriTemplate.parse("{name}").expand(Map.of("name", "ab\uD83D")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Value of name")
                .hasMessageContaining("index 2");
    }
}
