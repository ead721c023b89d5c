package dev.tenon.guard.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathNormalizerTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "'', /",
        "/a/b/, /a/b",
        "/a/./b, /a/b",
        "/a/../b, /b",
        "/.., /",
        "/../../a, /a",
        "/a/b/../../../c, /c",
        "/..a/b.., /..a/b..",
        "/.../a, /.../a",
        "/a/.., /"
    })
    void dot_segments_are_removed_and_never_lead_above_the_root(String path, String expected) {
        assertThat(PathNormalizer.removeDotSegments(path, false)).isEqualTo(expected);
        assertThat(PathNormalizer.removeDotSegments(path, true)).isEqualTo(expected);
    }

    /** File systems ignore empty names; URL parsers remove them like others. */
    @ParameterizedTest
    @CsvSource({"/a//../b, /b, /a/b", "/a///../../b, /b, /a/b", "//../a, /a, /a", "/a//b, /a/b, /a/b"})
    void a_parent_segment_after_a_doubled_slash_is_ambiguous(String path, String inFileSystem, String inUrl) {
        assertThat(PathNormalizer.removeDotSegments(path, false)).isEqualTo(inFileSystem);
        assertThat(PathNormalizer.removeDotSegments(path, true)).isEqualTo(inUrl);
    }
}
