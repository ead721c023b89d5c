package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Style that no formatter sees. */
class SourceStyleTest {

    private static final int MOST_LINES_IN_A_FILE = 500;
    private static final int MOST_LINES_IN_A_METHOD = 50;
    private static final Pattern NOT_A_NAME = Pattern.compile(".*(Utils?|Helpers?|Manager|Impl)\\.java");
    private static final Pattern SYNCHRONIZED = Pattern.compile("^\\s*synchronized\\s*\\(.*");
    private static final Pattern JDK_TIMER = Pattern.compile(".*\\b(orTimeout|completeOnTimeout|delayedExecutor)\\(.*");
    // In two parts, so that this file may stand beside the others.
    private static final String REPLACED_ERRORS = "System." + "setErr(";
    private static final Pattern LEFT_FOR_LATER = Pattern.compile(".*\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b.*");

    private final List<Path> main = ProjectModules.mainSources(ProjectModules.productModules());

    @Test
    void there_is_something_to_look_at() {
        assertThat(main).isNotEmpty();
    }

    @Test
    void no_file_is_long() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> lines(file).size() > MOST_LINES_IN_A_FILE)
                        .map(ProjectModules::relativeName))
                .isEmpty();
    }

    @Test
    void a_name_says_what_a_class_is() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> NOT_A_NAME
                                .matcher(file.getFileName().toString())
                                .matches())
                        .map(ProjectModules::relativeName))
                .isEmpty();
    }

    @Test
    void nothing_is_left_for_later_and_nothing_is_synchronized() {
        assertThat(main.stream().flatMap(file -> lines(file).stream()
                        .filter(line -> LEFT_FOR_LATER.matcher(line).matches()
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
        assertThat(main.stream()
                        .filter(file -> lines(file).stream()
                                .anyMatch(line -> JDK_TIMER.matcher(line).matches()))
                        .map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("AuditLog.java", "OAuthHttpClient.java");
    }

    /** Test classes run at once: one that takes the log of all must not do so while another does. */
    @Test
    void standard_error_is_replaced_in_one_place() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> lines(file).stream().anyMatch(line -> line.contains(REPLACED_ERRORS)))
                        .map(file -> file.getFileName().toString()))
                .containsExactly("LogCapture.java");
    }

    @Test
    void methods_are_short() {
        assertThat(JavaSources.parse(main).methodsLongerThan(MOST_LINES_IN_A_METHOD))
                .isEmpty();
    }

    @Test
    void what_users_see_is_documented() {
        List<Path> published = ProjectModules.mainSources(ProjectModules.productModules().stream()
                .filter(module -> !module.endsWith("cli") && !module.endsWith("conformance"))
                .toList());
        assertThat(JavaSources.parse(published).undocumentedPublicElements()).isEmpty();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
