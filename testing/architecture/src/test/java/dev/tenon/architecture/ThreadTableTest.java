package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/threading.md} contains every thread that the code creates (issue 20, section 1). */
class ThreadTableTest {
    private static final Pattern THREAD_CREATION = Pattern.compile(
            "(?:new Thread\\(|new RuntimeScheduler\\(|\\b(?:createDaemon|newDaemonThread)\\(|\\bnamedThreadFactory\\()[^;]*?\"((?:tenon|demo)-[a-z-]+)\"");
    private static final Pattern DOCUMENTED_NAME = Pattern.compile("`([a-z-]+?)-?N?`");

    @Test
    void every_thread_of_the_code_is_in_the_table() throws IOException {
        Set<String> createdThreads = new TreeSet<>();
        List<Path> modules = ProjectModules.publishedModules();
        for (Path source : ProjectModules.mainSources(modules)) {
            addAll(createdThreads, THREAD_CREATION, Files.readString(source));
        }
        Set<String> documentedThreads = new TreeSet<>();
        String page = ProjectModules.read(ProjectModules.resolveFromRoot("docs/threading.md"));
        addAll(
                documentedThreads,
                DOCUMENTED_NAME,
                page.substring(page.indexOf("## The threads"), page.indexOf("## Locks")));

        assertThat(createdThreads).hasSizeGreaterThan(15).isSubsetOf(documentedThreads);
        assertThat(documentedThreads.stream().filter(name -> name.startsWith("tenon-")))
                .isSubsetOf(createdThreads);
    }

    private static void addAll(Set<String> names, Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1).replaceAll("-$", ""));
        }
    }
}
