package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules of style that the formatter does not check. */
class SourceStyleTest {

    private static final int MAX_FILE_LINES = 500;
    private static final int MAX_METHOD_LINES = 50;
    private static final Pattern VAGUE_NAME = Pattern.compile(".*(Utils?|Helpers?|Manager|Impl)\\.java");
    private static final Pattern SYNCHRONIZED = Pattern.compile("^\\s*synchronized\\s*\\(.*");
    private static final Pattern JDK_TIMER = Pattern.compile(".*\\b(orTimeout|completeOnTimeout|delayedExecutor)\\(.*");
    // In two parts, so that this file does not violate the rule.
    private static final String STANDARD_ERROR_REPLACEMENT = "System." + "setErr(";
    private static final Pattern TASK_COMMENT = Pattern.compile(".*\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b.*");

    private final List<Path> mainSources = ProjectModules.mainSources(ProjectModules.productModules());

    @Test
    void main_sources_are_found() {
        assertThat(mainSources).isNotEmpty();
    }

    @Test
    void no_file_is_long() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> readLines(file).size() > MAX_FILE_LINES)
                        .map(ProjectModules::relativeName))
                .isEmpty();
    }

    @Test
    void no_file_name_is_vague() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> VAGUE_NAME
                                .matcher(file.getFileName().toString())
                                .matches())
                        .map(ProjectModules::relativeName))
                .isEmpty();
    }

    @Test
    void main_code_has_no_task_comments_and_no_synchronized_blocks() {
        assertThat(mainSources.stream().flatMap(file -> readLines(file).stream()
                        .filter(line -> TASK_COMMENT.matcher(line).matches()
                                || SYNCHRONIZED.matcher(line).matches())
                        .map(line -> ProjectModules.relativeName(file) + ": " + line.strip())))
                .isEmpty();
    }

    /**
     * Issue 20, section 1: one scheduler per runtime. The timer of the JDK is used only where {@code docs/threading.md}
     * says so.
     */
    @Test
    void the_timer_of_the_jdk_is_used_only_where_there_is_no_runtime() {
        assertThat(mainSources.stream()
                        .filter(file -> readLines(file).stream()
                                .anyMatch(line -> JDK_TIMER.matcher(line).matches()))
                        .map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("AuditLog.java", "OAuthHttpClient.java");
    }

    /** Test classes run concurrently: only one at a time may capture the log of all. */
    @Test
    void standard_error_is_replaced_in_one_place() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file ->
                                readLines(file).stream().anyMatch(line -> line.contains(STANDARD_ERROR_REPLACEMENT)))
                        .map(file -> file.getFileName().toString()))
                .containsExactly("LogCapture.java");
    }

    @Test
    void methods_are_short() {
        assertThat(JavaSources.parse(mainSources).methodsLongerThan(MAX_METHOD_LINES))
                .isEmpty();
    }

    @Test
    void the_public_api_is_documented() {
        List<Path> published = ProjectModules.mainSources(ProjectModules.productModules().stream()
                .filter(module -> !module.endsWith("cli") && !module.endsWith("conformance"))
                .toList());
        assertThat(JavaSources.parse(published).undocumentedPublicElements()).isEmpty();
    }

    private static List<String> readLines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
