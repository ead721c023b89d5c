package dev.tenon.architecture;

import static java.util.stream.Collectors.toList;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The modules as they lie on disk beside this one. */
final class ProjectModules {

    /** Modules of test support: no rooms, no arrows. */
    private static final Set<String> TEST_SUPPORT_MODULES =
            Set.of("tenon-ledger", "tenon-battery", "tenon-architecture");

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private ProjectModules() {}

    /** Directories of the modules that have rooms. */
    static List<Path> productModules() {
        return allModules().stream()
                .filter(module ->
                        !TEST_SUPPORT_MODULES.contains(module.getFileName().toString()))
                .collect(toList());
    }

    /** Directories of all modules. */
    static List<Path> allModules() {
        try (Stream<Path> directories = Files.list(ROOT)) {
            return directories
                    .filter(directory -> Files.exists(directory.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The main classes of all modules, from their directories: what is asked of them holds for this build. */
    static JavaClasses classes() {
        return ClassesHolder.ALL;
    }

    private static JavaClasses importClasses() {
        List<Path> classes = productModules().stream()
                .map(module -> module.resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
        return new ClassFileImporter().importPaths(classes);
    }

    /** The name of the module that a class of {@link #classes()} is from. */
    static String moduleOf(JavaClass type) {
        Path file = Path.of(type.getSource()
                .orElseThrow(() -> new IllegalStateException(type.getName() + " has no source"))
                .getUri());
        return ROOT.relativize(file).getName(0).toString();
    }

    /** The main source files of the named modules. */
    static List<Path> mainSources(List<Path> modules) {
        return modules.stream()
                .flatMap(module -> filesBelow(module.resolve("src/main/java")))
                .toList();
    }

    /** All Java files, tests included. */
    static List<Path> allSources() {
        return allModules().stream()
                .flatMap(module -> filesBelow(module.resolve("src")))
                .toList();
    }

    private static Stream<Path> filesBelow(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A path as it is named in the repository. */
    static String relativeName(Path file) {
        return ROOT.relativize(file).toString();
    }

    /** Read once, when first asked for. */
    private static final class ClassesHolder {
        static final JavaClasses ALL = importClasses();
    }
}
