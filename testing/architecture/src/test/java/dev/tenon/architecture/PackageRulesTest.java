package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules for packages: their size, what they export, and their comments. */
class PackageRulesTest {
    private static final int MAX_FILES = 40;
    private static final int MAX_EXPORTED_TYPES = 20;
    private static final int MAX_SENTENCES = 3;
    /** One type for each type of the specification. */
    private static final Set<String> LARGE = Set.of("dev.tenon.model");

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s+[A-Z<]|\\s*$)");

    private final List<Path> sources = ProjectModules.mainSources(ProjectModules.allModules());

    @Test
    void no_package_is_large() {
        Map<Path, Long> files = sources.stream()
                .filter(file -> !isDescriptor(file))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        files.keySet().removeIf(folder -> folder.endsWith(Path.of("dev", "tenon", "model")));

        assertThat(files).isNotEmpty().allSatisfy((folder, count) -> assertThat(count)
                .as(folder.toString())
                .isLessThanOrEqualTo(MAX_FILES));
    }

    @Test
    void no_package_exports_many_types() {
        Map<String, Long> exported = ProjectModules.classes().stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
                .filter(PackageRulesTest::isExported)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        exported.keySet().removeAll(LARGE);

        assertThat(exported)
                .isNotEmpty()
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_EXPORTED_TYPES));
    }

    /** Exported to all. What is exported to our own modules only is in an internal package. */
    private static boolean isExported(JavaClass type) {
        return ProjectModules.findDescriptor(ProjectModules.moduleOf(type)).stream()
                .flatMap(module -> module.exports().stream())
                .anyMatch(exports -> exports.source().equals(type.getPackageName()) && !exports.isQualified());
    }

    @Test
    void packages_that_are_not_exported_to_all_are_internal() {
        for (Path module : ProjectModules.publishedModules()) {
            ModuleDescriptor descriptor = ProjectModules.findDescriptor(module).orElseThrow();
            if (descriptor.name().equals("dev.tenon.cli")) {
                continue; // A program, and no library: it exports nothing.
            }
            Set<String> exported = descriptor.exports().stream()
                    .filter(exports -> !exports.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());

            assertThat(descriptor.packages().stream().filter(name -> (name + ".").contains(".internal.")))
                    .as("internal packages of " + module)
                    .doesNotContainAnyElementsOf(exported);
            assertThat(descriptor.packages().stream().filter(name -> !(name + ".").contains(".internal.")))
                    .as("other packages of " + module)
                    .isSubsetOf(exported);
        }
    }

    @Test
    void each_package_comment_has_at_most_three_sentences() {
        Set<Path> folders = sources.stream()
                .filter(file -> !isDescriptor(file))
                .map(Path::getParent)
                .collect(Collectors.toSet());

        assertThat(folders).isNotEmpty().allSatisfy(folder -> assertThat(
                        countSentences(ProjectModules.read(folder.resolve("package-info.java"))))
                .as(folder.toString())
                .isBetween(1L, (long) MAX_SENTENCES));
    }

    private static long countSentences(String source) {
        Matcher comment = COMMENT.matcher(source);
        assertThat(comment.find()).isTrue();
        String text = comment.group(1).replaceAll("(?m)^\\s*\\* ?", "").split("<(?:p|ol|ul|pre|table)\\b")[0];
        return SENTENCE_END.matcher(text.strip()).results().count();
    }

    private static boolean isDescriptor(Path file) {
        return file.endsWith("package-info.java") || file.endsWith("module-info.java");
    }
}
