package dev.tenon.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.architecture.JavaSources.TypeName;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules for names of types: {@code CONTRIBUTING.md}, "Names". */
class TypeNamesTest {
    /** The words that a name may end with, one a line. Add a word if it is a noun of the field that names a role. */
    private static final Path NOUNS = Path.of("src/test/resources/nouns.txt");

    private static final Set<String> BANNED_SUFFIXES = Set.of("Util", "Utils", "Helper", "Helpers", "Manager", "Impl");
    private static final Pattern LAST_WORD = Pattern.compile("(?:[A-Z]+|[A-Z][a-z0-9]*)$");

    /** Types that programs import beside those of Tenon. */
    private static final Set<String> FOREIGN_TYPES = Set.of(
            // Jakarta Validation
            "Constraint",
            "Digits",
            "Email",
            "Future",
            "Max",
            "Min",
            "Negative",
            "NotBlank",
            "NotEmpty",
            "NotNull",
            "Past",
            "Pattern",
            "Positive",
            "Size",
            "Valid",
            "Validator",
            // Spring
            "Bean",
            "Component",
            "Configuration",
            "Controller",
            "Environment",
            "Profile",
            "Qualifier",
            "Range",
            "RequestBody",
            "RequestMapping",
            "ResponseEntity",
            "RestController",
            "Scheduled",
            "Service",
            "Value",
            // Jakarta Servlet
            "Filter",
            "FilterChain",
            "HttpSession",
            "ServletRequest",
            "ServletResponse");

    /** The name of the product. Hardly a program imports {@code java.security.Guard}. */
    private static final Set<String> ALLOWED = Set.of("Guard");

    /** The packages of the JDK that most programs import from. */
    private static final List<String> JDK_PACKAGES = List.of(
            "java.lang",
            "java.util",
            "java.util.function",
            "java.util.concurrent",
            "java.net",
            "java.net.http",
            "java.nio",
            "java.nio.file",
            "java.io",
            "java.security",
            "java.time");

    private final List<TypeName> published = JavaSources.parse(
                    ProjectModules.mainSources(ProjectModules.publishedModules()))
            .typeNames();

    @Test
    void the_last_word_of_a_name_is_a_noun() {
        Set<String> nouns = ProjectModules.read(NOUNS).lines().collect(toSet());

        assertThat(allTypes()
                        .filter(type -> !type.packageName().equals("dev.tenon.model"))
                        .filter(type -> !nouns.contains(lastWord(type.simpleName()))))
                .as("a name that ends with no word of " + NOUNS)
                .isEmpty();
    }

    @Test
    void no_name_has_a_vague_suffix() {
        assertThat(allTypes().filter(type -> BANNED_SUFFIXES.contains(lastWord(type.simpleName()))))
                .isEmpty();
    }

    @Test
    void no_name_occurs_twice_in_a_module() {
        for (Path module : ProjectModules.allModules()) {
            Collection<List<TypeName>> typesByName =
                    typesOf(module).collect(groupingBy(TypeName::simpleName)).values();

            assertThat(typesByName.stream().filter(types -> types.size() > 1))
                    .as(module.toString())
                    .isEmpty();
        }
    }

    /** The model keeps the words of the specification. */
    @Test
    void no_public_name_equals_a_commonly_imported_type() {
        assertThat(published.stream()
                        .filter(type -> !(type.packageName() + ".").contains(".internal."))
                        .filter(type -> !type.packageName().equals("dev.tenon.model"))
                        .filter(type -> !ALLOWED.contains(type.simpleName()))
                        .filter(type -> isForeign(type.simpleName())))
                .isEmpty();
    }

    private static boolean isForeign(String name) {
        return FOREIGN_TYPES.contains(name) || JDK_PACKAGES.stream().anyMatch(from -> exists(from + "." + name));
    }

    private static boolean exists(String type) {
        try {
            Class.forName(type, false, TypeNamesTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static Stream<TypeName> allTypes() {
        return ProjectModules.allModules().stream().flatMap(TypeNamesTest::typesOf);
    }

    private static Stream<TypeName> typesOf(Path module) {
        List<Path> sources = ProjectModules.mainSources(List.of(module));
        return sources.isEmpty() ? Stream.of() : JavaSources.parse(sources).typeNames().stream();
    }

    private static String lastWord(String name) {
        Matcher matcher = LAST_WORD.matcher(name);
        return matcher.find() ? matcher.group() : name;
    }
}
