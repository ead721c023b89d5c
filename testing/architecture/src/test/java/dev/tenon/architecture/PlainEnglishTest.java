package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words that pages, comments, messages and names of tests do not use: {@code CONTRIBUTING.md}, "English". */
class PlainEnglishTest {
    private static final Pattern BANNED = Pattern.compile(
            "\\b(?:somebody|nobody|whoever|whomever|whosoever|as the other|so many|so long as|as far as|but for"
                    + "|(?:that|which) (?:is|are) none|epitaph|comeback|whereabouts|heretofore|thereof|wherein"
                    + "|hand(?:s|ed)? on\\b|let(?:s|ting)? go\\b|goes on\\b|went on\\b)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Pages that quote old names or texts of others. */
    private static final Set<String> EXEMPT_PAGES = Set.of("renames.md");

    private static final Pattern COMMENT_OR_TEXT =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
    private static final Pattern TEST_NAME = Pattern.compile("void ([a-z0-9]+(?:_[a-z0-9]+)+)\\(");

    @Test
    void pages_use_plain_words() {
        Stream<Path> pages = Stream.concat(
                        Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
                                .map(ProjectModules::resolveFromRoot),
                        ProjectModules.filesIn(ProjectModules.resolveFromRoot("docs")))
                .filter(page -> page.toString().endsWith(".md"))
                .filter(page -> !EXEMPT_PAGES.contains(page.getFileName().toString()));

        assertThat(pages.flatMap(page -> bannedIn(page, ProjectModules.read(page))))
                .isEmpty();
    }

    @Test
    void comments_and_messages_use_plain_words() {
        List<Path> main = ProjectModules.mainSources(ProjectModules.productModules());

        assertThat(main).isNotEmpty();
        assertThat(main.stream().flatMap(file -> bannedIn(file, commentsAndTexts(ProjectModules.read(file)))))
                .isEmpty();
    }

    @Test
    void names_of_tests_use_plain_words() {
        assertThat(ProjectModules.allSources().stream()
                        .filter(file -> file.toString().contains("/src/test/"))
                        .flatMap(file -> bannedIn(file, testNames(ProjectModules.read(file)))))
                .isEmpty();
    }

    private static Stream<String> bannedIn(Path file, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = BANNED.matcher(text.replaceAll("\\s+(?:\\*|//)?\\s*", " "));
        while (matcher.find()) {
            found.add(ProjectModules.relativeName(file) + ": " + matcher.group());
        }
        return found.stream();
    }

    private static String commentsAndTexts(String source) {
        StringBuilder texts = new StringBuilder();
        Matcher matcher = COMMENT_OR_TEXT.matcher(source);
        while (matcher.find()) {
            texts.append(matcher.group()).append('\n');
        }
        return texts.toString();
    }

    private static String testNames(String source) {
        StringBuilder names = new StringBuilder();
        Matcher matcher = TEST_NAME.matcher(source);
        while (matcher.find()) {
            names.append(matcher.group(1).replace('_', ' ')).append('\n');
        }
        return names.toString();
    }
}
