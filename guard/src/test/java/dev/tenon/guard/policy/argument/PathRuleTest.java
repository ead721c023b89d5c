package dev.tenon.guard.policy.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathRuleTest {

    @TempDir
    Path directory;

    private Path root;
    private PathRule rule;

    @BeforeEach
    void createTree() throws IOException {
        root = Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(root.resolve("sub"));
        Files.createDirectories(directory.resolve("database"));
        Files.writeString(directory.resolve("secret"), "s");
        Files.createSymbolicLink(root.resolve("out"), directory);
        Files.createSymbolicLink(root.resolve("in"), root.resolve("sub"));
        Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));
        Files.createSymbolicLink(root.resolve("relative"), Path.of("../secret"));
        rule = new PathRule(List.of(root));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROOT",
                "ROOT/",
                "ROOT/a.txt",
                "ROOT/sub/../a.txt",
                "ROOT/in/new/file",
                "sub/a.txt",
                "./a.txt",
                "a..b",
                "...",
                "file://ROOT/a.txt",
                "ROOT/a%20b",
                "ROOT/100%",
                "ROOT/\u00e4\u00f6",
            })
    void a_path_below_the_root_passes(String path) {
        assertThat(problem(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "..",
                "../secret",
                "ROOT/../secret",
                "ROOT/sub/../../secret",
                "ROOTbase/x",
                "ROOT/out/secret",
                "ROOT/in/../../secret",
                "ROOT/out",
                "ROOT/relative",
                "ROOT/loop/x",
                "ROOT/%2e%2e/secret",
                "ROOT/%252e%252e/secret",
                "ROOT/%2525252e%2525252e/secret",
                "ROOT/..%2fsecret",
                "ROOT/..\\secret",
                "ROOT\\..\\..\\secret",
                "ROOT/..%5csecret",
                "ROOT/\uFF0E\uFF0E/secret",
                "ROOT/..\uFF0Fsecret",
                "file:///etc/passwd",
                "file://localhost/etc/passwd",
                "file://other/ROOT/a",
                "file:relative",
                "//server/share",
                "\\\\server\\share",
                "C:\\windows",
                "~/x",
                "~root/x",
                "",
                "ROOT/a\u0000b",
                "ROOT/a%00/../b",
                "ROOT/a\nb",
            })
    void a_path_that_may_leave_the_root_is_rejected(String path) {
        assertThat(problem(path)).startsWith("must be a path below ");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "file://ROOT/../secret?/../data/x",
                "file://ROOT/../secret#/../data/x",
                "file://ROOT/x%2Fy/%2e%2E/%2e%2E/secret",
                " /etc/passwd",
                "%20file:///etc/passwd",
            })
    void a_path_that_url_parsers_or_trimming_servers_interpret_differently_is_rejected(String path) {
        assertThat(problem(path)).startsWith("must be a path below ");
        assertThat(problem("file://ROOT/a%20b?c#d")).isEmpty();
    }

    @Test
    void the_message_says_what_is_expected_and_what_was_given() {
        assertThat(rule.findProblem(Json.of("/etc/passwd")))
                .contains("must be a path below " + root + ", but \"/etc/passwd\" was given.");
        assertThat(rule.findProblem(Json.of(1))).contains("must be a path.");
    }

    @Test
    void a_root_that_is_a_link_stands_for_its_target() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("alias"), root);
        PathRule aliased = new PathRule(List.of(link));

        assertThat(aliased.findProblem(Json.of(link + "/a"))).isEmpty();
        assertThat(aliased.findProblem(Json.of(root + "/a"))).isEmpty();
        assertThat(aliased.findProblem(Json.of(directory + "/secret"))).isPresent();
    }

    @Test
    void a_path_may_be_below_any_of_several_roots() {
        PathRule both = new PathRule(List.of(root, directory.resolve("database")));

        assertThat(both.findProblem(Json.of(directory + "/database/x"))).isEmpty();
        assertThat(both.findProblem(Json.of(directory + "/secret"))).isPresent();
    }

    @Test
    void a_relative_root_is_rejected() {
        assertThatThrownBy(() -> new PathRule(List.of(Path.of("data")))).hasMessageContaining("absolute");
    }

    private String problem(String path) {
        return rule.findProblem(Json.of(path.replace("ROOT", root.toString()))).orElse("");
    }
}
