package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "*, anything, true",
        "read_*, read_file, true",
        "read_*, read_, true",
        "read_*, Read_file, false",
        "*_file, read_files, false",
        "*a*b*, xxaxxbxx, true",
        "*a*b*, xxbxxaxx, false",
        "r?ad, read, true",
        "r?ad, rad, false",
        "file:///data/*, file:///data/a/b.txt, true",
        "file:///data/*, file:///etc/passwd, false",
        "read, read, true",
        "read, reads, false",
        "a.c, abc, false",
    })
    void a_star_matches_any_text_and_a_question_mark_one_character(String pattern, String name, boolean matches) {
        assertThat(new Glob(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void many_stars_on_a_long_name_match_in_bounded_time() {
        String name = "a".repeat(20_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(new Glob("*a".repeat(50) + "*b").matches(name)).isFalse());
    }

    @Test
    void an_empty_pattern_is_rejected() {
        assertThatThrownBy(() -> new Glob("")).hasMessageContaining("use * to match every name");
    }
}
