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

/** The table of {@code docs/threading.md} has every thread that the code makes (issue 20, section 1). */
class ThreadTableTest {
    private static final Pattern THREAD = Pattern.compile(
            "(?:new Thread\\(|new RuntimeScheduler\\(|\\b(?:createDaemon|newDaemonThread)\\(|\\bnamedThreadFactory\\()[^;]*?\"((?:tenon|demo)-[a-z-]+)\"");
    private static final Pattern NAMED = Pattern.compile("`([a-z-]+?)-?N?`");

    @Test
    void every_thread_of_the_code_is_in_the_table() throws IOException {
        Set<String> made = new TreeSet<>();
        List<Path> modules = ProjectModules.publishedModules();
        for (Path source : ProjectModules.mainSources(modules)) {
            addAll(made, THREAD, Files.readString(source));
        }
        Set<String> told = new TreeSet<>();
        String page = ProjectModules.read(ProjectModules.fromRoot("docs/threading.md"));
        addAll(told, NAMED, page.substring(page.indexOf("## The threads"), page.indexOf("## Locks")));

        assertThat(made).hasSizeGreaterThan(15).isSubsetOf(told);
        assertThat(told.stream().filter(name -> name.startsWith("tenon-"))).isSubsetOf(made);
    }

    private static void addAll(Set<String> names, Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1).replaceAll("-$", ""));
        }
    }
}
