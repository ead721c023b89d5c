package dev.tenon.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The modules of the project, found by their folders. */
final class ProjectModules {

    /** Modules that support tests: no rule about products applies to them. */
    private static final Set<String> TEST_SUPPORT_MODULES = Set.of("spec-coverage", "testkit", "architecture");

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

    private ProjectModules() {}

    /** The folders of the modules that are not test support. */
    static List<Path> productModules() {
        return allModules().stream()
                .filter(module ->
                        !TEST_SUPPORT_MODULES.contains(module.getFileName().toString()))
                .toList();
    }

    /** The folders of the modules that are published as libraries or as the command. */
    static List<Path> publishedModules() {
        return productModules().stream()
                .filter(module -> Files.exists(module.resolve("src/main/java/module-info.java")))
                .toList();
    }

    /** The folders of all modules: those at the root, and those in {@code testing}. */
    static List<Path> allModules() {
        return Stream.of(ROOT, ROOT.resolve("testing"))
                .flatMap(ProjectModules::children)
                .filter(directory -> Files.exists(directory.resolve("pom.xml")))
                .filter(directory -> !directory.endsWith("testing"))
                .sorted()
                .toList();
    }

    private static Stream<Path> children(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file or folder, by its path from the root of the project. */
    static Path resolveFromRoot(String path) {
        return ROOT.resolve(path);
    }

    /** The main classes of all modules but test support, read from their folders: the rules apply to this build. */
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

    /** The folder of the module that a class of {@link #classes()} is from. */
    static Path moduleOf(JavaClass type) {
        Path file = Path.of(type.getSource()
                .orElseThrow(() -> new IllegalStateException(type.getName() + " has no source"))
                .getUri());
        return productModules().stream().filter(file::startsWith).findFirst().orElseThrow();
    }

    /** The module descriptor of a compiled module; empty where it has none. */
    static Optional<ModuleDescriptor> findDescriptor(Path module) {
        Path file = module.resolve("target/classes/module-info.class");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(ModuleDescriptor.read(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The main source files of the given modules. */
    static List<Path> mainSources(List<Path> modules) {
        return modules.stream()
                .flatMap(module -> javaFilesIn(module.resolve("src/main/java")))
                .toList();
    }

    /** All Java files, tests included. */
    static List<Path> allSources() {
        return allModules().stream()
                .flatMap(module -> javaFilesIn(module.resolve("src")))
                .toList();
    }

    private static Stream<Path> javaFilesIn(Path directory) {
        return filesIn(directory).filter(file -> file.toString().endsWith(".java"));
    }

    /** All files in a folder and in those below it; none if there is no such folder. */
    static Stream<Path> filesIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file. */
    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path of a file from the root of the project. */
    static String relativeName(Path file) {
        return ROOT.relativize(file).toString();
    }

    /** Imports the classes once, on first use. */
    private static final class ClassesHolder {
        static final JavaClasses ALL = importClasses();
    }
}
