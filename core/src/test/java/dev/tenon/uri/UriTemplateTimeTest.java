package dev.tenon.uri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.CaseSampler;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Templates and URIs that are designed to be slow. The limit is far above the measured time, and far below the time
 * that backtracking would take.
 */
@Isolated("it measures times")
class UriTemplateTimeTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String[] UNITS = {"a", "a.", "/a", "a,", "#a", "?v1=", ";a1=a", "&a1=1", "&a", "%61", "="};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{v%d}",
                "{+v%d}",
                "{v%d}a",
                "{+v%d}a",
                "{.v%d}",
                "{/v%d*}",
                "{v%d*}a",
                "{#v%d}",
                "{?v%d}",
                "{;a%d}",
                "{&a%d*}",
                "{v%d:9}",
                "{+v%d}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void many_ambiguous_variables_are_fast(String variable) {
        String template = IntStream.range(0, 32).mapToObj(variable::formatted).collect(Collectors.joining());
        for (String unit : UNITS) {
            if (CaseSampler.includes(variable + " " + unit, 3)) {
                assertFast(template, unit);
                assertFast(template + "!", unit);
            }
        }
    }

    @Test
    void names_that_almost_match_are_fast() {
        String names = IntStream.range(0, 32).mapToObj(i -> "a".repeat(55) + i).collect(Collectors.joining(","));
        assertFast("x{?" + names + "}", "?" + "a".repeat(55));
        assertFast("{;" + names + "}", ";" + "a".repeat(55));
        assertFast("{;" + names + "}", ";");
    }

    @Test
    void a_literal_that_almost_matches_everywhere_is_fast() {
        assertFast("{+v}" + "a".repeat(1000) + "b{w}" + "a".repeat(1000), "a");
        assertFast("{+v}" + "%61".repeat(300) + "b", "a");
    }

    /** Also matches a URI with an end that no template can match, so that all paths fail. */
    private static void assertFast(String template, String unit) {
        UriTemplate parsed = UriTemplate.parse(template);
        String uri = unit.repeat(UriTemplate.MAX_URI_LENGTH / unit.length());
        long start = System.nanoTime();
        parsed.match(uri);
        parsed.match(uri.substring(1) + '"');
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("%s on %s", template, unit)
                .isLessThan(LIMIT);
    }
}
